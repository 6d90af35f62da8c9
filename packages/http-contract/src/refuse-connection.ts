import type { Socket } from "node:net";

/**
 * Answers connections without a valid request: not HTTP, too slow, too many headers. For Fastify's
 * `clientErrorHandler`.
 */
export function refuseConnection(error: NodeJS.ErrnoException & { readonly reason?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, message] = REFUSALS[error.code ?? ""] ?? [
    "400 Bad Request",
    `This is not HTTP: ${error.reason ?? error.message}`,
  ];
  const body = JSON.stringify({ error: status.slice(4), details: [{ message }] });
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`;
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
  socket.destroy(error);
}

/** By Node's error code. */
const REFUSALS: Readonly<Record<string, readonly [status: string, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "The request did not arrive whole in time"],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "The headers are larger than 16 KB together"],
};

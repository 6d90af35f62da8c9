import { connect } from "node:net";

export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** Sends bytes as they are on a connection of their own, and reads until the server closes it. */
export function rawRequest(url: string, lines: readonly string[], body: string | Buffer = ""): Promise<RawAnswer> {
  const { port, hostname } = new URL(url);
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : [];
  const host = lines.some((line) => /^host:/i.test(line)) ? [] : ["Host: shop.test"];
  const head = [...lines, ...host, ...length, "Connection: close", "", ""].join("\r\n");
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname });
    socket.on("connect", () => socket.write(Buffer.concat([Buffer.from(head, "latin1"), bytes])));
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? undefined : reject(error)));
    socket.on("close", () => resolve(readAnswer(Buffer.concat(chunks).toString("latin1"))));
  });
}

function readAnswer(text: string): RawAnswer {
  const end = text.indexOf("\r\n\r\n");
  const head = end < 0 ? "" : text.slice(0, end);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: text.slice(end + 4) };
}

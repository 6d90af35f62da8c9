import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isLocalName } from "@onespec/http-requests";

/**
 * Has a server that listens on this machine alone answer to local names alone. A page of the web can have its own name point here (DNS
 * rebinding), and then reads and writes what is developed here, as the browser takes both for one origin.
 * @param server with all that it is to answer
 * @param hosts names that are allowed as well
 */
export function refuseForeignHosts(server: Server, hosts: readonly string[]): void {
  guard(server, "request", hosts, (body, _incoming, outgoing: ServerResponse) => {
    const headers = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(body) };
    outgoing.writeHead(403, { ...headers, connection: "close" }).end(body);
  });
  if (server.listenerCount("upgrade") === 0) return;
  guard(server, "upgrade", hosts, (_body, _incoming, socket: Socket) => {
    socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
  });
}

type Exchange<Out> = [incoming: IncomingMessage, out: Out, ...rest: unknown[]];

function guard<Out>(
  server: Server,
  event: "request" | "upgrade",
  hosts: readonly string[],
  refuse: (body: string, ...exchange: Exchange<Out>) => void,
): void {
  const listeners = server.rawListeners(event);
  server.removeAllListeners(event);
  server.on(event, (...exchange: unknown[]) => {
    const [{ headers }] = exchange as Exchange<Out>;
    const host = headers.host?.toLowerCase();
    if (host !== undefined && !isLocalName(host, hosts)) refuse(refusal(host), ...(exchange as Exchange<Out>));
    else for (const listener of listeners) listener.apply(server, exchange);
  });
}

function refusal(host: string): string {
  const message = `In development the application does not answer to the name ${JSON.stringify(host)}`;
  const hint = "Call it as localhost or by address, or allow the name with hosts in config/app.js.";
  return JSON.stringify({ error: "Forbidden", details: [{ in: "header", path: "/host", message, hint }] });
}

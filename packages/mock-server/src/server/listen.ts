import { lookup } from "node:dns/promises";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { RequestHandler } from "./handle-request.js";
import { createHttpServer } from "./http-server.js";
import type { BodyOptions } from "./incoming-body.js";

export interface ListenOptions extends BodyOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

const SWEEP_MS = 50;

/** Puts a handler behind a socket. @throws what the system says, such as `EADDRINUSE` */
export async function listen(
  handle: RequestHandler,
  { host, port, ...bodies }: ListenOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createHttpServer(handle, bodies);
  const address = await open(server, host, port);
  const servers = [server];
  const sockets = new Set<Socket>();
  for (const other of await otherAddresses(host, address)) {
    const twin = createHttpServer(handle, bodies);
    // The name works without it as well, only not by every client.
    if (await open(twin, other, address.port).catch(() => undefined)) servers.push(twin);
  }
  for (const one of servers) {
    one.on("connection", (socket) => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
  }
  return {
    url: urlOf(address),
    close: async () => {
      // A connection that was busy when its server closed is kept by its client.
      const sweep = setInterval(() => {
        for (const one of servers) one.closeIdleConnections();
        // To Node a connection is busy from its first moment on; clients open some that they never use.
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      }, SWEEP_MS);
      await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))));
      clearInterval(sweep);
    },
  };
}

async function open(server: Server, host: string, port: number): Promise<AddressInfo> {
  server.listen({ host, port });
  await once(server, "listening");
  return server.address() as AddressInfo;
}

/** `localhost` is two addresses, and clients do not agree on which they try. */
async function otherAddresses(host: string, { address }: AddressInfo): Promise<readonly string[]> {
  if (host !== "localhost") return [];
  const all = await lookup(host, { all: true }).catch(() => []);
  return [...new Set(all.map((one) => one.address))].filter((one) => one !== address);
}

/** An address to call: that of every network is none. */
function urlOf({ address, family, port }: AddressInfo): string {
  if (address === "0.0.0.0") return `http://127.0.0.1:${port}`;
  const host = address === "::" ? "::1" : address;
  return `http://${family === "IPv6" ? `[${host}]` : host}:${port}`;
}

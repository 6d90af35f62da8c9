import type { Server } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Time for idle connections, in milliseconds. A client may be about to send a request, and then still gets an answer
 * with `Connection: close`.
 */
const IDLE_GRACE_MS = 500;
const CHECK_MS = 25;

/**
 * Stops accepting connections, and waits until open ones have been answered and closed.
 * @param deadlineMs time after which the remaining ones are cut off; 0: at once
 * @returns number of connections that were cut off
 */
export type Drain = (deadlineMs: number) => Promise<number>;

/** @param server must not listen yet */
export function drainOf(server: Server): Drain {
  // Node does not cut off connections that speak another protocol by now: WebSockets.
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return async (deadlineMs) => {
    if (!server.listening) return 0;
    let isClosed = false;
    const closed = new Promise<void>((resolve) => {
      // http.Server's `close` would cut idle connections at once, and with them requests that are on their way. Bun's
      // server is not a net.Server.
      const { close } = server instanceof NetServer ? NetServer.prototype : server;
      close.call(server, () => {
        isClosed = true;
        resolve();
      });
    });
    const startedAt = performance.now();
    const elapsed = (): number => performance.now() - startedAt;
    while (!isClosed && elapsed() < deadlineMs) {
      await Promise.race([closed, wait(CHECK_MS)]);
      if (elapsed() >= IDLE_GRACE_MS) server.closeIdleConnections();
    }
    if (isClosed) return 0;
    const left = sockets.size;
    for (const socket of sockets) socket.destroy();
    await closed;
    return left;
  };
}

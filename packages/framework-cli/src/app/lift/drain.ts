import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A client that holds a connection open may be about to use it: so long it is given to hear `Connection: close`. */
const IDLE_GRACE_MS = 500;
const CHECK_MS = 25;

/**
 * Stops accepting connections and waits until those there are have been answered and closed.
 *
 * @param deadlineMs after this the rest is cut off; 0 does so at once
 * @returns how many connections were cut off
 */
export async function drain(server: Server, deadlineMs: number): Promise<number> {
  if (!server.listening) return 0;
  let isClosed = false;
  const closed = new Promise<void>((resolve) => {
    // http.Server's own close would cut idle connections at once, and with them requests that are on their way. Bun's is no net.Server.
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
  const left = await new Promise<number>((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
  server.closeAllConnections();
  await closed;
  return left;
}

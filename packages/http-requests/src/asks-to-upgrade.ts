import type { IncomingHttpHeaders } from "node:http";

/**
 * Does a request ask for another protocol (RFC 9110, section 7.8)? Servers may ignore that, but Node tells of no mistake in what follows
 * on the connection, so that a client would wait there for ever: the connection has to end with the answer.
 */
export function asksToUpgrade(headers: IncomingHttpHeaders): boolean {
  return headers.upgrade !== undefined;
}

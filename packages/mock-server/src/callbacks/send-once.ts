import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { AllowedHosts } from "./allowed-address.js";
import type { OutgoingRequest } from "./delivery.js";

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends a request over a connection of its own and gives the status of the answer; redirects are answers. */
export function sendOnce(
  url: URL,
  { method, headers, body }: OutgoingRequest,
  hosts: AllowedHosts,
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    hosts.check(url.hostname);
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const length = body === undefined ? "0" : String(Buffer.byteLength(body));
    const outgoing = send(
      url,
      {
        method,
        headers: { ...headers, "content-length": length },
        lookup: hosts.lookupFor(url.hostname),
        // A kept connection would go to an address that was looked at some time ago.
        agent: false,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        // What is answered is not looked at.
        response.destroy();
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

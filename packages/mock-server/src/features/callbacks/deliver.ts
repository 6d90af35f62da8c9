import { type LookupAddress, lookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Delivery, DeliveryAttempt, DeliveryLog, OutgoingRequest } from "./delivery.js";

/** Number of attempts, including the first. */
const MOST_ATTEMPTS = 4;
/** Wait before the second attempt, in milliseconds; it triples before each further one. */
const FIRST_WAIT_MS = 250;

/** Sends a pending delivery until it arrives, is rejected, or all attempts have failed. Never throws. */
export async function deliver(
  pending: Delivery,
  log: DeliveryLog,
  hosts: AllowedHosts,
  signal: AbortSignal,
): Promise<Delivery> {
  const url = URL.canParse(pending.url ?? "") ? new URL(pending.url ?? "") : undefined;
  const end = (state: Delivery["state"], reason?: string, attempts = pending.attempts): Delivery =>
    log.change({ ...pending, state, reason, attempts });
  if (!url || !/^https?:$/.test(url.protocol)) return end("refused", `${pending.url} is no http or https address`);
  const attempts: DeliveryAttempt[] = [];
  for (let pause = FIRST_WAIT_MS; ; pause *= 3) {
    const startedAt = performance.now();
    const duration = (): number => Math.round(performance.now() - startedAt);
    try {
      const status = await sendOnce(url, pending, hosts, signal);
      attempts.push({ status, duration: duration() });
      if (status >= 200 && status < 300) return end("delivered", undefined, attempts);
      if (status < 500 && status !== 429 && status !== 408) {
        const isRedirect = status >= 300 && status < 400;
        return end("failed", `It was answered ${status}${isRedirect ? "; redirects are not followed" : ""}`, attempts);
      }
    } catch (error) {
      if (error instanceof AddressRefused) return end("refused", error.message);
      attempts.push({ error: describe(error), duration: duration() });
    }
    if (signal.aborted) return end("failed", "The server stopped", attempts);
    if (attempts.length >= MOST_ATTEMPTS) return end("failed", `It failed ${attempts.length} times`, attempts);
    log.change({ ...pending, attempts: [...attempts] });
    await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, message } = error as NodeJS.ErrnoException;
  return message === "" ? (code ?? error.name) : message;
}

/** How long a receiver may take, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends a request over a new connection and returns the status of the answer. Redirects are not followed. */
function sendOnce(
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
        // A reused connection would go to an address that was checked some time ago.
        agent: false,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        // The body of the answer is not needed.
        response.destroy();
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`No answer within ${TIMEOUT_MS} ms`)));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Requests may not go to this address; the message gives the reason and the fix. */
class AddressRefused extends Error {
  constructor(host: string, found: string) {
    const is = found === "" ? "is not an address of this machine" : `is ${found}, no address of this machine`;
    super(`${host} ${is}; --callbacks-allow ${host} allows it`);
  }
}

/**
 * The hosts that requests may go to: this machine, and those that are named whatever their addresses: `hooks.example.com`,
 * `*.example.com`. The check is on the connected address, since a name may resolve differently a moment later.
 */
export class AllowedHosts {
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.trim().toLowerCase());
  }

  /** Checks an address; names are checked when they are resolved. @throws AddressRefused */
  check(host: string): void {
    const bare = host.replace(/^\[(.*)\]$/, "$1");
    const isAllowed = isIP(bare) === 0 || isLoopback(bare) || this.#isNamed(bare) || this.#isNamed(host);
    if (!isAllowed) throw new AddressRefused(host, "");
  }

  /** Resolves a name to allowed addresses only. */
  lookupFor(host: string): LookupFunction {
    const isFree = this.#isNamed(host.toLowerCase());
    return (name, options, done) => {
      lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
        if (error) return done(error, "", 0);
        const allowed = isFree ? found : found.filter(({ address }) => isLoopback(address));
        const [first] = allowed;
        if (!first) return done(new AddressRefused(host, found.map(({ address }) => address).join(", ")), "", 0);
        if (options.all) return done(null, allowed);
        return done(null, first.address, first.family);
      });
    };
  }

  #isNamed(host: string): boolean {
    return this.#names.some((name) => (name.startsWith("*.") ? host.endsWith(name.slice(1)) : host === name));
  }
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

function isLoopback(address: string): boolean {
  const version = isIP(address);
  // An IPv4 address mapped into IPv6.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return LOOPBACK.check(mapped, "ipv4");
  return LOOPBACK.check(address, version === 6 ? "ipv6" : "ipv4");
}

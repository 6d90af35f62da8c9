import { setTimeout as wait } from "node:timers/promises";
import { AddressRefused, type AllowedHosts } from "./allowed-address.js";
import type { Delivery, DeliveryAttempt } from "./delivery.js";
import type { DeliveryLog } from "./delivery-log.js";
import { sendOnce } from "./send-once.js";

/** Tries in all. */
const MOST_ATTEMPTS = 4;
/** Before the second try, in milliseconds; three times as long before each one after it. */
const FIRST_WAIT_MS = 250;

/** Sends what is logged as pending until it arrives, is refused, or the tries are used up. Never throws. */
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

import { setMaxListeners } from "node:events";
import type { MockOptions } from "../../config/mock-options.js";
import type { ControlEvents } from "../../state/control-events.js";
import { type Delivery, DeliveryLog, type OutgoingRequest } from "./delivery.js";

/** The requests that one server sends. The sending code is loaded with the first one. */
export interface Outgoing {
  readonly log: DeliveryLog;
  /** Resolves when the request has arrived or has failed for good. Never rejects. */
  send(request: OutgoingRequest): Promise<Delivery>;
  /** Cancels all pending requests. */
  close(): Promise<void>;
}

/** Maximum number of pending requests, because receivers that do not answer must not fill the memory. */
const MOST_PENDING = 1000;
/** Total size of pending bodies, in characters or bytes. */
const MOST_CONTENT = 64 * 1024 * 1024;

export function createOutgoing(
  { callbacksAllow }: Pick<MockOptions, "callbacksAllow">,
  events: ControlEvents,
): Outgoing {
  const log = new DeliveryLog(events);
  const abort = new AbortController();
  // Each pending request adds a listener.
  setMaxListeners(0, abort.signal);
  const pending = new Set<Promise<Delivery>>();
  let content = 0;

  const start = async (delivery: Delivery): Promise<Delivery> => {
    const { AllowedHosts, deliver } = await import("./deliver.js");
    const trusted = delivery.isTrusted && delivery.url !== undefined ? [new URL(delivery.url).hostname] : [];
    return deliver(delivery, log, new AllowedHosts([...callbacksAllow, ...trusted]), abort.signal);
  };

  return {
    log,
    async send(wish) {
      const { session } = wish;
      const request = session === undefined ? wish : { ...wish, headers: { ...wish.headers, "mock-session": session } };
      if (request.refused !== undefined) return log.add(request, "refused", request.refused);
      if (pending.size >= MOST_PENDING)
        return log.add(request, "refused", `${MOST_PENDING} others have not arrived yet`);
      const size = request.body?.length ?? 0;
      if (content + size > MOST_CONTENT)
        return log.add(request, "refused", `${pending.size} others with large bodies have not arrived yet`);
      const sending = start(log.add(request, "pending"));
      pending.add(sending);
      content += size;
      try {
        return await sending;
      } finally {
        pending.delete(sending);
        content -= size;
      }
    },
    async close() {
      abort.abort();
      await Promise.allSettled(pending);
    },
  };
}

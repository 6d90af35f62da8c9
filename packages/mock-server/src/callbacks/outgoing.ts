import type { MockOptions } from "../config/mock-options.js";
import type { ControlEvents } from "../control/control-events.js";
import type { Delivery, OutgoingRequest } from "./delivery.js";
import { DeliveryLog } from "./delivery-log.js";

/** The requests that one server sends. Nothing is loaded before there is one. */
export interface Outgoing {
  readonly log: DeliveryLog;
  /** Sends it; settles when it has arrived or has failed for good. Never rejects. */
  send(request: OutgoingRequest): Promise<Delivery>;
  /** Gives up what has not arrived. */
  close(): Promise<void>;
}

/** At a time: receivers that do not answer must not fill the memory. */
const MOST_PENDING = 1000;
/** Of their bodies together, in characters or bytes. */
const MOST_CONTENT = 64 * 1024 * 1024;

export function createOutgoing(
  { callbacksAllow }: Pick<MockOptions, "callbacksAllow">,
  events: ControlEvents,
): Outgoing {
  const log = new DeliveryLog(events);
  const abort = new AbortController();
  const pending = new Set<Promise<Delivery>>();
  let content = 0;

  const start = async (delivery: Delivery): Promise<Delivery> => {
    const [{ deliver }, { allowedHosts }] = await Promise.all([import("./deliver.js"), import("./allowed-address.js")]);
    const trusted = delivery.isTrusted && delivery.url !== undefined ? [new URL(delivery.url).hostname] : [];
    return deliver(delivery, log, allowedHosts([...callbacksAllow, ...trusted]), abort.signal);
  };

  return {
    log,
    async send(request) {
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

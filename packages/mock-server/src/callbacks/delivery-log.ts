import type { ControlEvents } from "../control/control-events.js";
import type { Delivery, OutgoingRequest } from "./delivery.js";
import { deliveryJson, LARGEST_BODY } from "./delivery-json.js";

/** Deliveries kept; the oldest goes first. */
const SIZE = 500;

/** The last requests that the server sent or would have. */
export class DeliveryLog {
  readonly #ring: Delivery[] = [];
  readonly #events: ControlEvents;
  #lastId = 0;

  constructor(events: ControlEvents) {
    this.#events = events;
  }

  add(request: OutgoingRequest, state: Delivery["state"], reason?: string): Delivery {
    this.#lastId++;
    return this.change({ ...request, id: this.#lastId, time: Date.now(), state, reason, attempts: [] });
  }

  /** Puts it in place of what was known of it, and tells. */
  change(delivery: Delivery): Delivery {
    if (delivery.id > this.#lastId - SIZE) this.#ring[delivery.id % SIZE] = keptDelivery(delivery);
    this.#events.emit("delivery", () => deliveryJson(delivery));
    return delivery;
  }

  /** Newest first. */
  latest(limit: number): readonly Delivery[] {
    return this.#ring
      .filter((entry) => entry !== undefined)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
  }

  clear(): void {
    this.#ring.length = 0;
  }
}

/** What is sent no more is kept without a large body, so that the log stays small. */
function keptDelivery(delivery: Delivery): Delivery {
  if (delivery.state === "pending" || (delivery.body?.length ?? 0) <= LARGEST_BODY) return delivery;
  return { ...delivery, body: undefined, bodyOmitted: true };
}

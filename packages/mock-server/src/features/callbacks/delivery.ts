import type { ControlEvents } from "../../state/control-events.js";

/** Header of every delivery, so that a server that sends to itself neither loops nor calls its own control plane. */
export const DELIVERY_HEADER = "mock-delivery";

/** A request that the server sends, or does not send because it is not allowed. */
export interface OutgoingRequest {
  readonly kind: "callback" | "webhook";
  /** The name in the description. */
  readonly name: string;
  /** The operation that declares the callback. */
  readonly operationId?: string | undefined;
  readonly session?: string | undefined;
  /** Upper case. */
  readonly method: string;
  /** `undefined` when the expression has no value. */
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** The reason not to send it. */
  readonly refused?: string | undefined;
  /** The user of the server configured the address, so any is allowed. */
  readonly isTrusted?: boolean;
}

/** One attempt to send it. */
export interface DeliveryAttempt {
  /** The status of the answer. */
  readonly status?: number;
  /** The reason why no answer came. */
  readonly error?: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** An outgoing request and its result. */
export interface Delivery extends OutgoingRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** `refused`: never sent; `failed`: sent without success. */
  readonly state: "pending" | "delivered" | "failed" | "refused";
  /** The reason of `failed` and `refused`. */
  readonly reason?: string | undefined;
  readonly attempts: readonly DeliveryAttempt[];
  /** The body was large and has been dropped. */
  readonly bodyOmitted?: true;
}

/** Larger bodies are omitted. In characters or bytes. */
const LARGEST_BODY = 16 * 1024;

/** A delivery as the control plane shows it, as JSON without `undefined` values. */
export function deliveryJson(delivery: Delivery): object {
  const { id, time, body, bodyOmitted, refused: _, isTrusted: __, ...others } = delivery;
  const isShown = body === undefined ? !bodyOmitted : typeof body === "string" && body.length <= LARGEST_BODY;
  return { id, time: new Date(time).toISOString(), ...others, ...(isShown ? { body } : { bodyOmitted: true }) };
}

/** Number of stored deliveries. */
const SIZE = 500;

/** The last requests that the server sent or was not allowed to send. */
export class DeliveryLog {
  /** By id, oldest first. */
  readonly #entries: Map<number, Delivery> = new Map();
  readonly #events: ControlEvents;
  #lastId = 0;

  constructor(events: ControlEvents) {
    this.#events = events;
  }

  add(request: OutgoingRequest, state: Delivery["state"], reason?: string): Delivery {
    this.#lastId++;
    return this.change({ ...request, id: this.#lastId, time: Date.now(), state, reason, attempts: [] });
  }

  /** Replaces the entry of the delivery and emits an event. */
  change(delivery: Delivery): Delivery {
    if (delivery.id > this.#lastId - SIZE) this.#entries.set(delivery.id, keptDelivery(delivery));
    this.#entries.delete(this.#lastId - SIZE);
    this.#events.emit("delivery", () => deliveryJson(delivery));
    return delivery;
  }

  /** Newest first. @param session only its deliveries; `undefined` for all */
  latest(limit: number, session?: string): readonly Delivery[] {
    return [...this.#entries.values()]
      .filter((entry) => session === undefined || entry.session === session)
      .sort((a, b) => b.id - a.id)
      .slice(0, limit);
  }

  clear(session?: string): void {
    for (const { id } of this.latest(SIZE, session)) this.#entries.delete(id);
  }
}

/** A finished delivery is kept without a large body, so that the log stays small. */
function keptDelivery(delivery: Delivery): Delivery {
  if (delivery.state === "pending" || (delivery.body?.length ?? 0) <= LARGEST_BODY) return delivery;
  return { ...delivery, body: undefined, bodyOmitted: true };
}

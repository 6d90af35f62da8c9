/** Deliveries carry it, so that a server that sends to itself does not go on for ever, nor changes itself by its control plane. */
export const DELIVERY_HEADER = "mock-delivery";

/** A request that the server sends, or would. */
export interface OutgoingRequest {
  readonly kind: "callback" | "webhook";
  /** As the description calls it. */
  readonly name: string;
  /** The operation that it is of. */
  readonly operationId?: string | undefined;
  readonly session?: string | undefined;
  /** Upper case. */
  readonly method: string;
  /** As it was worked out; `undefined` when it could not be. */
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  /** Why it is not to be sent. */
  readonly refused?: string | undefined;
  /** The address was named by whoever runs the server, so it may be any. */
  readonly isTrusted?: boolean;
}

/** One try to send it. */
export interface DeliveryAttempt {
  /** What was answered. */
  readonly status?: number;
  /** Why nothing was. */
  readonly error?: string;
  /** In milliseconds. */
  readonly duration: number;
}

/** What became of it. */
export interface Delivery extends OutgoingRequest {
  /** Counts up from 1. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** `refused`: never sent; `failed`: sent in vain. */
  readonly state: "pending" | "delivered" | "failed" | "refused";
  /** Why it failed or was refused. */
  readonly reason?: string | undefined;
  readonly attempts: readonly DeliveryAttempt[];
  /** The body was large, and went once it was not needed any more. */
  readonly bodyOmitted?: true;
}

import type { Delivery } from "./delivery.js";

/** Larger bodies are left out. In characters or bytes. */
export const LARGEST_BODY: number = 16 * 1024;

/** A delivery as the control plane tells it. */
export function deliveryJson(delivery: Delivery): object {
  const { id, time, kind, name, operationId, session, method, url, headers, body, state, reason, attempts } = delivery;
  return {
    id,
    time: new Date(time).toISOString(),
    kind,
    name,
    ...(operationId === undefined ? {} : { operationId }),
    ...(session === undefined ? {} : { session }),
    method,
    ...(url === undefined ? {} : { url }),
    state,
    ...(reason === undefined ? {} : { reason }),
    attempts,
    headers,
    ...(typeof body === "string" && body.length <= LARGEST_BODY
      ? { body }
      : body === undefined && !delivery.bodyOmitted
        ? {}
        : { bodyOmitted: true }),
  };
}

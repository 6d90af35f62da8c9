/** Orders in these states are on their way, or over. */
const SETTLED = ["shipped", "delivered", "cancelled"];

/** Why an order cannot be changed any more; `undefined` when it can, or is not there. */
export function settledOrder(order) {
  if (!SETTLED.includes(order?.status)) return undefined;
  return { status: 409, body: { error: `The order is ${order.status}.`, details: [] } };
}

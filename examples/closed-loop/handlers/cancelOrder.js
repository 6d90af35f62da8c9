import { settledOrder } from "./_settled-order.js";

/** @type {import("@onespec/mock-server").Handler} */
export default async function cancelOrder({ params, state, next }) {
  const settled = settledOrder(await state("orders").get(params.orderId));
  if (settled !== undefined) return settled;
  await state("orders").update(params.orderId, { status: "cancelled", cancelledAt: new Date().toISOString() });
  return next();
}

import { pricedOrder } from "./_priced-order.js";
import { settledOrder } from "./_settled-order.js";

/** @type {import("@onespec/mock-server").Handler} */
export default async function updateOrder({ params, body, state, next }) {
  const settled = settledOrder(await state("orders").get(params.orderId));
  if (settled !== undefined) return settled;
  const { refusal, total } = await pricedOrder(body, state);
  if (refusal !== undefined) return refusal;
  const changed = await next();
  if (body.items === undefined || changed.status !== 200) return changed;
  return { ...changed, body: await state("orders").update(params.orderId, { total }) };
}

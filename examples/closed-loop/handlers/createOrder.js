import { pricedOrder } from "./_priced-order.js";

/** @type {import("@onespec/mock-server").Handler} */
export default async function createOrder({ body, state, next }) {
  const { refusal, total } = await pricedOrder(body, state);
  if (refusal !== undefined) return refusal;
  const made = await next();
  return { ...made, body: await state("orders").update(made.body.id, { status: "pending", total }) };
}

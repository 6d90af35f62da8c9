import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import http from "node:http";
import { test } from "node:test";
import Stripe from "stripe";
import { collect, mockOf } from "../mock.mjs";

const { hostname, port } = new URL(await mockOf("stripe-2019.json"));
// The client sends files to another host: every name leads to the mock.
const lookup = (_name, options, done) =>
  options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);
const stripe = new Stripe("sk_test_1", {
  host: hostname,
  port: Number(port),
  protocol: "http",
  httpAgent: new http.Agent({ lookup }),
  maxNetworkRetries: 0,
  telemetry: false,
  apiVersion: "2020-03-02",
});
const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors;
const ids = (list) => list.map(({ id }) => id);

const customer = await stripe.customers.create({
  email: "ada@example.com",
  name: "Ada King",
  metadata: { tier: "gold", visits: "3" },
  address: { line1: "12 St James Square", city: "London", country: "GB" },
  preferred_locales: ["en", "fr"],
});
const product = await stripe.products.create({ name: "Tea", type: "service" });
const plan = await stripe.plans.create({ amount: 500, currency: "usd", interval: "month", product: product.id });
const subscription = await stripe.subscriptions.create({
  customer: customer.id,
  items: [{ plan: plan.id, quantity: 2 }],
});
const charge = await stripe.charges.create({
  amount: 2000,
  currency: "usd",
  source: "tok_visa",
  customer: customer.id,
});

test("a new customer holds the sent fields", () => {
  equal(customer.object, "customer");
  deepEqual(customer.metadata, { tier: "gold", visits: "3" });
  equal(customer.address.city, "London");
  deepEqual(customer.preferred_locales, ["en", "fr"]);
});
test("the id of a customer begins with cus_", () => match(customer.id, /^cus_/));
test("retrieve a customer", async () => equal((await stripe.customers.retrieve(customer.id)).name, "Ada King"));
test("update one field of a customer", async () => {
  const updated = await stripe.customers.update(customer.id, { name: "Ada L." });
  deepEqual([updated.name, updated.email], ["Ada L.", "ada@example.com"]);
});
test("update merges metadata", async () => {
  await stripe.customers.update(customer.id, { metadata: { tier: "silver" } });
  const { metadata } = await stripe.customers.retrieve(customer.id);
  deepEqual([metadata.tier, metadata.visits], ["silver", "3"]);
});
test("an empty text unsets a field", async () => {
  equal((await stripe.customers.update(customer.id, { description: "" })).description ?? null, null);
});
test("a page has the asked number of customers", async () => {
  const page = await stripe.customers.list({ limit: 3 });
  deepEqual([page.object, page.data.length, page.has_more], ["list", 3, true]);
});
test("list customers by email", async () =>
  deepEqual(ids((await stripe.customers.list({ email: "ada@example.com" })).data), [customer.id]));
test("list customers by created[gte]", async () => {
  const { data } = await stripe.customers.list({ limit: 100, created: { gte: customer.created } });
  ok(ids(data).includes(customer.id));
  ok(data.every(({ created }) => created >= customer.created));
});
test("iterate over all customers", async () => {
  const made = [];
  for (let n = 0; n < 20; n++) made.push((await stripe.customers.create({ email: `c${n}@example.com` })).id);
  const seen = ids(await collect(stripe.customers.list({ limit: 7 })));
  equal(new Set(seen).size, seen.length);
  ok(made.every((id) => seen.includes(id)));
});
test("autoPagingToArray returns what one page holds", async () => {
  const whole = ids((await stripe.customers.list({ limit: 100 })).data);
  deepEqual(ids(await stripe.customers.list({ limit: 5 }).autoPagingToArray({ limit: 1000 })), whole);
});
test("the newest customer is listed first", async () => {
  const newest = await stripe.customers.create({ email: "last@example.com" });
  equal((await stripe.customers.list({ limit: 1 })).data[0].id, newest.id);
});
test("ending_before leads back", async () => {
  const first = (await stripe.customers.list({ limit: 4 })).data;
  const next = (await stripe.customers.list({ limit: 4, starting_after: first.at(-1).id })).data;
  deepEqual(ids((await stripe.customers.list({ limit: 4, ending_before: next[0].id })).data), ids(first));
});
test("an absent customer is an invalid request, 404", () =>
  rejects(stripe.customers.retrieve("cus_absent"), (error) => {
    ok(error instanceof StripeInvalidRequestError, `${error.type}: ${error.message}`);
    return error.statusCode === 404;
  }));
test("an unknown parameter is an invalid request, 400", () =>
  rejects(stripe.customers.create({ emial: "x" }), (error) => {
    ok(error instanceof StripeInvalidRequestError, `${error.type}: ${error.message}`);
    return error.statusCode === 400;
  }));
test("a missing parameter is an invalid request", () =>
  rejects(stripe.plans.create({ interval: "month", product: product.id }), StripeInvalidRequestError));
test("a product takes the id that the client chose", async () => {
  equal((await stripe.products.create({ id: "own_tea", name: "Own", type: "good" })).id, "own_tea");
  equal((await stripe.products.retrieve("own_tea")).name, "Own");
});
test("a chosen id that is taken is rejected", async () => {
  await stripe.products.create({ id: "twice", name: "Once", type: "good" });
  await rejects(
    stripe.products.create({ id: "twice", name: "Again", type: "good" }),
    ({ statusCode }) => statusCode < 500,
  );
});
test("a new plan holds the sent fields", () =>
  deepEqual([plan.amount, plan.currency, plan.interval, plan.product], [500, "usd", "month", product.id]));
test("list plans of a product", async () =>
  deepEqual(ids((await stripe.plans.list({ product: product.id })).data), [plan.id]));
test("expand the product of a plan", async () => {
  const expanded = await stripe.plans.retrieve(plan.id, { expand: ["product"] });
  deepEqual([expanded.product.id, expanded.product.name], [product.id, "Tea"]);
});
test("a subscription names its customer", () => equal(subscription.customer, customer.id));
test("a subscription has the items that were asked for", () =>
  deepEqual(
    subscription.items.data.map((item) => [item.plan.id, item.quantity]),
    [[plan.id, 2]],
  ));
test("list subscriptions of a customer", async () =>
  deepEqual(ids((await stripe.subscriptions.list({ customer: customer.id })).data), [subscription.id]));
test("update a subscription", async () =>
  equal((await stripe.subscriptions.update(subscription.id, { metadata: { order: "1" } })).metadata.order, "1"));
test("cancel a subscription", async () => {
  const other = await stripe.subscriptions.create({ customer: customer.id, items: [{ plan: plan.id }] });
  const cancelled = await stripe.subscriptions.del(other.id);
  deepEqual([cancelled.id, cancelled.object], [other.id, "subscription"]);
});
test("a new charge holds the sent fields", () =>
  deepEqual([charge.amount, charge.currency, charge.customer], [2000, "usd", customer.id]));
test("list charges of a customer", async () =>
  deepEqual(ids((await stripe.charges.list({ customer: customer.id })).data), [charge.id]));
test("expand the customer of a charge", async () =>
  equal((await stripe.charges.retrieve(charge.id, { expand: ["customer"] })).customer.email, "ada@example.com"));
test("capture a charge", async () => equal((await stripe.charges.capture(charge.id)).id, charge.id));
test("refund a charge, list its refunds", async () => {
  const refund = await stripe.refunds.create({ charge: charge.id, amount: 100 });
  deepEqual([refund.charge, refund.amount], [charge.id, 100]);
  deepEqual(ids((await stripe.refunds.list({ charge: charge.id })).data), [refund.id]);
});
test("a payment intent is updated, confirmed and cancelled", async () => {
  const { id } = await stripe.paymentIntents.create({ amount: 1099, currency: "eur", customer: customer.id });
  equal((await stripe.paymentIntents.update(id, { amount: 1200 })).amount, 1200);
  equal((await stripe.paymentIntents.confirm(id, { payment_method: "pm_card_visa" })).id, id);
  deepEqual(
    Object.entries(await stripe.paymentIntents.cancel(id)).filter(([name]) => name === "id"),
    [["id", id]],
  );
});
test("sources of a customer", async () => {
  const source = await stripe.customers.createSource(customer.id, { source: "tok_visa" });
  ok(ids((await stripe.customers.listSources(customer.id, { limit: 10 })).data).includes(source.id));
});
test("tax ids of a customer: create, list, delete", async () => {
  const { id, value } = await stripe.customers.createTaxId(customer.id, { type: "eu_vat", value: "DE123456789" });
  equal(value, "DE123456789");
  ok(ids((await stripe.customers.listTaxIds(customer.id, { limit: 100 })).data).includes(id));
  equal((await stripe.customers.deleteTaxId(customer.id, id)).deleted, true);
  ok(!ids((await stripe.customers.listTaxIds(customer.id, { limit: 100 })).data).includes(id));
});
test("a coupon with an id of its own, deleted", async () => {
  const coupon = { id: "TEA25", percent_off: 25, duration: "repeating", duration_in_months: 3 };
  equal((await stripe.coupons.create(coupon)).percent_off, 25);
  equal((await stripe.coupons.del("TEA25")).deleted, true);
  await rejects(stripe.coupons.retrieve("TEA25"), { statusCode: 404 });
});
test("an invoice of an item is finalized and paid", async () => {
  const item = { customer: customer.id, amount: 2500, currency: "usd" };
  equal((await stripe.invoiceItems.create(item)).amount, 2500);
  const { id } = await stripe.invoices.create({ customer: customer.id });
  equal((await stripe.invoices.finalizeInvoice(id)).id, id);
  equal((await stripe.invoices.pay(id)).id, id);
});
test("the upcoming invoice", async () =>
  equal((await stripe.invoices.retrieveUpcoming({ customer: customer.id })).object, "invoice"));
test("an idempotency key is replayed", async () => {
  const send = () => stripe.customers.create({ email: "once@example.com" }, { idempotencyKey: "one" });
  equal((await send()).id, (await send()).id);
});
test("an idempotency key with other parameters is rejected as such", async () => {
  await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "two" });
  await rejects(stripe.customers.create({ email: "b@example.com" }, { idempotencyKey: "two" }), StripeIdempotencyError);
});
test("an uploaded file has its name and size", async () => {
  const data = { data: Buffer.from("nine byte"), name: "a.png", type: "image/png" };
  const file = await stripe.files.create({ purpose: "dispute_evidence", file: data });
  deepEqual([file.size, file.filename, file.purpose], [9, "a.png", "dispute_evidence"]);
});
test("the balance", async () => equal((await stripe.balance.retrieve()).object, "balance"));
test("delete a customer", async () => {
  const { id } = await stripe.customers.create({ email: "gone@example.com" });
  const deleted = await stripe.customers.del(id);
  deepEqual([deleted.deleted, deleted.id], [true, id]);
  ok(!ids((await stripe.customers.list({ limit: 100 })).data).includes(id));
});
test("a deleted customer is shown as deleted, or 404 as an invalid request", async () => {
  const { id } = await stripe.customers.create({ email: "gone@example.com" });
  await stripe.customers.del(id);
  const outcome = await stripe.customers.retrieve(id).catch((error) => error);
  ok(outcome.deleted === true || outcome instanceof StripeInvalidRequestError, outcome.message);
});

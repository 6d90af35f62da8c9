import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { test } from "node:test";
import { SquareClient, SquareError } from "square";
import { collect, mockOf } from "../mock.mjs";

const url = await mockOf("square.json");
const square = new SquareClient({ token: "t", baseUrl: url, environment: url, maxRetries: 0 });
const ids = (list) => list?.map(({ id }) => id);
const usd = (amount) => ({ amount, currency: "USD" });
let keys = 0;
const idempotencyKey = () => `key-${keys++}`;

const person = {
  givenName: "Ada",
  familyName: "King",
  emailAddress: "ada@example.com",
  address: { locality: "London" },
};
const { customer } = await square.customers.create(person);
const { location } = await square.locations.create({ location: { name: "Harbour" } });
const { payment } = await square.payments.create({
  sourceId: "cnon:card-nonce-ok",
  idempotencyKey: idempotencyKey(),
  amountMoney: usd(1000n),
  customerId: customer.id,
  locationId: location.id,
  referenceId: "r1",
});
const { order } = await square.orders.create({
  idempotencyKey: idempotencyKey(),
  order: { locationId: location.id, lineItems: [{ name: "Tea", quantity: "2", basePriceMoney: usd(300n) }] },
});
const makeItem = async (name) =>
  (
    await square.catalog.object.upsert({
      idempotencyKey: idempotencyKey(),
      object: { type: "ITEM", id: "#new", itemData: { name } },
    })
  ).catalogObject;

test("a new customer holds the sent fields", () =>
  deepEqual(
    [customer.givenName, customer.emailAddress, customer.address.locality],
    ["Ada", "ada@example.com", "London"],
  ));
test("read a customer", async () =>
  equal((await square.customers.get({ customerId: customer.id })).customer.familyName, "King"));
test("update a customer", async () => {
  const made = (await square.customers.create({ givenName: "Bob" })).customer;
  const updated = (await square.customers.update({ customerId: made.id, note: "regular" })).customer;
  deepEqual([updated.note, updated.givenName], ["regular", "Bob"]);
});
test("iterate over all customers", async () => {
  const made = [];
  for (let n = 0; n < 8; n++) made.push((await square.customers.create({ givenName: `n${n}` })).customer.id);
  const seen = ids(await collect(await square.customers.list({ limit: 4 })));
  equal(new Set(seen).size, seen.length);
  ok(made.every((id) => seen.includes(id)));
});
test("search customers by email", async () => {
  const { customers } = await square.customers.search({
    query: { filter: { emailAddress: { exact: "ada@example.com" } } },
  });
  deepEqual(ids(customers), [customer.id]);
});
test("an idempotency key in the body is replayed", async () => {
  const sent = { givenName: "Once", idempotencyKey: "once" };
  equal((await square.customers.create(sent)).customer.id, (await square.customers.create(sent)).customer.id);
});
test("an absent customer is 404 with a list of errors", () =>
  rejects(square.customers.get({ customerId: "absent" }), (error) => {
    ok(error instanceof SquareError);
    deepEqual([error.statusCode, error.errors.length > 0], [404, true]);
    return true;
  }));
test("the error of a 404 says NOT_FOUND", () =>
  rejects(square.customers.get({ customerId: "absent" }), ({ errors: [error] }) => {
    deepEqual([error.category, error.code], ["INVALID_REQUEST_ERROR", "NOT_FOUND"]);
    return true;
  }));
test("a location is updated, read and listed", async () => {
  const businessHours = { periods: [{ dayOfWeek: "MON", startLocalTime: "07:00", endLocalTime: "18:00" }] };
  const updated = (await square.locations.update({ locationId: location.id, location: { businessHours } })).location;
  equal(updated.businessHours.periods[0].dayOfWeek, "MON");
  equal((await square.locations.get({ locationId: location.id })).location.name, "Harbour");
  ok(ids((await square.locations.list()).locations).includes(location.id));
});
test("money of a payment is a bigint", () => equal(payment.amountMoney.amount, 1000n));
test("read a payment", async () =>
  equal((await square.payments.get({ paymentId: payment.id })).payment.referenceId, "r1"));
test("iterate over payments", async () =>
  ok(ids(await collect(await square.payments.list({ limit: 5 }))).includes(payment.id)));
test("list payments of a location", async () =>
  deepEqual(ids(await collect(await square.payments.list({ locationId: location.id }))), [payment.id]));
test("complete a payment", async () =>
  equal((await square.payments.complete({ paymentId: payment.id })).payment.id, payment.id));
test("refund a payment", async () => {
  const sent = { idempotencyKey: idempotencyKey(), paymentId: payment.id, amountMoney: usd(100n) };
  const { refund } = await square.refunds.refundPayment(sent);
  equal(refund.paymentId, payment.id);
  equal((await square.refunds.get({ refundId: refund.id })).refund.id, refund.id);
});
test("read an order", async () => {
  const read = (await square.orders.get({ orderId: order.id })).order;
  deepEqual([read.locationId, read.lineItems[0].name], [location.id, "Tea"]);
});
test("search orders of a location", async () =>
  deepEqual(ids((await square.orders.search({ locationIds: [location.id] })).orders), [order.id]));
test("an item of the catalog is upserted, read and deleted", async () => {
  const { id } = await makeItem("Tea");
  equal((await square.catalog.object.get({ objectId: id })).object.itemData.name, "Tea");
  await square.catalog.object.delete({ objectId: id });
  await rejects(square.catalog.object.get({ objectId: id }), { statusCode: 404 });
});
test("list items of the catalog", async () => {
  const { id } = await makeItem("Coffee");
  const listed = await collect(await square.catalog.list({ types: "ITEM" }));
  ok(ids(listed).includes(id));
  ok(listed.every(({ type }) => type === "ITEM"));
});
test("a customer joins a group", async () => {
  const { group } = await square.customers.groups.create({
    idempotencyKey: idempotencyKey(),
    group: { name: "Loyal" },
  });
  await square.customers.groups.add({ customerId: customer.id, groupId: group.id });
  ok(ids(await collect(await square.customers.groups.list())).includes(group.id));
});
test("an invoice is created and published", async () => {
  const sent = {
    locationId: location.id,
    orderId: order.id,
    title: "Tea",
    primaryRecipient: { customerId: customer.id },
  };
  const { invoice } = await square.invoices.create({ idempotencyKey: idempotencyKey(), invoice: sent });
  equal(invoice.title, "Tea");
  const published = await square.invoices.publish({ invoiceId: invoice.id, version: invoice.version ?? 0 });
  equal(published.invoice.id, invoice.id);
});
test("upload an image", async () => {
  const image = { type: "IMAGE", id: "#image", imageData: { caption: "Cup" } };
  const imageFile = new Blob(["PNG"], { type: "image/png" });
  const uploaded = await square.catalog.images.create({
    request: { idempotencyKey: idempotencyKey(), image },
    imageFile,
  });
  equal(uploaded.image.imageData.caption, "Cup");
});
test("delete a customer", async () => {
  const { id } = (await square.customers.create({ givenName: "Gone" })).customer;
  await square.customers.delete({ customerId: id });
  await rejects(square.customers.get({ customerId: id }), { statusCode: 404 });
});

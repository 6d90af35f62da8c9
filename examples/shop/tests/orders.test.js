import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";
import { makeBook, makeCustomer, SIGNED_IN } from "./signed-in.js";

test("an order costs what its books cost, whatever the client says", () =>
  withTestApp(async (app) => {
    const cheap = await makeBook(app, { price: 500 });
    const dear = await makeBook(app, { price: 2000 });
    const customer = await makeCustomer(app);
    const items = [
      { bookId: cheap.id, quantity: 3 },
      { bookId: dear.id, quantity: 1 },
    ];
    const order = { customerId: customer.id, items, total: 1, status: "delivered" };
    const made = await app.request("POST", "/orders", order, SIGNED_IN);
    assert.equal(made.status, 201);
    assert.equal(made.body.total, 3500);
    assert.equal(made.body.status, "pending");
    assert.equal(made.headers.get("location"), `/orders/${made.body.id}`);

    const fewer = { items: [{ bookId: cheap.id, quantity: 1 }] };
    const changed = await app.request("PATCH", `/orders/${made.body.id}`, fewer, SIGNED_IN);
    assert.equal(changed.body.total, 500);
  }));

test("what is not there, or out of stock, cannot be ordered; nothing is kept of the attempt", () =>
  withTestApp(async (app) => {
    const gone = await makeBook(app, { title: "Sold Out", inStock: false });
    const customer = await makeCustomer(app);
    const items = [
      { bookId: gone.id, quantity: 1 },
      { bookId: 999, quantity: 1 },
    ];
    const refused = await app.request("POST", "/orders", { customerId: customer.id, items }, SIGNED_IN);
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.body.details, [
      { in: "body", path: "/items/0/bookId", message: "Sold Out is out of stock" },
      { in: "body", path: "/items/1/bookId", message: "there is no book 999" },
    ]);
    const nobody = { customerId: "3f0c5a58-6c0e-4f0e-9a52-0f6d2c1f7b11", items };
    assert.equal((await app.request("POST", "/orders", nobody, SIGNED_IN)).status, 400);
    assert.equal(await app.repository("Order").count(), 0);
  }));

test("an order can be cancelled until it is on its way", () =>
  withTestApp(async (app) => {
    const book = await makeBook(app);
    const customer = await makeCustomer(app);
    const order = { customerId: customer.id, items: [{ bookId: book.id, quantity: 1 }] };
    const { body: first } = await app.request("POST", "/orders", order, SIGNED_IN);
    const cancelled = await app.request("POST", `/orders/${first.id}/cancel`, { reason: "By mistake." }, SIGNED_IN);
    assert.equal(cancelled.status, 200);
    assert.equal(cancelled.body.status, "cancelled");
    assert.ok(Date.parse(cancelled.body.cancelledAt) >= Date.parse(cancelled.body.createdAt));
    assert.equal((await app.request("POST", `/orders/${first.id}/cancel`, {}, SIGNED_IN)).status, 409);

    const { body: second } = await app.request("POST", "/orders", order, SIGNED_IN);
    await app.repository("Order").update(second.id, { status: "shipped" });
    const late = await app.request("POST", `/orders/${second.id}/cancel`, {}, SIGNED_IN);
    assert.equal(late.status, 409);
    assert.equal(late.body.error, "The order is shipped.");
    assert.equal((await app.request("POST", "/orders/nonsense/cancel", {}, SIGNED_IN)).status, 400);
  }));

test("orders are listed page by page", () =>
  withTestApp(async (app) => {
    const book = await makeBook(app);
    const customer = await makeCustomer(app);
    const order = { customerId: customer.id, items: [{ bookId: book.id, quantity: 1 }] };
    for (let count = 0; count < 5; count++) await app.request("POST", "/orders", order, SIGNED_IN);
    const seen = new Set();
    let cursor = "";
    for (let pages = 1; pages <= 3; pages++) {
      const { body } = await app.request("GET", `/orders?limit=2${cursor}`, undefined, SIGNED_IN);
      for (const { id } of body.data) seen.add(id);
      assert.equal(body.hasMore, pages < 3);
      cursor = `&cursor=${body.nextCursor}`;
    }
    assert.equal(seen.size, 5);
  }));

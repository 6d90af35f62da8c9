import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";
import { makeCustomer, SIGNED_IN } from "./signed-in.js";

test("there are settings from the beginning; they are replaced whole and changed in part", () =>
  withTestApp(async (app) => {
    const first = await app.request("GET", "/settings", undefined, SIGNED_IN);
    assert.equal(first.body.currency, "EUR");
    const whole = { shopName: "Abbenay Books", currency: "GBP", taxRate: 0.05, freeShippingFrom: 5000 };
    const replaced = await app.request("PUT", "/settings", whole, SIGNED_IN);
    assert.equal(replaced.status, 200);
    const { updatedAt, ...rest } = replaced.body;
    assert.deepEqual(rest, whole);
    const changed = await app.request("PATCH", "/settings", { taxRate: 0 }, SIGNED_IN);
    assert.equal(changed.body.taxRate, 0);
    assert.equal(changed.body.shopName, "Abbenay Books");
    assert.ok(changed.body.updatedAt >= updatedAt);
    const { freeShippingFrom, ...fewer } = whole;
    assert.equal((await app.request("PUT", "/settings", fewer, SIGNED_IN)).body.freeShippingFrom, undefined);
  }));

test("passwords are hashed, and never shown", () =>
  withTestApp(async (app) => {
    const customer = await makeCustomer(app);
    assert.equal("password" in customer, false);
    const stored = await app.repository("Customer").get(customer.id, { fields: ["password"] });
    assert.match(stored.password, /^[\w-]{16}\.[\w-]{43}$/);
    const changed = await app.request("PATCH", `/customers/${customer.id}`, { password: "still-no-gates" }, SIGNED_IN);
    assert.equal(changed.status, 200);
    const after = await app.repository("Customer").get(customer.id, { fields: ["password"] });
    assert.notEqual(after.password, stored.password);
    const patch = JSON.stringify([{ op: "add", path: "/password", value: "patched-no-gates" }]);
    const headers = { ...SIGNED_IN, "content-type": "application/json-patch+json" };
    const patched = await app.request("PATCH", `/customers/${customer.id}`, patch, headers);
    assert.equal(patched.status, 200);
    const last = await app.repository("Customer").get(customer.id, { fields: ["password"] });
    assert.match(last.password, /^[\w-]{16}\.[\w-]{43}$/);
    assert.notEqual(last.password, after.password);
  }));

import assert from "node:assert/strict";
import { test } from "node:test";
import { withTestApp } from "@onespec/framework-cli/testing";
import { makeBook, SIGNED_IN } from "./signed-in.js";

test("everybody may read the catalogue", () =>
  withTestApp(async (app) => {
    const book = await makeBook(app);
    const page = await app.request("GET", "/books?genre=fiction&sort=-price");
    assert.equal(page.status, 200);
    assert.deepEqual(page.body, { data: [book], page: 1, limit: 20, total: 1 });
    assert.equal((await app.request("GET", `/books/${book.id}/reviews`)).status, 200);
  }));

test("everything else needs a token", () =>
  withTestApp(async (app) => {
    for (const [method, path] of [
      ["GET", "/orders"],
      ["GET", "/customers"],
      ["GET", "/settings"],
      ["DELETE", "/books/1"],
    ]) {
      const refused = await app.request(method, path);
      assert.equal(refused.status, 401, `${method} ${path}`);
      assert.deepEqual(refused.body, { error: "A bearer token is needed.", details: [] });
      assert.equal(refused.headers.get("www-authenticate"), "Bearer");
      assert.equal((await app.request(method, path, undefined, { authorization: "Bearer guess" })).status, 401);
    }
    assert.equal((await app.request("GET", "/orders", undefined, SIGNED_IN)).status, 200);
  }));

test("a removed book takes its reviews along", () =>
  withTestApp(async (app) => {
    const book = await makeBook(app);
    const review = { rating: 5, reviewer: "Shevek" };
    assert.equal((await app.request("POST", `/books/${book.id}/reviews`, review, SIGNED_IN)).status, 201);
    assert.equal((await app.request("DELETE", `/books/${book.id}`, undefined, SIGNED_IN)).status, 204);
    assert.equal((await app.request("GET", `/books/${book.id}/reviews`)).status, 404);
    assert.equal(await app.repository("Review").count(), 0);
  }));

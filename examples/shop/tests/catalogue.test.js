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
      assert.equal(refused.body.error, "Unauthorized");
      assert.match(refused.headers.get("www-authenticate"), /^Bearer realm="[^"]+"$/);
      const guessed = await app.request(method, path, undefined, { authorization: "Bearer guess" });
      assert.equal(guessed.status, 401);
      assert.match(guessed.headers.get("www-authenticate"), /error="invalid_token"/);
    }
    assert.equal((await app.request("GET", "/orders", undefined, SIGNED_IN)).status, 200);
  }));

test("a book that somebody else has changed is not changed by who has not seen that", () =>
  withTestApp(async (app) => {
    const { id, title, authorId, genre, price } = await makeBook(app);
    const seen = (await app.request("GET", `/books/${id}`)).headers.get("etag");
    const change = (cents) =>
      app.request("PATCH", `/books/${id}`, { price: cents }, { ...SIGNED_IN, "if-match": seen });
    assert.equal((await change(1400)).status, 200);
    assert.equal((await change(1500)).status, 412);
    assert.equal((await app.request("GET", `/books/${id}`)).body.price, 1400);
    await app.request("PATCH", `/books/${id}`, { inStock: false, pages: 10 }, SIGNED_IN);
    const replaced = await app.request("PUT", `/books/${id}`, { title, authorId, genre, price }, SIGNED_IN);
    assert.deepEqual([replaced.body.inStock, replaced.body.pages], [true, undefined]);
  }));

test("what is not there is told by the parameter that names it", () =>
  withTestApp(async (app) => {
    const { status, body } = await app.request("GET", "/books/99");
    const details = [{ in: "path", path: "/bookId", message: 'books has no record "99"' }];
    assert.deepEqual([status, body], [404, { error: "Not found", details }]);
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

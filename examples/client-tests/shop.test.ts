import { test as base, expect } from "vitest";
import { mockFixtures, type TestFixtures, type WorkerFixtures } from "../bookshop/sdk/testing.js";
import { addBook, cheapestBooks } from "./shop.js";

const test = base.extend<TestFixtures & WorkerFixtures>(mockFixtures({ seed: 5 }));

test("a book that was added is found", async ({ client }) => {
  expect(await addBook(client, "The Dispossessed")).toMatchObject({ id: 6, price: 1299 });
  expect(await client.books.find().count()).toBe(6);
});

test("each test finds the seeds", async ({ client }) => {
  expect(await client.books.find().count()).toBe(5);
  expect(await cheapestBooks(client, 2)).toHaveLength(2);
});

test("the next call of an operation can be made to fail", async ({ client, mock }) => {
  await mock.override("createBook", { status: 401, body: { error: "Sign in first", details: [] } });
  expect(await addBook(client, "The Dispossessed")).toBe("The shop rejected it: 401");
  expect(await addBook(client, "The Dispossessed")).toMatchObject({ id: 6 });
});

test("an override that a test leaves behind is gone", async ({ client, mock }) => {
  await mock.override("createBook", { status: 503, times: 1000 });
  await expect(client.books.create({ title: "A", authorId: 1, genre: "fiction", price: 1299 })).rejects.toThrow("503");
});

test("the next test does not see it", async ({ client }) => {
  expect(await addBook(client, "The Dispossessed")).toMatchObject({ id: 6 });
});

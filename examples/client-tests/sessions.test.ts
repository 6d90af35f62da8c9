import { createMockServer } from "@onespec/mock-server";
import { expect, test } from "vitest";
import { createTestClient } from "../bookshop/sdk/testing.js";
import { addBook } from "./shop.js";

const description = new URL("../bookshop/api.yaml", import.meta.url);

test("two sessions of one server do not see each other", async () => {
  const server = await createMockServer({ description, seed: 5, port: 0 });
  const { url } = await server.listen();
  const one = await createTestClient({ mock: url });
  const other = await createTestClient({ mock: url });

  await addBook(one.client, "The Dispossessed");
  await other.mock.override("listBooks", { status: 500 });
  expect(await one.client.books.find().count()).toBe(6);
  await expect(other.client.books.find()).rejects.toThrow("500");
  expect(await other.client.books.find().count()).toBe(5);
  await one.mock.reset();
  expect(await one.client.books.find().count()).toBe(5);

  await one.mock.close();
  await other.mock.close();
  expect(await (await fetch(`${url}/__mock/sessions`)).json()).toMatchObject({ sessions: [] });
  await server.close();
});

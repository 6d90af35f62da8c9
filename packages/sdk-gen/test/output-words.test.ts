import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { pair, type ServedClient, servedClient } from "./served-client.js";

let served: ServedClient;
afterEach(() => served.close());

const serve = async (description: object): Promise<ServedClient> => {
  served = await servedClient(description, { answer: () => ({ body: {} }) });
  return served;
};

test("a schema with the name of a class of the platform or of the client becomes a model with a name of its own", async () => {
  const schemas = { Error: { type: "object" }, Query: { type: "object" }, Book: { type: "object" } };
  const { module } = await serve({ components: { schemas }, paths: pair("books", {}) });
  expect(Object.keys(module)).toEqual(expect.arrayContaining(["Book", "ErrorModel", "QueryModel"]));
});

test("ids in examples are whole where the description allows any number", async () => {
  const { folder } = await serve({ paths: pair("books", {}, { id: { type: "number" } }) });
  const page = await readFile(join(folder, "docs", "Books.md"), "utf8");
  expect(page).toMatch(/books\.get\(\d+\)/);
});

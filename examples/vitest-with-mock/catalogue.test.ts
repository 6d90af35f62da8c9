import { createMockServer, type MockServer } from "@onespec/mock-server";
import { handlers } from "@onespec/mock-server/msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { API, addAuthor, findAuthor } from "./catalogue.js";

// A path: under jsdom, Vite makes an http address of `new URL("...", import.meta.url)`.
const description = `${import.meta.dirname}/../bookshop/api.yaml`;
let mock: MockServer;
const network = setupServer();

beforeAll(async () => {
  mock = await createMockServer({ description, seed: 5 });
  network.listen({ onUnhandledRequest: "error" });
  network.use(...handlers(mock, { baseUrl: API }));
});
beforeEach(() => mock.reset());
afterEach(() => mock.fetch(new Request("http://mock/__mock/overrides", { method: "DELETE" })));
afterAll(async () => {
  network.close();
  await mock.close();
});

test("an author that was added is found", async () => {
  const { id } = await addAuthor("Ursula K. Le Guin", "US");
  expect(id).toBe(6);
  expect(await findAuthor(id)).toMatchObject({ name: "Ursula K. Le Guin" });
});

test("each test begins with the seeds", async () => {
  expect(await findAuthor(5)).toBeDefined();
  expect(await findAuthor(6)).toBeUndefined();
});

test("an author without a name is rejected by the contract", async () => {
  await expect(addAuthor("", "US")).rejects.toThrow("400");
});

test("the API can be made to fail", async () => {
  await mock.fetch(
    new Request("http://mock/__mock/overrides", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ operationId: "createAuthor", status: 503 }),
    }),
  );
  await expect(addAuthor("Ursula K. Le Guin", "US")).rejects.toThrow("503");
  expect(await addAuthor("Ursula K. Le Guin", "US")).toMatchObject({ id: 6 });
});

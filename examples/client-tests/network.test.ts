import { handlers } from "@onespec/mock-server/msw";
import { setupServer } from "msw/node";
import { test as base, expect } from "vitest";
import { mockFixtures, type TestFixtures, type WorkerFixtures } from "../bookshop/sdk/testing.js";

const API = "https://api.bookshop.example";

const test = base
  .extend<TestFixtures & WorkerFixtures>(mockFixtures({ seed: 5 }))
  .extend<{ network: ReturnType<typeof setupServer> }>({
    network: [
      async ({ mock }, use) => {
        const network = setupServer(...handlers(mock, { baseUrl: API }));
        network.listen({ onUnhandledRequest: "error" });
        await use(network);
        network.close();
      },
      { auto: true },
    ],
  });

test("code that calls the API's address reaches the mock, as the client does", async ({ client }) => {
  const response = await fetch(`${API}/authors`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ursula K. Le Guin", country: "US" }),
  });
  const { id } = (await response.json()) as { id: number };
  expect(await client.authors.get(id)).toMatchObject({ name: "Ursula K. Le Guin" });
});

test("overrides are for these calls as well", async ({ mock }) => {
  await mock.override("listAuthors", { status: 503 });
  expect((await fetch(`${API}/authors`)).status).toBe(503);
  expect((await fetch(`${API}/authors`)).status).toBe(200);
});

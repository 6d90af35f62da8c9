import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createMockServer, type MockServer } from "../src/index.js";
import { handlers } from "../src/msw.js";
import { crud } from "./http-client.js";

const description = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  servers: [{ url: "https://api.example.com/v1" }],
  paths: crud("/pets", {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
  }),
};
const BASE = "https://api.example.com/v1";

let mock: MockServer;
const network = setupServer();
beforeAll(async () => {
  mock = await createMockServer({ description, seed: 2 });
  network.listen({ onUnhandledRequest: "error" });
  network.use(...handlers(mock, { baseUrl: BASE }));
});
afterEach(() => mock.reset());
afterAll(async () => {
  network.close();
  await mock.close();
});

describe("handlers for MSW", () => {
  test("answer fetch to the real address from the mock's state", async () => {
    const made = await fetch(`${BASE}/pets`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Rex" }),
    });
    expect([made.status, made.headers.get("location")]).toEqual([201, "/v1/pets/3"]);
    expect(await (await fetch(new URL("/v1/pets/3", BASE))).json()).toEqual({ id: 3, name: "Rex" });
    expect((await fetch(`${BASE}/pets/3`, { method: "DELETE" })).status).toBe(204);
    expect((await fetch(`${BASE}/pets/3`)).status).toBe(404);
  });

  test("a path is resolved against the page, and without a page the error says what to write", async () => {
    expect(() => handlers(mock, { baseUrl: "/v1" })).toThrow(
      'handlers: "/v1" is no whole address, and there is no page that it could belong to. Write it as "http://localhost:3000/api"',
    );
    vi.stubGlobal("location", { href: "http://localhost:3000/shelf?page=2" });
    network.use(...handlers(mock, { baseUrl: "/v1" }));
    vi.unstubAllGlobals();
    expect((await fetch("http://localhost:3000/v1/pets/1")).status).toBe(200);
  });

  test("leave other addresses alone", async () => {
    await expect(fetch("https://api.example.com/v2/pets")).rejects.toThrow();
    await expect(fetch("https://other.example.com/v1/pets")).rejects.toThrow();
  });

  test("take the session of a request", async () => {
    const headers = { "mock-session": "a" };
    await fetch(`${BASE}/pets/1`, { method: "DELETE", headers });
    expect((await fetch(`${BASE}/pets/1`, { headers })).status).toBe(404);
    expect((await fetch(`${BASE}/pets/1`)).status).toBe(200);
  });

  test("ask for a base path that the description does not name", async () => {
    expect(() => handlers(mock, { baseUrl: "https://api.example.com/v2" })).toThrow('{ basePath: "/v2" }');
    const other = await createMockServer({ description, seed: 2, basePath: "/v2" });
    network.use(...handlers(other, { baseUrl: "https://api.example.com/v2" }));
    expect(await (await fetch("https://api.example.com/v2/pets")).json()).toHaveLength(2);
    await other.close();
  });
});

import { type FastifyInstance, fastify } from "fastify";
import { afterEach, expect, test } from "vitest";
import { createMemoryStore, type DescribedMockServer, mockPlugin } from "../src/index.js";
import { crud } from "./http-client.js";

const PET = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const description = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: crud("/pets", PET) };

const opened: FastifyInstance[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** Somebody's application: a route of its own beside a mock below `/api`. */
async function openApp(options: Partial<DescribedMockServer> = {}): Promise<FastifyInstance> {
  const app = fastify();
  opened.push(app);
  app.get("/version", () => ({ version: 7 }));
  app.post("/names", () => ({}));
  await app.register(mockPlugin, { prefix: "/api", description, ...options });
  await app.ready();
  return app;
}

const post = (name: string) => ({ method: "POST", url: "/api/pets", payload: { name } }) as const;

test("a mock below a prefix creates, reads, updates, lists and deletes", async () => {
  const app = await openApp({ seed: 2 });
  expect((await app.inject("/api/pets")).json()).toHaveLength(2);
  const created = await app.inject(post("Ada"));
  expect([created.statusCode, created.headers.location]).toEqual([201, "/api/pets/3"]);
  expect((await app.inject("/api/pets/3")).json()).toEqual({ id: 3, name: "Ada" });
  const patch = { method: "PATCH", url: "/api/pets/3", payload: { name: "Bo" } } as const;
  expect((await app.inject(patch)).json()).toEqual({ id: 3, name: "Bo" });
  expect((await app.inject({ method: "DELETE", url: "/api/pets/3" })).statusCode).toBe(204);
  expect((await app.inject("/api/pets/3")).json()).toMatchObject({ error: "Not found" });
  expect((await app.inject({ method: "PUT", url: "/api/pets" })).headers.allow).toBe("GET, POST, HEAD, OPTIONS");
});

test("routes of the application stay as they are", async () => {
  const app = await openApp();
  const version = await app.inject("/version");
  expect(version.json()).toEqual({ version: 7 });
  expect(version.headers["access-control-allow-origin"]).toBeUndefined();
  expect((await app.inject("/pets")).json()).toMatchObject({ message: "Route GET:/pets not found" });
  const bad = { method: "POST", url: "/names", headers: { "content-type": "application/json" }, payload: "{" } as const;
  expect((await app.inject(bad)).json()).toMatchObject({ statusCode: 400, code: expect.stringMatching(/^FST_/) });
});

test("an unknown path below the prefix names the nearest paths", async () => {
  const app = await openApp();
  const reply = await app.inject("/api/pet");
  expect([reply.statusCode, reply.json().error]).toEqual([404, "Not found"]);
  expect(reply.json().details).toMatchObject([{ nearest: ["/api/pets", "/api/pets/{id}"] }]);
});

test("the control plane is below the prefix", async () => {
  const app = await openApp({ seed: 1 });
  await app.inject(post("Ada"));
  expect((await app.inject("/api/__mock/health")).statusCode).toBe(200);
  expect((await app.inject("/__mock/health")).statusCode).toBe(404);
  expect((await app.inject({ method: "POST", url: "/api/__mock/reset" })).statusCode).toBeLessThan(300);
  expect((await app.inject("/api/pets")).json()).toHaveLength(1);
});

test("two mocks in one application share nothing", async () => {
  const app = fastify();
  opened.push(app);
  await app.register(mockPlugin, { prefix: "/a", description });
  await app.register(mockPlugin, { prefix: "/b", description });
  await app.inject({ ...post("Ada"), url: "/a/pets" });
  expect((await app.inject("/a/pets")).json()).toHaveLength(1);
  expect((await app.inject("/b/pets")).json()).toEqual([]);
});

test("closing the application closes the store", async () => {
  let isClosed = false;
  const store = createMemoryStore();
  const app = await openApp({
    store: {
      ...store,
      close: async () => {
        isClosed = true;
        await store.close();
      },
    },
  });
  await app.close();
  expect(isClosed).toBe(true);
});

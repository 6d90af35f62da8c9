import { expect, test } from "vitest";
import { crud, serve } from "./http-client.js";

const PET = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" }, kind: { type: "string" } },
};
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const SETTINGS = { type: "object", required: ["theme"], properties: { theme: { type: "string" } } };
const kind = { name: "kind", in: "query", schema: { type: "string" } };

/** What is remembered between requests must not outlive a write: each read is asked twice before and after one. */
test("an item, a list by the same query and a document read again after a write are new", async () => {
  const paths = crud("/pets", PET) as Record<string, { get: object }>;
  const call = await serve({
    ...paths,
    "/pets": { ...paths["/pets"], get: { ...paths["/pets"]?.get, parameters: [kind] } },
    "/settings": {
      get: { responses: { 200: { description: "ok", ...json(SETTINGS) } } },
      put: { requestBody: json(SETTINGS), responses: { 200: { description: "ok", ...json(SETTINGS) } } },
    },
  });
  const twice = async (path: string): Promise<unknown> => {
    const first = (await call("GET", path)).body;
    expect((await call("GET", path)).body).toEqual(first);
    return first;
  };
  await call("POST", "/pets", { name: "Rex", kind: "dog" });
  expect(await twice("/pets?kind=dog")).toEqual([{ id: 1, name: "Rex", kind: "dog" }]);
  expect(await twice("/pets/1")).toEqual({ id: 1, name: "Rex", kind: "dog" });

  await call("PATCH", "/pets/1", { name: "Max" });
  expect(await twice("/pets/1")).toEqual({ id: 1, name: "Max", kind: "dog" });
  expect(await twice("/pets?kind=dog")).toEqual([{ id: 1, name: "Max", kind: "dog" }]);

  await call("POST", "/pets", { name: "Mia", kind: "dog" });
  expect(await twice("/pets?kind=dog")).toHaveLength(2);
  await call("DELETE", "/pets/1");
  expect(await twice("/pets?kind=dog")).toEqual([{ id: 2, name: "Mia", kind: "dog" }]);
  expect((await call("GET", "/pets/1")).status).toBe(404);

  await call("PUT", "/settings", { theme: "dark" });
  expect(await twice("/settings")).toEqual({ theme: "dark" });
  await call("PUT", "/settings", { theme: "light" });
  expect(await twice("/settings")).toEqual({ theme: "light" });
});

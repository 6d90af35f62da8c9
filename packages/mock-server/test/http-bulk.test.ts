import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const id = { anyOf: [{ type: "integer" }, { type: "string", format: "uuid" }] };
const entry = { type: "object", required: ["id"], properties: { id, text, tags: { type: "array", items: text } } };
const result = (schema: object): object =>
  ok({ type: "object", properties: { result: schema, time: { type: "number" }, status: text } });
const parameters = [inPath("shelf")];
const status = { type: "object", required: ["state"], properties: { state: { enum: ["done"] } } };
const ids = { type: "array", items: id };
const post = (body: object, responses: object, rest: object = {}): object => ({
  parameters,
  post: { requestBody: { required: true, ...json(body) }, responses, ...rest },
});

/** Records that are written, read and removed in bulk, and read one by one. */
const paths = {
  ...crud("/shelves", { type: "object", required: ["name"], properties: { name: text } }, text),
  "/shelves/{shelf}/exists": {
    parameters,
    get: { responses: result({ type: "object", required: ["exists"], properties: { exists: { type: "boolean" } } }) },
  },
  "/shelves/{shelf}/entries": {
    parameters,
    put: {
      operationId: "upsertEntries",
      requestBody: {
        required: true,
        ...json({
          anyOf: [
            {
              type: "object",
              required: ["batch"],
              properties: { batch: { type: "object", properties: { ids } }, key: text },
            },
            {
              type: "object",
              required: ["entries"],
              properties: { entries: { type: "array", items: entry }, key: text },
            },
          ],
        }),
      },
      responses: result(status),
    },
    post: {
      requestBody: {
        required: true,
        ...json({ type: "object", required: ["ids"], properties: { ids, with_tags: { type: "boolean" } } }),
      },
      responses: result({ type: "array", items: entry }),
    },
  },
  "/shelves/{shelf}/entries/{id}": { parameters: [...parameters, inPath("id", id)], get: { responses: result(entry) } },
  "/shelves/{shelf}/entries/scroll": post(
    { type: "object", properties: { limit: { type: "integer" }, offset: id } },
    result({ type: "object", properties: { entries: { type: "array", items: entry }, next_page_offset: id } }),
  ),
  "/shelves/{shelf}/entries/count": post(
    { type: "object", properties: { exact: { type: "boolean" } } },
    result({ type: "object", required: ["count"], properties: { count: { type: "integer" } } }),
  ),
  "/shelves/{shelf}/entries/delete": post(
    {
      anyOf: [
        { type: "object", required: ["entries"], properties: { entries: ids } },
        { type: "object", required: ["filter"], properties: { filter: { type: "object" } } },
      ],
    },
    result(status),
  ),
};

describe("records that are written in bulk", () => {
  it("are read one by one, by their ids, page by page, and counted; a change keeps the others", async () => {
    const call = await serve(paths);
    await call("POST", "/shelves", { name: "novels" });
    const entries = [1, 2, 3].map((id) => ({ id, text: `entry ${id}`, tags: ["a"] }));
    expect((await call("PUT", "/shelves/novels/entries", { entries })).status).toBe(200);
    await call("PUT", "/shelves/novels/entries", { entries: [{ id: 2, text: "second" }] });
    expect((await call("GET", "/shelves/novels/entries/2")).body.result).toMatchObject({ id: 2, text: "second" });
    expect((await call("GET", "/shelves/novels/entries/9")).status).toBe(404);
    const found = await call("POST", "/shelves/novels/entries", { ids: [3, 1] });
    expect(found.body.result.map(({ id }: { id: number }) => id)).toEqual([1, 3]);
    expect((await call("POST", "/shelves/novels/entries/count", {})).body.result).toEqual({ count: 3 });
    const page = await call("POST", "/shelves/novels/entries/scroll", { limit: 2 });
    expect(page.body.result.entries.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
  });

  it("are removed by their ids", async () => {
    const call = await serve(paths);
    await call("POST", "/shelves", { name: "novels" });
    await call("PUT", "/shelves/novels/entries", { entries: [1, 2, 3].map((id) => ({ id, text: `entry ${id}` })) });
    expect((await call("POST", "/shelves/novels/entries/delete", { entries: [1, 3] })).status).toBe(200);
    expect((await call("POST", "/shelves/novels/entries/count", {})).body.result).toEqual({ count: 1 });
    expect((await call("GET", "/shelves/novels/entries/1")).status).toBe(404);
  });
});

it("whether a record exists is what the state says", async () => {
  const call = await serve(paths);
  const exists = async (): Promise<boolean> => (await call("GET", "/shelves/novels/exists")).body.result.exists;
  expect(await exists()).toBe(false);
  await call("POST", "/shelves", { name: "novels" });
  expect(await exists()).toBe(true);
  await call("DELETE", "/shelves/novels");
  expect(await exists()).toBe(false);
});

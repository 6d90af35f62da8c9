import { afterEach, expect, test } from "vitest";
import { type Asked, type Reply, type ServedClient, servedClient } from "./served-client.js";

const TEXT = { type: "string" };
const OPEN = { type: "object", additionalProperties: {} };
const json = (schema: object): object => ({ description: "", content: { "application/json": { schema } } });
const envelope = (data: object): object => ({
  type: "object",
  properties: { data, permissions: { type: "object", properties: { read: { type: "array", items: TEXT } } } },
});

/** Records in `data`, with permissions beside them, as Kinto describes them. */
function open(name: string, record: object): object {
  const body = { required: true, content: { "application/json": { schema: envelope(record) } } };
  const patch = {
    "application/json": { schema: envelope(OPEN) },
    "application/merge-patch+json": { schema: envelope(OPEN) },
  };
  return {
    [`/${name}`]: {
      get: {
        operationId: `list_${name}`,
        parameters: [
          { name: "_limit", in: "query", schema: { type: "integer", minimum: 0, maximum: 2 ** 63 } },
          { name: "_token", in: "query", schema: TEXT },
          { name: "id", in: "query", schema: TEXT },
        ],
        responses: { 200: json({ type: "object", properties: { data: { type: "array", items: record } } }) },
      },
      post: { operationId: `create_${name}`, requestBody: body, responses: { 201: json(envelope(record)) } },
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: TEXT }],
      get: { operationId: `get_${name}`, responses: { 200: json(envelope(record)) } },
      put: { operationId: `put_${name}`, requestBody: body, responses: { 200: json(envelope(record)) } },
      patch: {
        operationId: `patch_${name}`,
        requestBody: { required: true, content: patch },
        responses: { 200: json(envelope(record)) },
      },
      delete: { operationId: `delete_${name}`, responses: { 200: json(envelope(record)) } },
    },
  };
}

let served: ServedClient;
afterEach(() => served.close());

async function serve(): Promise<{ readonly bodies: unknown[] }> {
  const bodies: unknown[] = [];
  const kept = Array.from({ length: 130 }, (_, at) => ({ id: `r${at}`, n: at % 3 }));
  const paths = {
    ...open("notes", OPEN),
    ...open("boxes", { type: "object", properties: { title: TEXT }, additionalProperties: {} }),
  };
  const answer = ({ method, path, query, body }: Asked): Reply => {
    if (method !== "GET") {
      bodies.push(body);
      return { status: method === "POST" ? 201 : 200, body: { data: { id: "x", ...body?.data }, permissions: {} } };
    }
    if (path.split("/").length > 2)
      return { body: { data: kept.find(({ id }) => path.endsWith(`/${id}`)), permissions: { read: [] } } };
    const size = Number(query.get("_limit") ?? 10);
    return size > 1000
      ? { status: 400, body: { message: "_limit is too large" } }
      : { body: { data: kept.slice(0, size) } };
  };
  served = await servedClient({ paths }, { answer });
  return { bodies };
}

test.each(["notes", "boxes"])("%s: every method gives and takes the open record without its envelope", async (name) => {
  const { bodies } = await serve();
  const { [name]: resource } = served.client;
  expect(await resource.create({ title: "a" })).toEqual({ id: "x", title: "a" });
  expect(await resource.get("r1")).toEqual({ id: "r1", n: 1 });
  expect(await resource.replace("x", { title: "b" }, { envelope: { permissions: { read: ["me"] } } })).toEqual({
    id: "x",
    title: "b",
  });
  expect(await resource.update("x", { title: "c" })).toEqual({ id: "x", title: "c" });
  expect(await resource.delete("x", { unwrap: false })).toEqual({ data: { id: "x" }, permissions: {} });
  expect(bodies).toEqual([
    { data: { title: "a" } },
    { permissions: { read: ["me"] }, data: { title: "b" } },
    { data: { title: "c" } },
    undefined,
  ]);
});

test.each(["notes", "boxes"])(
  "%s are found by their id and by fields that the description does not list",
  async (name) => {
    await serve();
    const { [name]: resource } = served.client;
    expect(await resource.find({ id: "r7" })).toEqual([{ id: "r7", n: 1 }]);
    expect(await resource.find({ n: 1 }).limit(2)).toEqual([
      { id: "r1", n: 1 },
      { id: "r4", n: 1 },
    ]);
  },
);

test("the bound of a number type is no size of a page", async () => {
  await serve();
  expect(await served.client.notes.find().limit(3)).toHaveLength(3);
  served.asked();
  expect(await served.client.notes.find({ n: 2 }).limit(1)).toHaveLength(1);
  expect(served.asked()).toEqual(["/notes?_limit=100"]);
});

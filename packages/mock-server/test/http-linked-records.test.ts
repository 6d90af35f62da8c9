import { expect, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const short = { id: text, name: text };
const assets = { asset_ids: list(text) };
const ids = {
  requestBody: json(object({ ids: list(text) }, { required: ["ids"] })),
  responses: ok(object({ done: text })),
};
const linking = (path: string) => ({ [path]: { parameters: [inPath("id")], put: ids, delete: ids } });

async function library() {
  const call = await serve(
    {
      ...crud("/assets", { $ref: "#/components/schemas/Asset" }),
      ...crud("/tags", { $ref: "#/components/schemas/Tag" }),
      ...crud("/memories", { $ref: "#/components/schemas/Memory" }),
      ...crud("/albums", object({ ...short, asset_count: { type: "integer", readOnly: true } })),
      "/albums": {
        post: {
          requestBody: json(object({ name: text, ...assets })),
          responses: { 201: { description: "made", ...json(object({ ...short, asset_count: { type: "integer" } })) } },
        },
      },
      ...linking("/albums/{id}/assets"),
      ...linking("/tags/{id}/assets"),
      ...linking("/memories/{id}/assets"),
    },
    {
      components: {
        schemas: {
          Asset: object({ ...short, tags: list({ $ref: "#/components/schemas/Tag" }) }),
          Tag: object(short),
          Memory: object({ ...short, assets: list({ $ref: "#/components/schemas/Asset" }) }),
        },
      },
    },
  );
  const made = async (path: string, body: object): Promise<string> => (await call("POST", path, body)).body.id;
  const asset = await made("/assets", { name: "sea.jpg", tags: [] });
  return { call, made, asset };
}

test("records that an action links are in the list of the record, until they are taken out", async () => {
  const { call, made, asset } = await library();
  const path = `/memories/${await made("/memories", { name: "Summer", assets: [] })}`;
  expect((await call("PUT", `${path}/assets`, { ids: [asset] })).headers.get("mock-ignored")).toBe(null);
  expect((await call("GET", path)).body).toMatchObject({ name: "Summer", assets: [{ id: asset, name: "sea.jpg" }] });
  await call("DELETE", `${path}/assets`, { ids: [asset] });
  expect((await call("GET", path)).body.assets).toEqual([]);
});

test("records that an action links list the record", async () => {
  const { call, made, asset } = await library();
  const tag = await made("/tags", { name: "blue" });
  await call("PUT", `/tags/${tag}/assets`, { ids: [asset] });
  expect((await call("GET", `/assets/${asset}`)).body.tags).toEqual([{ id: tag, name: "blue" }]);
  await call("DELETE", `/tags/${tag}/assets`, { ids: [asset] });
  expect((await call("GET", `/assets/${asset}`)).body.tags).toEqual([]);
});

const done = { 204: { description: "done" }, 404: { description: "absent" } };
const reference = object(
  { id: text, type: { type: "string", enum: ["team_reference"] } },
  { required: ["id", "type"] },
);
const byPath = {
  ...crud("/teams", object(short)),
  ...crud("/policies", object({ ...short, teams: list(reference) })),
  "/teams/{id}/policies/{policy_id}": {
    parameters: [inPath("id"), inPath("policy_id")],
    put: { responses: done },
    delete: { responses: done },
  },
};

test("a record that a path links to another lists it, as the reference that its schema describes", async () => {
  const call = await serve(byPath);
  const team = (await call("POST", "/teams", { name: "Night" })).body.id;
  const policy = (await call("POST", "/policies", { name: "Loud", teams: [] })).body.id;
  const path = `/teams/${team}/policies/${policy}`;
  const teams = async () => (await call("GET", `/policies/${policy}`)).body.teams;
  expect(await call("PUT", path)).toMatchObject({ status: 204 });
  expect(await teams()).toEqual([{ id: team, type: "team_reference" }]);
  expect((await call("PUT", `/teams/${team}/policies/none`)).status).toBe(404);
  expect((await call("DELETE", path)).headers.get("mock-ignored")).toBe(null);
  expect(await teams()).toEqual([]);
});

test("linked records are counted once", async () => {
  const { call, made, asset } = await library();
  const path = `/albums/${await made("/albums", { name: "Trip", asset_ids: [asset] })}`;
  const count = async (): Promise<number> => (await call("GET", path)).body.asset_count;
  const other = await made("/assets", { name: "hill.jpg", tags: [] });
  const counts = [await count()];
  for (const method of ["PUT", "PUT", "DELETE"]) {
    await call(method, `${path}/assets`, { ids: [other] });
    counts.push(await count());
  }
  expect(counts).toEqual([1, 2, 2, 1]);
  expect((await call("PUT", "/albums/none/assets", { ids: [other] })).status).toBe(404);
});

test("a record counts those below it", async () => {
  const call = await serve({
    ...crud("/collections", object({ ...short, num_documents: { type: "integer", readOnly: true } })),
    ...crud("/collections/{collectionId}/documents", object(short)),
  });
  const { id } = (await call("POST", "/collections", { name: "books" })).body;
  const path = `/collections/${id}`;
  const count = async (): Promise<number> => (await call("GET", path)).body.num_documents;
  const first = (await call("POST", `${path}/documents`, { name: "a" })).body.id;
  await call("POST", `${path}/documents`, { name: "b" });
  expect(await count()).toBe(2);
  await call("DELETE", `${path}/documents/${first}`);
  expect(await count()).toBe(1);
});

test("a list below a record shows those that name it among the ids of a list of theirs", async () => {
  const id = { type: "integer" };
  const contact = {
    type: "object",
    properties: { id: { ...id, readOnly: true }, email: { type: "string" }, listIds: { type: "array", items: id } },
  };
  const named = { type: "object", properties: { id: { ...id, readOnly: true }, name: { type: "string" } } };
  const call = await serve({
    ...crud("/contacts", contact),
    ...crud("/lists", named),
    "/lists/{listId}/contacts": {
      parameters: [inPath("listId", id)],
      get: { responses: ok({ type: "array", items: contact }) },
    },
  });
  for (const name of ["a", "b"]) await call("POST", "/lists", { name });
  await call("POST", "/contacts", { email: "ann@example.com", listIds: [1, 2] });
  await call("POST", "/contacts", { email: "bob@example.com", listIds: [2] });
  expect((await call("GET", "/lists/1/contacts")).body).toMatchObject([{ email: "ann@example.com" }]);
  expect((await call("GET", "/lists/2/contacts")).body).toHaveLength(2);
});

test("a POST that updates a list takes its place", async () => {
  const benefits = { benefits: list(text) };
  const product = object({
    id: { ...text, readOnly: true },
    name: text,
    benefits: list({ $ref: "#/components/schemas/Benefit" }),
  });
  const call = await serve(
    {
      ...crud("/products", product, text),
      ...crud("/benefits", { $ref: "#/components/schemas/Benefit" }, text),
      "/products/{id}/benefits": {
        parameters: [inPath("id")],
        post: {
          summary: "Update the benefits of a product",
          requestBody: json(object(benefits)),
          responses: ok(product),
        },
      },
    },
    { components: { schemas: { Benefit: object(short) } } },
  );
  const made = async (path: string, body: object): Promise<string> => (await call("POST", path, body)).body.id;
  const [one, two] = [await made("/benefits", { name: "Chat" }), await made("/benefits", { name: "Mail" })];
  const path = `/products/${await made("/products", { name: "Pro", benefits: [] })}`;
  await call("POST", `${path}/benefits`, { benefits: [one] });
  await call("POST", `${path}/benefits`, { benefits: [two] });
  expect((await call("GET", path)).body.benefits).toEqual([{ id: two, name: "Mail" }]);
});

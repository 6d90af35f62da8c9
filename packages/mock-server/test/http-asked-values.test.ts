import { expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object) => ({ type: "object", properties });

test("a generated answer has values of the request: the key of the path, the page and the ids of the query", async () => {
  const component = object({ key: text, name: text });
  const call = await serve({
    "/components/{key}": {
      parameters: [inPath("key")],
      get: { responses: ok(object({ status: integer, meta: component })) },
    },
    "/albums/{id}/tracks": {
      parameters: [inPath("id"), inQuery("limit", integer), inQuery("offset", integer)],
      get: { responses: ok(object({ limit: integer, offset: integer, total: integer })) },
    },
    "/files/{file}/nodes": {
      parameters: [inPath("file"), { ...inQuery("ids", text), required: true }],
      get: {
        responses: ok(
          object({
            name: text,
            nodes: { type: "object", additionalProperties: { ...object({ kind: text }), required: ["kind"] } },
          }),
        ),
      },
    },
  });
  expect((await call("GET", "/components/abc")).body.meta.key).toBe("abc");
  expect((await call("GET", "/albums/7/tracks?limit=2&offset=4")).body).toMatchObject({ limit: 2, offset: 4 });
  const { nodes } = (await call("GET", "/files/f/nodes?ids=1:2,1:3")).body;
  expect(Object.keys(nodes)).toEqual(["1:2", "1:3"]);
  expect(nodes["1:3"]).toMatchObject({ kind: expect.any(String) });
});

test("the answer has the id of the path in upper or lower case, also if a word such as json follows it", async () => {
  const run = object({ ID: text, ContainerID: text });
  const example = { ID: "sample", ContainerID: "box" };
  const get = { responses: ok({ ...run, example }) };
  const call = await serve({
    "/exec/{id}/json": { parameters: [inPath("id")], get },
    "/exec/{id}/owner": { parameters: [inPath("id")], get },
  });
  expect((await call("GET", "/exec/abc/json")).body).toEqual({ ID: "abc", ContainerID: "box" });
  expect((await call("GET", "/exec/abc/owner")).body).toEqual(example);
});

test("several parameters in a row name one thing, and each of them is a property of the answer", async () => {
  const track = {
    ...object({ carrier: text, number: text, name: text }),
    example: { carrier: "x", number: "1", name: "n" },
  };
  const get = { responses: ok(track) };
  const call = await serve({
    "/tracks/{carrier}/{number}": { parameters: [inPath("carrier"), inPath("number")], get },
    "/ships/{name}/track/{number}": { parameters: [inPath("name"), inPath("number")], get },
  });
  expect((await call("GET", "/tracks/dhl/7")).body).toEqual({ carrier: "dhl", number: "7", name: "n" });
  expect((await call("GET", "/ships/titanic/track/7")).body).toEqual({ carrier: "x", number: "7", name: "n" });
});

test("a generated answer has the ids of the records in its path, too", async () => {
  const status = object({ documentId: text, state: text });
  const call = await serve({
    "/documents/{document_id}/status": { parameters: [inPath("document_id")], get: { responses: ok(status) } },
  });
  expect((await call("GET", "/documents/d-7/status")).body.documentId).toBe("d-7");
});

test("the ids in the example of a list exist", async () => {
  const album = object({ id: text, name: text });
  const ids = { ...inQuery("ids", text), schema: { ...text, example: "382Ob,1A2GT" } };
  const call = await serve(
    {
      "/albums": {
        parameters: [{ ...ids, required: true }],
        get: { responses: ok(object({ albums: { type: "array", items: album } })) },
      },
      "/albums/{id}": { parameters: [inPath("id")], get: { responses: ok(album) } },
    },
    { openapi: "3.0.3" },
    { seed: 5 },
  );
  const { albums } = (await call("GET", "/albums?ids=382Ob,1A2GT")).body;
  expect(albums.map(({ id }: { id: string }) => id)).toEqual(["382Ob", "1A2GT"]);
  expect((await call("GET", "/albums/1A2GT")).status).toBe(200);
});

test("an optional property with the name of the path's id names another record", async () => {
  const comment = object({ id: text, message: text });
  const body = { type: "object", required: ["message"], properties: { message: text, comment_id: text } };
  const call = await serve({
    "/comments": {
      get: { responses: ok({ type: "array", items: comment }) },
      post: { requestBody: json(body), responses: { 201: { description: "made", ...json(comment) } } },
    },
    "/comments/{comment_id}": {
      parameters: [inPath("comment_id")],
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  const first = (await call("POST", "/comments", { message: "Tea?" })).body;
  const reply = await call("POST", "/comments", { message: "Milk.", comment_id: first.id });
  expect(reply.status).toBe(201);
  expect(reply.body.id).not.toBe(first.id);
});

test("a generated list has no next page", async () => {
  const next_page = { type: ["object", "null"], properties: { offset: text } };
  const tasks = { data: { type: "array", items: object({ name: text }) }, next_page };
  const call = await serve({
    "/sections/{section}/tasks": {
      parameters: [inPath("section")],
      get: { responses: ok({ ...object(tasks), required: ["data", "next_page"] }) },
    },
  });
  expect((await call("GET", "/sections/7/tasks")).body.next_page).toBeNull();
});

test("a generated list counts its items, and those of each list by name", async () => {
  const names = { type: "array", items: text };
  const integer = { type: "integer" };
  const call = await serve({
    "/report/words": { get: { responses: ok(object({ words: names, total: integer })) } },
    "/report/pets": {
      post: { responses: ok(object({ pets: names, owners: names, total_pets: integer, total: integer })) },
    },
  });
  const words = (await call("GET", "/report/words")).body;
  expect(words.total).toBe(words.words.length);
  const pets = (await call("POST", "/report/pets", {})).body;
  expect(pets.total_pets).toBe(pets.pets.length);
});

test("an answer repeats sent values in its objects, by their names or with the object's name before them", async () => {
  const number = { type: "number" };
  const sent = object({ customerExternalId: text, amount: number, name: text, event: text });
  const answer = object({
    event: text,
    customer: object({ externalId: text, name: text }),
    sale: object({ amount: number, currency: text }),
  });
  const call = await serve({ "/track/sale": { post: { requestBody: json(sent), responses: ok(answer) } } });
  const body = { customerExternalId: "c1", amount: 5, event: "buy", name: "Tea" };
  const reply = (await call("POST", "/track/sale", body)).body;
  expect(reply).toMatchObject({ event: "buy", customer: { externalId: "c1" }, sale: { amount: 5 } });
  expect(reply.customer.name).not.toBe("Tea");
});

test("a list of results has one for each id that was sent", async () => {
  const result = { ...object({ id: text, success: { type: "boolean" }, error: text }), required: ["id", "success"] };
  const body = json({ ...object({ ids: { type: "array", items: text } }), required: ["ids"] });
  const call = await serve({
    ...crud("/albums", object({ id: text, name: text })),
    "/albums/{id}/assets": {
      parameters: [inPath("id")],
      put: { requestBody: body, responses: ok({ type: "array", items: result }) },
    },
    "/checks": { post: { requestBody: body, responses: ok(object({ results: { type: "array", items: result } })) } },
  });
  const { id } = (await call("POST", "/albums", { name: "Trip" })).body;
  const results = ["a", "b"].map((one) => ({ id: one, success: true }));
  expect((await call("PUT", `/albums/${id}/assets`, { ids: ["a", "b"] })).body).toEqual(results);
  expect((await call("POST", "/checks", { ids: ["a", "b"] })).body).toEqual({ results });
});

test("the id of the path is that of an answer whose schema has its name", async () => {
  const Upload = object({ id: text, status: text });
  const upload = ok({ $ref: "#/components/schemas/Upload" });
  const call = await serve(
    {
      "/uploads": { post: { responses: upload } },
      "/uploads/{upload_id}/complete": { parameters: [inPath("upload_id")], post: { responses: upload } },
    },
    { components: { schemas: { Upload } } },
  );
  expect((await call("POST", "/uploads/u7/complete")).body.id).toBe("u7");
});

test("a generated answer holds the required parameters of the query, also where something is written", async () => {
  const file = object({ path: text, size: integer });
  const parameters = [inPath("branch"), { ...inQuery("path", text), required: true }, inQuery("size", integer)];
  const call = await serve({
    "/branches/{branch}/files": {
      parameters,
      get: { responses: ok(file) },
      post: { responses: { 201: { description: "made", ...json(file) } } },
    },
  });
  expect((await call("GET", "/branches/main/files?path=a/b.txt")).body.path).toBe("a/b.txt");
  expect((await call("POST", "/branches/main/files?path=a/c.txt")).body.path).toBe("a/c.txt");
  const tracked = { ...object({ number: text, carrier: text }), required: ["number"] };
  const asked = [inQuery("number", text), inQuery("carrier", text)];
  const post = await serve({ "/tracking": { get: { parameters: asked, responses: ok(tracked) } } });
  expect((await post("GET", "/tracking?number=1Z")).body.number).toBe("1Z");
});

test("the object in the answer with the name of the path's record has the id of the path", async () => {
  const call = await serve({
    "/users/{user_guid}/members/{member_guid}/status": {
      parameters: [inPath("user_guid"), inPath("member_guid")],
      get: { responses: ok(object({ member: object({ guid: text, status: text }) })) },
    },
  });
  expect((await call("GET", "/users/u/members/MBR-1/status")).body.member.guid).toBe("MBR-1");
});

test("a document below a record names that record, and what was checked is valid", async () => {
  const plan = { ...object({ customer_id: text, plan: text }), example: { customer_id: "sample", plan: "a" } };
  const at = { parameters: [inPath("id")] };
  const checked = { ...object({ valid: { type: "boolean" }, owner: text }), required: ["valid", "owner"] };
  const call = await serve({
    "/customers/{id}/plan": {
      ...at,
      get: { responses: ok(plan) },
      put: { requestBody: json(object({ plan: text })), responses: ok(plan) },
    },
    ...Object.fromEntries(["a", "b", "c"].map((key) => [`/check-${key}`, { post: { responses: ok(checked) } }])),
  });
  expect((await call("PUT", "/customers/7/plan", { plan: "b" })).body).toEqual({ customer_id: "7", plan: "b" });
  expect((await call("GET", "/customers/8/plan")).body.customer_id).toBe("8");
  for (const key of ["a", "b", "c"]) expect((await call("POST", `/check-${key}`)).body.valid).toBe(true);
});

test("the id of a thing that a path names by two parameters in a row is the last one", async () => {
  const asset = object({ id: text, address: text });
  const parameters = [inPath("walletId"), inPath("assetId")];
  const call = await serve({
    "/wallets/{walletId}/{assetId}": {
      parameters,
      get: { responses: ok(asset) },
      post: { requestBody: json(object({ address: text })), responses: ok(asset) },
    },
    "/accounts/{walletId}/{assetId}": { parameters, get: { responses: ok(asset) } },
  });
  const made = { id: "BTC", address: "bc1q" };
  expect((await call("POST", "/wallets/1/BTC", { address: "bc1q" })).body).toEqual(made);
  expect((await call("GET", "/wallets/1/BTC")).body).toEqual(made);
  expect((await call("GET", "/accounts/1/ETH")).body).toMatchObject({ id: "ETH" });
});

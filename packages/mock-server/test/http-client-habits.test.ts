import { describe, expect, test } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const listOf = (items: object) => ({ type: "array", items });
const made = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const item = (name: string) => inPath(name);

describe("generated clients", () => {
  const file = { 200: { description: "ok", content: { "text/csv": { schema: text } } } };
  const wrong = { 404: { description: "no", ...json(object({ message: text })) } };

  test("name the media type of an operation's errors, and accept any answer", async () => {
    const call = await serve({ "/report": { get: { responses: { ...file, ...wrong } } } });
    const read = (accept: string) => call("GET", "/report", undefined, { accept });
    expect(await read("application/json")).toMatchObject({ status: 200, type: expect.stringMatching(/^text\/csv/) });
    expect((await read("image/png")).status).toBe(406);
  });

  test.each([
    ["True", 1],
    ["False", 2],
    ["true", 1],
    ["1", 1],
    ["0", 2],
  ])("write a boolean of the query as %s", async (value, id) => {
    const task = object({ id: { ...integer, readOnly: true }, done: { type: "boolean" } });
    const call = await serve({
      "/tasks": {
        get: { parameters: [inQuery("done", { type: "boolean" })], responses: ok(listOf(task)) },
        post: { requestBody: json(task), responses: made(task) },
      },
    });
    for (const done of [true, false]) await call("POST", "/tasks", { done });
    expect((await call("GET", `/tasks?done=${value}`)).body).toMatchObject([{ id }]);
    expect((await call("GET", "/tasks?done=TRUE")).status).toBe(400);
  });
});

describe("a list in the query whose description says that commas separate it", () => {
  const uuids = ["b021e7cb-1903-4292-b48b-5b27b4271e3e", "b021e7cb-1903-4292-b48b-5b27b4271e3f"];
  const plan = async (description?: string) => {
    const project = object({ id: { ...text, format: "uuid" }, name: text });
    const ids = inQuery("ids", listOf({ ...text, format: "uuid" }), { description });
    const call = await serve({
      "/projects": {
        get: { parameters: [ids], responses: ok(listOf(project)) },
        post: { requestBody: json(project), responses: made(project) },
      },
      "/projects/{id}": { parameters: [item("id")], get: { responses: ok(project) } },
    });
    for (const id of uuids) await call("POST", "/projects", { id, name: id });
    await call("POST", "/projects", { id: "b021e7cb-1903-4292-b48b-5b27b4271e30", name: "other" });
    return call;
  };

  test.each([`ids=${uuids.join(",")}`, `ids=${uuids.join("%2C")}`, uuids.map((id) => `ids=${id}`).join("&")])(
    "is read so, besides one by one: %s",
    async (query) => {
      const call = await plan("All projects of a comma separated list of ids");
      expect((await call("GET", `/projects?${query}`)).body).toMatchObject(uuids.map((id) => ({ id })));
    },
  );

  test("is read one by one where the description does not say so", async () => {
    expect((await (await plan())("GET", `/projects?ids=${uuids.join(",")}`)).status).toBe(400);
  });
});

describe("a record goes by", () => {
  test("its property, where the path's parameter has the noun between two words", async () => {
    const customer = object({ ledger_id: text, external_id: text, name: text });
    const call = await serve({
      "/customers": {
        get: { responses: ok(listOf(customer)) },
        post: { requestBody: json(customer), responses: made(customer) },
      },
      "/customers/{external_customer_id}": {
        parameters: [item("external_customer_id")],
        get: { responses: ok(customer) },
      },
    });
    await call("POST", "/customers", { external_id: "c-7", name: "Ann" });
    expect(await call("GET", "/customers/c-7")).toMatchObject({ status: 200, body: { name: "Ann" } });
  });

  test("the name that its create requires, where its id is all that it shows of that", async () => {
    const branch = object({ id: text, commit: text });
    const call = await serve({
      "/branches": {
        get: { responses: ok(listOf(branch)) },
        post: {
          requestBody: json(object({ name: text, source: text }, { required: ["name"] })),
          responses: made(branch),
        },
      },
      "/branches/{branch}": { parameters: [item("branch")], get: { responses: ok(branch) } },
    });
    expect((await call("POST", "/branches", { name: "dev", source: "main" })).body).toMatchObject({ id: "dev" });
    expect((await call("GET", "/branches/dev")).status).toBe(200);
    expect((await call("POST", "/branches", { name: "dev" })).status).toBe(409);
  });
});

test("a record is named by the sent property with the name of the path's parameter, and shows it as its id", async () => {
  const entry = object({ id: text, size: integer });
  const call = await serve({
    "/entries": {
      get: { responses: ok(listOf(entry)) },
      post: { requestBody: json(object({ file_id: text }, { required: ["file_id"] })), responses: made(entry) },
    },
    "/entries/{file_id}": { parameters: [item("file_id")], get: { responses: ok(entry) } },
  });
  expect((await call("POST", "/entries", { file_id: "f-1" })).body).toMatchObject({ id: "f-1" });
  expect((await call("GET", "/entries/f-1")).status).toBe(200);
});

test("a count names the conditions that it does not understand", async () => {
  const pet = object({ id: { ...integer, readOnly: true }, name: text });
  const counted = {
    requestBody: json(object({ name: text, where: object({}) })),
    responses: ok(object({ count: integer })),
  };
  const call = await serve({
    "/pets": { get: { responses: ok(listOf(pet)) }, post: { requestBody: json(pet), responses: made(pet) } },
    "/pets/{id}": { parameters: [item("id")], get: { responses: ok(pet) } },
    "/pets/count": { post: counted },
  });
  for (const name of ["a", "b"]) await call("POST", "/pets", { name });
  const count = async (body: object) => {
    const { body: answered, headers } = await call("POST", "/pets/count", body);
    return [answered.count, headers.get("mock-ignored")];
  };
  expect([await count({ name: "a" }), await count({ where: { x: 1 } })]).toEqual([
    [1, null],
    [0, "x"],
  ]);
});

describe("pages", () => {
  const pattern = "^app_[a-z0-9]{12}$";
  const app = object({ id: { ...text, pattern, readOnly: true }, name: text });

  test("end with `done`; an iterator has the form of ids", async () => {
    const page = object(
      { data: listOf(app), iterator: { type: ["string", "null"] }, done: { type: "boolean" } },
      { required: ["data", "iterator", "done"] },
    );
    const parameters = [inQuery("limit", integer), inQuery("iterator", { ...text, pattern })];
    const call = await serve(
      {
        "/apps": { get: { parameters, responses: ok(page) }, post: { requestBody: json(app), responses: made(app) } },
        "/apps/{app_id}": { parameters: [item("app_id")], get: { responses: ok(app) } },
      },
      {},
      { seed: 3 },
    );
    const first = (await call("GET", "/apps?limit=2")).body;
    expect(first).toMatchObject({ data: [{}, {}], done: false });
    const second = (await call("GET", `/apps?limit=2&iterator=${first.iterator}`)).body;
    expect(second).toMatchObject({ data: [{}], done: true });
    expect(first.data).not.toContainEqual(second.data[0]);
  });

  test("have `amount` records, if that is described as their number; `prefix` is the beginning of ids", async () => {
    const repo = object({ id: text });
    const parameters = [
      inQuery("prefix", text),
      inQuery("after", text),
      inQuery("amount", integer, { description: "How many items to return." }),
    ];
    const call = await serve({
      "/repos": {
        get: { parameters, responses: ok(listOf(repo)) },
        post: { requestBody: json(repo), responses: made(repo) },
      },
      "/repos/{repo}": { parameters: [item("repo")], get: { responses: ok(repo) } },
    });
    for (const id of ["tea-1", "tea-2", "rum-1"]) await call("POST", "/repos", { id });
    expect((await call("GET", "/repos?amount=2")).body).toEqual([{ id: "tea-1" }, { id: "tea-2" }]);
    expect((await call("GET", "/repos?prefix=rum")).body).toEqual([{ id: "rum-1" }]);
  });

  test("`amount` of anything else is a filter", async () => {
    const payment = object({ id: { ...integer, readOnly: true }, amount: integer });
    const parameters = [inQuery("amount", integer), inQuery("page", integer)];
    const call = await serve({
      "/payments": {
        get: { parameters, responses: ok(listOf(payment)) },
        post: { requestBody: json(payment), responses: made(payment) },
      },
    });
    for (const amount of [1, 2]) await call("POST", "/payments", { amount });
    expect((await call("GET", "/payments?amount=2")).body).toMatchObject([{ amount: 2 }]);
  });
});

describe("records made elsewhere are listed below", () => {
  const reference = (description: string) => ({ allOf: [object({ id: text, type: text }), { description }] });
  const comment = object({
    id: { ...text, readOnly: true },
    message: text,
    item: reference("The file that this comment was placed on."),
    owner: object({ id: text }),
  });
  const page = object({
    offset: integer,
    total_count: integer,
    order: listOf(object({ by: text })),
    entries: listOf(comment),
  });

  test("the thing that their description names", async () => {
    const call = await serve({
      "/comments": { post: { requestBody: json(comment), responses: made(comment) } },
      "/comments/{comment_id}": { parameters: [item("comment_id")], get: { responses: ok(comment) } },
      "/files/{file_id}/comments": { parameters: [item("file_id")], get: { responses: ok(page) } },
    });
    for (const id of ["f1", "f2"]) await call("POST", "/comments", { message: id, item: { id, type: "file" } });
    expect((await call("GET", "/files/f2/comments")).body).toMatchObject({ entries: [{ message: "f2" }] });
    expect((await call("GET", "/files/f3/comments")).body).toMatchObject({ entries: [] });
  });
});

describe("errors", () => {
  const refused = (description: string, schema: object = object({ message: text })) => ({
    description,
    ...json(schema),
  });
  const body = { requestBody: { required: true, ...json(object({ name: text })) } };

  test.each([
    [422, refused("Bad request"), refused("Validation error")],
    [422, refused("No"), refused("No", object({ code: { ...text, example: "validation_errors" } }))],
    [400, refused("Validation error"), refused("Unprocessable")],
    [400, refused("Bad request"), refused("Already exists")],
  ])("of validation have the status whose words are about it: %i", async (status, bad, unprocessable) => {
    const responses = { 204: { description: "ok" }, 400: bad, 422: unprocessable };
    const call = await serve({ "/a": { post: { ...body, responses } } });
    expect((await call("POST", "/a", { name: 1 })).status).toBe(status);
  });

  test("have the reason in the object for it, required or not", async () => {
    const schema = object({ status: object({ error: text }), owner: object({ name: text }) });
    const call = await serve({
      "/a": { post: { ...body, responses: { 204: { description: "ok" }, "4XX": refused("No", schema) } } },
    });
    const reply = await call("POST", "/a", { name: 1 });
    expect(reply.body).toMatchObject({ status: { error: "Validation failed" } });
    expect(reply.body).not.toHaveProperty("owner");
  });
});

describe("the answer to a write that is no record", () => {
  const shelf = object({ name: text, status: { ...text, enum: ["green", "red"] }, size: integer });
  const told = object(
    {
      status: { ...text, enum: ["pending", "failed", "completed"] },
      result: { type: "boolean" },
      state: object({ ok: { type: "boolean" } }, { required: ["ok"] }),
    },
    { required: ["status", "result", "state"] },
  );

  test("says that it succeeded", async () => {
    const call = await serve({ "/reindex": { post: { responses: ok(told) } } });
    expect((await call("POST", "/reindex")).body).toEqual({ status: "completed", result: true, state: { ok: true } });
    const verdict = object({ status: { ...text, enum: ["REJECT", "ACCEPT"] } }, { required: ["status"] });
    const vote = await serve({ "/vote": { post: { responses: ok(verdict) } } });
    expect((await vote("POST", "/vote")).body).toEqual({ status: "ACCEPT" });
  });

  test("does not take its status for the record's", async () => {
    const said = object({ status: text, result: { type: "boolean" } }, { required: ["status", "result"] });
    const call = await serve({
      "/shelves": { get: { responses: ok(listOf(shelf)) } },
      "/shelves/{name}": {
        parameters: [item("name")],
        get: { responses: ok(shelf) },
        put: { requestBody: json(object({ size: integer })), responses: ok(said) },
      },
    });
    const { status, body } = await call("PUT", "/shelves/a", { size: 4 });
    expect([status, body.result, ["green", "red"].includes(body.status)]).toEqual([200, true, false]);
    expect((await call("GET", "/shelves/a")).body).toMatchObject({ name: "a", size: 4 });
  });

  test.each([
    ["Terminate a plan", "terminated", "terminated"],
    ["Delete a plan", "terminated", "active"],
    ["Delete a plan", "deleted", "deleted"],
    ["Remove a plan", "inactive", "inactive"],
    ["DELETE", "deleted", "deleted"],
  ])("of a deletion shows the effect of its verb: %s, with a status %s", async (summary, ended, status) => {
    const plan = object({ id: { ...integer, readOnly: true }, status: { ...text, enum: ["active", ended] } });
    const call = await serve({
      "/plans": {
        get: { responses: ok(listOf(plan)) },
        post: { requestBody: json(plan), responses: made(plan) },
      },
      "/plans/{id}": { parameters: [inPath("id", integer)], delete: { summary, responses: ok(plan) } },
    });
    await call("POST", "/plans", { status: "active" });
    expect((await call("DELETE", "/plans/1")).body).toEqual({ id: 1, status });
    expect((await call("GET", "/plans")).body).toEqual([]);
  });
});

test("a record whose deletion another operation undoes stays, in the state that the deletion names", async () => {
  const plan = object({
    id: { ...integer, readOnly: true },
    name: text,
    state: { ...text, enum: ["active", "inactive"], readOnly: true },
  });
  const call = await serve({
    "/plans": { get: { responses: ok(listOf(plan)) }, post: { requestBody: json(plan), responses: made(plan) } },
    "/plans/{id}": {
      parameters: [inPath("id", integer)],
      get: { responses: ok(plan) },
      delete: { summary: "Deactivate a plan", responses: ok(plan) },
    },
    "/plans/{id}/reactivate": { parameters: [inPath("id", integer)], put: { responses: ok(plan) } },
  });
  await call("POST", "/plans", { name: "a" });
  expect((await call("DELETE", "/plans/1")).body).toEqual({ id: 1, name: "a", state: "inactive" });
  expect((await call("GET", "/plans")).body).toEqual([{ id: 1, name: "a", state: "inactive" }]);
  expect((await call("PUT", "/plans/1/reactivate")).body).toEqual({ id: 1, name: "a", state: "active" });
  expect((await call("GET", "/plans/1")).body.state).toBe("active");
});

test("a record that an action creates is listed beside the acting record if nothing reads it alone", async () => {
  const Snapshot = object({ id: { ...text, readOnly: true }, name: text, source_branch: text });
  const snapshot = { $ref: "#/components/schemas/Snapshot" };
  const [project, branch] = [object({ id: text, region: text }), object({ id: text, head: text })];
  const below = (...names: string[]) => names.map((name) => item(name));
  const paths = {
    "/projects": { post: { requestBody: json(project), responses: made(project) } },
    "/projects/{id}": { parameters: below("id"), get: { responses: ok(project) } },
    "/projects/{id}/branches": {
      parameters: below("id"),
      post: { requestBody: json(branch), responses: made(branch) },
    },
    "/projects/{id}/branches/{branch}": { parameters: below("id", "branch"), get: { responses: ok(branch) } },
    "/projects/{id}/branches/{branch}/snapshot": {
      parameters: [...below("id", "branch"), inQuery("name", text)],
      post: { responses: ok(object({ snapshot, jobs: listOf(text) })) },
    },
    "/projects/{id}/snapshots": {
      parameters: below("id"),
      get: { responses: ok(object({ snapshots: listOf(snapshot) })) },
    },
    "/projects/{id}/snapshots/{snapshot}": {
      parameters: below("id", "snapshot"),
      patch: { requestBody: json(Snapshot), responses: ok(snapshot) },
      delete: { responses: { 204: { description: "gone" } } },
    },
  };
  const call = await serve(paths, { components: { schemas: { Snapshot } } });
  await call("POST", "/projects", { id: "p" });
  await call("POST", "/projects/p/branches", { id: "dev" });
  const { snapshot: taken } = (await call("POST", "/projects/p/branches/dev/snapshot?name=first")).body;
  expect(taken).toMatchObject({ id: expect.any(String) });
  expect((await call("GET", "/projects/p/snapshots")).body.snapshots).toEqual([taken]);
  expect((await call("PATCH", `/projects/p/snapshots/${taken.id}`, { name: "kept" })).body).toMatchObject({
    name: "kept",
  });
  expect((await call("DELETE", `/projects/p/snapshots/${taken.id}`)).status).toBe(204);
  expect((await call("GET", "/projects/p/snapshots")).body.snapshots).toEqual([]);
});

test("a record that an action creates is read beside the acting record", async () => {
  const Commit = object({ id: { ...text, readOnly: true }, message: text, author: text });
  const commit = { $ref: "#/components/schemas/Commit" };
  const branch = object({ name: text, head: text });
  const repo = object({ name: text, private: { type: "boolean" } });
  const paths = {
    "/repos": { post: { requestBody: json(repo), responses: made(repo) }, get: { responses: ok(listOf(repo)) } },
    "/repos/{name}": { parameters: [item("name")], get: { responses: ok(repo) } },
    "/repos/{name}/branches": {
      parameters: [item("name")],
      get: { responses: ok(listOf(branch)) },
      post: { requestBody: json(branch), responses: made(branch) },
    },
    "/repos/{name}/branches/{branch}": { parameters: [item("name"), item("branch")], get: { responses: ok(branch) } },
    "/repos/{name}/branches/{branch}/commits": {
      parameters: [item("name"), item("branch")],
      post: { requestBody: json(object({ message: text })), responses: made(commit) },
    },
    "/repos/{name}/commits": {
      parameters: [item("name")],
      post: { requestBody: json(commit), responses: made(commit) },
    },
    "/repos/{name}/commits/{commit_id}": {
      parameters: [item("name"), item("commit_id")],
      get: { responses: ok(commit) },
    },
  };
  const call = await serve(paths, { components: { schemas: { Commit } } });
  await call("POST", "/repos", { name: "r" });
  await call("POST", "/repos/r/branches", { name: "dev" });
  const { id } = (await call("POST", "/repos/r/branches/dev/commits", { message: "first" })).body;
  expect(await call("GET", `/repos/r/commits/${id}`)).toMatchObject({ status: 200, body: { message: "first" } });
});

describe("points of a collection that is filled by lists", () => {
  const point = object({ id: integer, city: text, vector: listOf({ type: "number" }) }, { required: ["id"] });
  const hit = object({ ...point.properties, score: { type: "number" } }, { required: ["id", "score"] });
  const paths = {
    "/sets/{set}/points": {
      parameters: [item("set")],
      put: {
        requestBody: json(object({ points: listOf(point) }, { required: ["points"] })),
        summary: "Upsert points",
        responses: ok(object({ ok: { type: "boolean" } })),
      },
    },
    "/sets/{set}/points/{id}": { parameters: [item("set"), inPath("id", integer)], get: { responses: ok(point) } },
    "/sets/{set}/points/search": {
      parameters: [item("set")],
      post: {
        requestBody: json(object({ vector: listOf({ type: "number" }) })),
        responses: ok(object({ result: listOf(hit) })),
      },
    },
  };

  test("are only those of the client, also in a search with scores", async () => {
    const call = await serve(paths, {}, { seed: 5 });
    const points = [1, 2].map((id) => ({ id, city: `c${id}` }));
    await call("PUT", "/sets/a/points", { points });
    const { result } = (await call("POST", "/sets/a/points/search", { vector: [1] })).body;
    expect(result).toEqual(points.map((one) => ({ ...one, score: expect.any(Number) })));
    expect((await call("GET", "/sets/a/points/3")).status).toBe(404);
  });
});

test("equal alternatives of a oneOf count as one", async () => {
  const smart = (description: string) => object({ smart: { type: "boolean", description } }, { required: ["smart"] });
  const schemas = { Email: smart("of an email"), Message: smart("of a text message") };
  const options = { oneOf: Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  const campaign = object({ id: { ...integer, readOnly: true }, options }, { required: ["id", "options"] });
  const call = await serve(crud("/campaigns", campaign), { components: { schemas } });
  const sent = { options: { smart: true } };
  expect(await call("POST", "/campaigns", sent)).toMatchObject({ status: 201, body: sent });
  expect((await call("POST", "/campaigns", { options: { smart: 1 } })).status).toBe(400);
});

test("records whose oneOf alternatives always match together are still shown", async () => {
  const either = { oneOf: [object({ smart: text }), object({ bright: text }), object({})] };
  const campaign = object(
    { id: { ...integer, readOnly: true }, name: text, either },
    { required: ["id", "name", "either"] },
  );
  const call = await serve(crud("/campaigns", campaign), {}, { seed: 2 });
  const { body } = await call("GET", "/campaigns");
  expect(body).toMatchObject([
    { id: 1, either: {} },
    { id: 2, either: {} },
  ]);
});

test("an integer fits a oneOf of integer and number", async () => {
  const note = object({ id: { ...integer, readOnly: true }, size: { oneOf: [integer, { type: "number" }] } });
  const call = await serve({ "/notes": { post: { requestBody: json(note), responses: made(note) } } });
  for (const size of [3, 3.5])
    expect(await call("POST", "/notes", { size })).toMatchObject({ status: 201, body: { size } });
  expect((await call("POST", "/notes", { size: "3" })).status).toBe(400);
});

describe("lists of frameworks", () => {
  const pet = object({ id: { ...integer, readOnly: true }, name: text, labels: object({}) });
  const post = { requestBody: json(object({ name: text, labels: object({}) })), responses: made(pet) };
  const fill = async (call: Awaited<ReturnType<typeof serve>>) => {
    for (const name of ["a", "b", "c"]) await call("POST", "/pets", { name, labels: { app: name } });
  };
  const names = (list: { name: string }[]) => list.map(({ name }) => name);

  test("a page ends without an object that would need a cursor", async () => {
    const next = object({ after: text, link: text }, { required: ["after"] });
    const page = object({ results: listOf(pet), paging: object({ next }) }, { required: ["results"] });
    const parameters = [inQuery("limit", integer), inQuery("after", text)];
    const call = await serve({ "/pets": { get: { parameters, responses: ok(page) }, post } });
    await fill(call);
    const first = (await call("GET", "/pets?limit=2")).body;
    expect(first.paging.next.after).toEqual(expect.stringMatching(/./));
    const last = (await call("GET", `/pets?limit=2&after=${first.paging.next.after}`)).body;
    expect([names(last.results), last.paging?.next]).toEqual([["c"], undefined]);
  });

  test("the `object` of a list is `list`, that of a record its kind", async () => {
    const cat = object({ id: { ...integer, readOnly: true }, object: text, name: text });
    const call = await serve(
      {
        "/cats": {
          get: { responses: ok({ $ref: "#/components/schemas/CatList" }) },
          post: { ...post, responses: made({ $ref: "#/components/schemas/Cat" }) },
        },
      },
      {
        components: {
          schemas: { Cat: cat, CatList: object({ object: text, data: listOf({ $ref: "#/components/schemas/Cat" }) }) },
        },
      },
    );
    expect((await call("POST", "/cats", { name: "a" })).body.object).toBe("cat");
    expect((await call("GET", "/cats")).body.object).toBe("list");
  });

  test("parameters behind the name of a message: listOptions.limit, listOptions.labelSelector", async () => {
    const parameters = ["limit", "labelSelector", "offset"].map((name) =>
      inQuery(`listOptions.${name}`, name === "labelSelector" ? text : { ...text, format: "int64" }),
    );
    const call = await serve({ "/pets": { get: { parameters, responses: ok(listOf(pet)) }, post } });
    await fill(call);
    const ask = async (query: string) => names((await call("GET", `/pets?${query}`)).body);
    expect(await ask("listOptions.limit=1&listOptions.offset=1")).toEqual(["b"]);
    expect(await ask("listOptions.labelSelector=app%3Dc")).toEqual(["c"]);
  });

  test("limit=0 is the usual page of Django REST framework, and no records elsewhere", async () => {
    const link = { type: ["string", "null"] };
    const django = object({ count: integer, next: link, previous: link, results: listOf(pet) });
    const parameters = [inQuery("limit", integer), inQuery("offset", integer)];
    const call = await serve({
      "/pets": { get: { parameters, responses: ok(django) }, post },
      "/cats": { get: { parameters, responses: ok(listOf(pet)) }, post },
    });
    await fill(call);
    await call("POST", "/cats", { name: "a" });
    expect(names((await call("GET", "/pets?limit=0")).body.results)).toEqual(["a", "b", "c"]);
    expect((await call("GET", "/cats?limit=0")).body).toEqual([]);
  });

  test("POST adds to a list below a record if what it requires is what the list shows", async () => {
    const note = object({ note: text, owner: text, createdAt: text });
    const sent = object({ note: text, user: text, source: text }, { required: ["note"] });
    const accepted = { 202: { description: "ok", ...json(object({ requestId: text })) } };
    const call = await serve({
      "/pets": { get: { responses: ok(listOf(pet)) }, post },
      "/pets/{id}": { parameters: [item("id")], get: { responses: ok(pet) } },
      "/pets/{id}/notes": {
        parameters: [item("id")],
        get: { responses: ok(listOf(note)) },
        post: { requestBody: json(sent), responses: accepted },
      },
    });
    await fill(call);
    expect((await call("POST", "/pets/1/notes", { note: "hello", source: "s" })).status).toBe(202);
    expect((await call("GET", "/pets/1/notes")).body).toMatchObject([{ note: "hello" }]);
    expect((await call("GET", "/pets/2/notes")).body).toEqual([]);
  });
});

test("POST beside PUT of an item changes a part of it, as its summary says", async () => {
  const user = object({ id: { ...integer, readOnly: true }, name: text, age: integer });
  const sent = { requestBody: json(object({ name: text, age: integer })), responses: ok(user) };
  const call = await serve({
    "/users": { get: { responses: ok(listOf(user)) }, post: { ...sent, responses: made(user) } },
    "/users/{id}": {
      parameters: [item("id")],
      get: { responses: ok(user) },
      put: { ...sent, summary: "Replace a user" },
      post: { ...sent, summary: "Update a user" },
    },
  });
  const { body } = await call("POST", "/users", { name: "a", age: 3 });
  expect((await call("POST", `/users/${body.id}`, { age: 4 })).body).toMatchObject({ name: "a", age: 4 });
  expect((await call("GET", `/users/${body.id}`)).body).toMatchObject({ name: "a", age: 4 });
});

test("pages continue after the cursor in any object about the list, such as `list_metadata`", async () => {
  const organization = object({ id: { ...text, readOnly: true }, name: text });
  const cursor = { type: ["string", "null"], example: "org_01HXYZ" };
  const list = object(
    { object: { const: "list" }, data: listOf(organization), list_metadata: object({ before: cursor, after: cursor }) },
    { required: ["data", "list_metadata"] },
  );
  const order = inQuery("order", { ...text, enum: ["normal", "desc", "asc"] });
  const parameters = [inQuery("after", text), inQuery("before", text), inQuery("limit", integer), order];
  const call = await serve({
    "/organizations": {
      get: { parameters, responses: ok(list) },
      post: { requestBody: json(organization), responses: made(organization) },
    },
    "/organizations/{id}": { parameters: [item("id")], get: { responses: ok(organization) } },
  });
  for (const name of ["a", "b", "c"]) await call("POST", "/organizations", { name });
  const first = (await call("GET", "/organizations?limit=2")).body;
  expect(first).toMatchObject({ data: [{ name: "a" }, { name: "b" }], list_metadata: { before: null } });
  const second = (await call("GET", `/organizations?limit=2&after=${first.list_metadata.after}`)).body;
  expect(second).toMatchObject({ data: [{ name: "c" }], list_metadata: { after: null } });
  const names = async (order: string) =>
    (await call("GET", `/organizations?order=${order}`)).body.data.map(({ name }: { name: string }) => name).join("");
  expect([await names("desc"), await names("asc"), await names("normal")]).toEqual(["cba", "abc", "abc"]);
});

test("a list selects by the id that a record was created with, also where no answer shows it", async () => {
  const photo = object({ id: { ...text, readOnly: true }, name: text });
  const parameters = [inQuery("applicant_id", text, { required: true })];
  const body = object({ applicant_id: text, name: text }, { required: ["applicant_id"] });
  const call = await serve({
    "/photos": {
      get: { parameters, responses: ok(listOf(photo)) },
      post: { requestBody: json(body), responses: made(photo) },
    },
    "/photos/{id}": { parameters: [item("id")], get: { responses: ok(photo) } },
  });
  for (const owner of ["a", "b"]) await call("POST", "/photos", { applicant_id: owner, name: `of ${owner}` });
  const { body: found, headers } = await call("GET", "/photos?applicant_id=b");
  expect(found).toEqual([{ id: expect.any(String), name: "of b" }]);
  expect(headers.get("mock-ignored")).toBeNull();
});

test("a list filters by the name of its records if a parameter has their noun and its description says so", async () => {
  const org = object({ id: { ...integer, readOnly: true }, name: text });
  const paths = crud("/orgs", org) as Record<string, Record<string, object>>;
  const get = (description: string) => ({
    parameters: [inQuery("org", text, { description })],
    responses: ok(listOf(org)),
  });
  const named = async (description: string) => {
    const call = await serve({ ...paths, "/orgs": { ...paths["/orgs"], get: get(description) } });
    for (const name of ["a", "b"]) await call("POST", "/orgs", { name });
    const { body, headers } = await call("GET", "/orgs?org=b");
    return [body.map(({ name }: { name: string }) => name).join(), headers.get("mock-ignored")];
  };
  expect(await named("An organization name.")).toEqual(["b", null]);
  expect(await named("The kind of the organization.")).toEqual(["a,b", "org"]);
});

test("a parameter is a property that begins with the word for the records", async () => {
  const device = object({ id: { ...integer, readOnly: true }, device_role: text });
  const paths = crud("/devices", device) as Record<string, Record<string, object>>;
  const get = { parameters: [inQuery("role", text)], responses: ok(listOf(device)) };
  const call = await serve({ ...paths, "/devices": { ...paths["/devices"], get } });
  for (const role of ["leaf", "spine"]) await call("POST", "/devices", { device_role: role });
  expect((await call("GET", "/devices?role=spine")).body).toEqual([{ id: 2, device_role: "spine" }]);
});

test("a body that an operation does not describe is reported as ignored", async () => {
  const profile = object({ name: text });
  const call = await serve({ "/me": { get: { responses: ok(profile) }, patch: { responses: ok(profile) } } });
  const ignored = async (body?: object) => (await call("PATCH", "/me", body)).headers.get("mock-ignored");
  expect([await ignored({ name: "a" }), await ignored({}), await ignored()]).toEqual(["body", null, null]);
});

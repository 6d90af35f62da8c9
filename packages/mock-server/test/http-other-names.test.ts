import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve, serveOverHttp } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const none = { 204: { description: "gone" } };
type Paths = Record<string, Record<string, object>>;

/** With `{id_or_name}` in the place of `{id}`. */
function named(paths: object): object {
  const json = JSON.stringify(paths)
    .replaceAll("{id}", "{id_or_name}")
    .replaceAll('"name":"id"', '"name":"id_or_name"');
  return JSON.parse(json);
}

const user = object({ id: { ...number, readOnly: true }, email: text, name: text }, { required: ["id", "email"] });
const byEmail = {
  "/users/by-email/{email}": {
    parameters: [inPath("email")],
    get: { responses: ok(user) },
    patch: { requestBody: json(object({ name: text })), responses: ok(user) },
    delete: { responses: none },
    post: { responses: ok(user) },
  },
};

describe("a record that a path names by a property", () => {
  it("is read, changed and deleted by it", async () => {
    const call = await serve({ ...crud("/users", user), ...byEmail });
    for (const name of ["ada", "bob"]) await call("POST", "/users", { email: `${name}@x.example`, name });
    expect((await call("GET", "/users/by-email/bob@x.example")).body).toMatchObject({ id: 2, name: "bob" });
    expect((await call("PATCH", "/users/by-email/bob@x.example", { name: "Bob" })).body).toMatchObject({ id: 2 });
    expect((await call("GET", "/users/2")).body).toMatchObject({ name: "Bob", email: "bob@x.example" });
    expect((await call("GET", "/users/by-email/2")).status).toBe(404);
    expect((await call("DELETE", "/users/by-email/ada@x.example")).status).toBe(204);
    expect((await call("GET", "/users/1")).status).toBe(404);
    expect((await call("GET", "/users/by-email/ada@x.example")).status).toBe(404);
  });

  it.each([
    ["tags/{tag}", "tag_name"],
    ["name/{value}", "name"],
    ["name={name}", "name"],
    ["number/{order_number}", "order_number"],
    ["by/name/{value}", "name"],
  ])("goes by %s", async (path, property) => {
    const record = object({ id: number, [property]: text, note: text });
    const [parameter = ""] = /(?<=\{)\w+/.exec(path) ?? [];
    const item = { parameters: [inPath(parameter)], get: { responses: ok(record) } };
    const call = await serve({ ...crud("/things", record), [`/things/${path}`]: item });
    for (const value of ["a", "b"]) await call("POST", "/things", { [property]: value });
    const named = (value: string) => call("GET", `/things/${path.replace(/\{.*/, value)}`);
    expect((await named("b")).body).toEqual({ id: 2, [property]: "b" });
    expect((await named("c")).status).toBe(404);
  });

  it("goes by the name of another record that it belongs to, and its own", async () => {
    const flow = object({ id: { ...text, readOnly: true }, name: text });
    const deployment = object({ id: { ...text, readOnly: true }, name: text, flow_id: text });
    const call = await serve({
      ...crud("/flows", flow, text),
      ...crud("/deployments", deployment, text),
      "/deployments/name/{flow_name}/{deployment_name}": {
        parameters: [inPath("flow_name"), inPath("deployment_name")],
        get: { responses: ok(deployment) },
      },
    });
    for (const name of ["etl", "web"]) {
      const { id } = (await call("POST", "/flows", { name })).body;
      await call("POST", "/deployments", { name: "daily", flow_id: id });
    }
    const { body } = await call("GET", "/deployments/name/web/daily");
    expect((await call("GET", `/flows/${body.flow_id}`)).body.name).toBe("web");
    for (const absent of ["web/hourly", "none/daily"])
      expect((await call("GET", `/deployments/name/${absent}`)).status).toBe(404);
  });

  it("goes by two properties that the collection makes and lists", async () => {
    const record = object({ id: { ...text, readOnly: true }, box: text, key: text, value: number });
    const parameters = [inPath("box"), inPath("key")];
    const item = { parameters, get: { responses: ok(record) }, delete: { responses: ok(record) } };
    const call = await serve({
      "/things": { ...(crud("/things", record) as Paths)["/things"] },
      "/things/{box}": { parameters: [inPath("box")], get: { responses: ok(list(record)) } },
      "/things/{box}/{key}": item,
    });
    for (const box of ["a", "b"]) await call("POST", "/things", { box, key: "k", value: box.length });
    expect((await call("GET", "/things/b/k")).body).toMatchObject({ box: "b", key: "k" });
    expect((await call("GET", "/things/b")).body).toMatchObject([{ box: "b" }]);
    expect((await call("DELETE", "/things/b/k")).status).toBe(200);
    expect((await call("GET", "/things/b/k")).status).toBe(404);
    expect((await call("GET", "/things")).body).toMatchObject([{ box: "a" }]);
  });

  it("goes by several properties, each with its name in front", async () => {
    const record = object({ id: number, kind: text, name: text });
    const parameters = [inPath("kindOf"), inPath("listName")];
    const call = await serve({
      ...crud("/lists", record),
      "/lists/kind/{kindOf}/name/{listName}": { parameters, get: { responses: ok(record) } },
    });
    for (const kind of ["a", "b"]) await call("POST", "/lists", { kind, name: "tea" });
    expect((await call("GET", "/lists/kind/b/name/tea")).body).toEqual({ id: 2, kind: "b", name: "tea" });
    expect((await call("GET", "/lists/kind/c/name/tea")).status).toBe(404);
  });

  const asked = (path: string) => ({
    ...crud("/links", object({ id: number, domain: text, key: text })),
    [path]: {
      get: {
        parameters: Object.entries({ linkId: number, domain: text, key: text }).map(([name, schema]) => ({
          name,
          in: "query",
          schema,
        })),
        responses: ok(object({ id: number, domain: text, key: text })),
      },
    },
  });

  it.each(["/links/info", "/links/by-key"])("is found by the query of %s", async (path) => {
    const call = await serve(asked(path));
    for (const key of ["a", "b"]) await call("POST", "/links", { domain: "x.example", key });
    expect((await call("GET", `${path}?domain=x.example&key=b`)).body).toEqual({
      id: 2,
      domain: "x.example",
      key: "b",
    });
    expect((await call("GET", `${path}?linkId=2`)).body).toMatchObject({ key: "b" });
    expect((await call("GET", `${path}?domain=y.example&key=b`)).status).toBe(404);
  });

  it.each(["/users/me", "/me", "/v1/whoami"])("is the first user at %s", async (path) => {
    const user = object({ id: number, name: text, email: text });
    const call = await serve({
      ...crud("/users", user),
      ...crud("/books", object({ id: number, title: text })),
      [path]: { get: { responses: ok(user) } },
    });
    expect((await call("GET", path)).status).toBe(200);
    for (const name of ["ann", "ben"]) await call("POST", "/users", { name });
    expect((await call("GET", path)).body).toMatchObject({ id: 1, name: "ann" });
    await call("PATCH", "/users/1", { name: "eve" });
    expect((await call("GET", path)).body).toMatchObject({ id: 1, name: "eve" });
    await call("DELETE", "/users/1");
    expect((await call("GET", path)).body).toMatchObject({ id: 2 });
  });

  it.each(["/users/me", "/me"])("is the first user at %s, also for writes", async (path) => {
    const user = object({ id: number, name: text, email: text });
    const write = { requestBody: json(user), responses: ok(user) };
    const call = await serve({
      ...crud("/users", user),
      [path]: { get: { responses: ok(user) }, patch: write, put: write },
    });
    await call("PATCH", path, { name: "own" });
    expect((await call("GET", path)).body).toMatchObject({ name: "own" });
    for (const name of ["ann", "ben"]) await call("POST", "/users", { name, email: "a@b.example" });
    expect((await call("PATCH", path, { name: "eve", id: 9 })).body).toMatchObject({ id: 1, name: "eve" });
    expect((await call("GET", "/users/1")).body).toEqual({ id: 1, name: "eve", email: "a@b.example" });
    expect((await call("PUT", path, { name: "amy" })).body).toEqual({ id: 1, name: "amy" });
    expect((await call("GET", "/users/1")).body).toEqual((await call("GET", path)).body);
    expect((await call("GET", "/users/2")).body).toMatchObject({ name: "ben" });
  });

  it("is shown with more about it below its path", async () => {
    const record = object({ id: number, name: text, paused: { type: "boolean" } });
    const more = object({ ...record.properties, timezone: text }, { required: ["timezone"] });
    const other = object({ id: number, name: text, owner: text, since: text });
    const at = (schema: object) => ({ parameters: [inPath("id", number)], get: { responses: ok(schema) } });
    const call = await serve({
      ...crud("/things", record),
      "/things/{id}/details": at(more),
      "/things/{id}/info": at(other),
    });
    await call("POST", "/things", { name: "a", paused: true });
    expect((await call("GET", "/things/1/details")).body).toEqual({
      id: 1,
      name: "a",
      paused: true,
      timezone: expect.any(String),
    });
    await call("PATCH", "/things/1", { name: "b" });
    expect((await call("GET", "/things/1/details")).body).toMatchObject({ id: 1, name: "b" });
    expect((await call("GET", "/things/1/info")).body.name).not.toBe("b");
    expect((await call("GET", "/things/2/details")).status).toBe(404);
  });

  it("goes by two properties, below a parent, with actions of its own", async () => {
    const rrset = object({ id: text, name: text, type: text, ttl: number }, { required: ["id", "name", "type"] });
    const parameters = ["zone_id", "rr_name", "rr_type"].map((name) => inPath(name));
    const call = await serve({
      ...crud("/zones", object({ id: text, name: text })),
      "/zones/{zone_id}/rrsets": {
        parameters: parameters.slice(0, 1),
        get: { responses: ok(list(rrset)) },
        post: { requestBody: json(rrset), responses: { 201: { description: "made", ...json(rrset) } } },
      },
      "/zones/{zone_id}/rrsets/{rr_name}/{rr_type}": {
        parameters,
        get: { responses: ok(rrset) },
        put: { requestBody: json(object({ ttl: number })), responses: ok(rrset) },
        delete: { responses: none },
      },
      "/zones/{zone_id}/rrsets/{rr_name}/{rr_type}/actions/check": {
        parameters,
        post: { responses: ok(object({ done: { type: "boolean" } })) },
      },
      "/zones/{zone_id}/rrsets/{rr_name}/{rr_type}/notes": {
        parameters,
        get: { responses: ok(object({ text })) },
        patch: { requestBody: json(object({ text })), responses: ok(object({ text })) },
      },
    });
    const zone = (await call("POST", "/zones", { name: "x" })).body.id;
    for (const type of ["A", "MX"]) await call("POST", `/zones/${zone}/rrsets`, { id: type, name: "www", type });
    expect((await call("GET", `/zones/${zone}/rrsets/www/MX`)).body).toMatchObject({ id: "MX", type: "MX" });
    expect((await call("PUT", `/zones/${zone}/rrsets/www/A`, { ttl: 60 })).body).toMatchObject({ id: "A", ttl: 60 });
    expect((await call("PUT", `/zones/${zone}/rrsets/www/TXT`, { ttl: 60 })).status).toBe(404);
    expect((await call("POST", `/zones/${zone}/rrsets/www/MX/actions/check`)).status).toBe(200);
    expect((await call("POST", `/zones/${zone}/rrsets/ftp/A/actions/check`)).status).toBe(404);
    expect((await call("PATCH", `/zones/${zone}/rrsets/www/MX/notes`, { text: "new" })).status).toBe(200);
    expect((await call("GET", `/zones/${zone}/rrsets/www/MX/notes`)).body).toEqual({ text: "new" });
    await call("DELETE", `/zones/${zone}/rrsets/www/A`);
    expect((await call("GET", `/zones/${zone}/rrsets`)).body).toHaveLength(1);
  });
});

it("a parent can be named by its id or by its name", async () => {
  const zone = object({ id: { ...number, readOnly: true }, name: text });
  const entry = object({ id: { ...number, readOnly: true }, zone: { ...number, readOnly: true }, value: text });
  const call = await serve({ ...named(crud("/zones", zone, text)), ...entries(entry) });
  await call("POST", "/zones", { name: "a.example" });
  await call("POST", "/zones", { name: "b.example" });
  expect((await call("POST", "/zones/b.example/entries", { value: "x" })).body).toMatchObject({ zone: 2 });
  expect((await call("GET", "/zones/2/entries")).body).toEqual([{ id: 1, zone: 2, value: "x" }]);
  expect((await call("GET", "/zones/b.example/entries/1")).body).toMatchObject({ value: "x" });
  expect((await call("PUT", "/zones/b.example", { name: "c.example" })).body).toEqual({ id: 2, name: "c.example" });
  expect((await call("GET", "/zones/c.example/entries")).body).toHaveLength(1);
});

it("a new record shows the id of another one that it names by its key", async () => {
  const customer = object({ id: { ...number, readOnly: true }, external_id: text, name: text });
  const order = object({ id: { ...number, readOnly: true }, customer_id: number, total: number });
  const sent = object({ external_customer_id: text, customer_id: number, total: number });
  const paths = crud("/orders", order) as Paths;
  const post = { ...paths["/orders"]?.post, requestBody: json(sent) };
  const call = await serve({ ...crud("/customers", customer), ...paths, "/orders": { ...paths["/orders"], post } });
  for (const external_id of ["a", "b"]) await call("POST", "/customers", { external_id });
  const { body } = await call("POST", "/orders", { external_customer_id: "b", total: 5 });
  expect(body).toMatchObject({ customer_id: 2, total: 5 });
  const own = await call("POST", "/orders", { external_customer_id: "b", customer_id: 1 });
  expect(own.body).toMatchObject({ customer_id: 1 });
});

it.each([{}, { project: object({ id: text, name: text }) }])(
  "a new record shows the id of another one whose id or name it sends, beside %j",
  async (more) => {
    const project = object({ id: { ...text, readOnly: true }, name: text });
    const deploy = object({ id: { ...text, readOnly: true }, project_id: text, target: text, ...more });
    const paths = crud("/deploys", deploy, text) as Paths;
    const post = { ...paths["/deploys"]?.post, requestBody: json(object({ project: text, target: text })) };
    const call = await serve({
      ...crud("/projects", project, text),
      ...paths,
      "/deploys": { ...paths["/deploys"], post },
    });
    await call("POST", "/projects", { name: "coffee" });
    const { id } = (await call("POST", "/projects", { name: "tea" })).body;
    for (const sent of [id, "tea"])
      expect((await call("POST", "/deploys", { project: sent, target: "a" })).body).toMatchObject({ project_id: id });
  },
);

function entries(entry: object): object {
  return crud("/zones/{id_or_name}/entries", entry);
}

it("seeds have names of their own where paths go by them, and a new record hides a seed of its name", async () => {
  const zone = object({ id: number, name: { ...text, example: "web.example" } }, { required: ["id", "name"] });
  const call = await serve(named(crud("/zones", zone, text)), {}, { seed: 5 });
  const seeds = (await call("GET", "/zones")).body as { id: number; name: string }[];
  expect(new Set(seeds.map(({ name }) => name)).size).toBe(5);
  for (const { id, name } of seeds) expect((await call("GET", `/zones/${name}`)).body.id).toBe(id);
  const made = (await call("POST", "/zones", { name: seeds[0]?.name })).body;
  expect((await call("GET", `/zones/${made.name}`)).body.id).toBe(made.id);
});

it("comments are found at a path without the issue below which they were created", async () => {
  const Comment = object({ id: { ...number, readOnly: true }, body: text }, { required: ["id"] });
  const comment = { $ref: "#/components/schemas/Comment" };
  const call = await serve(
    {
      ...crud("/repos/{repo}/issues", object({ id: { ...number, readOnly: true }, title: text })),
      "/repos/{repo}/issues/{number}/comments": {
        parameters: [inPath("repo"), inPath("number", number)],
        get: { responses: ok(list(comment)) },
        post: { requestBody: json(object({ body: text })), responses: { 201: { description: "m", ...json(comment) } } },
      },
      "/repos/{repo}/issues/comments": { parameters: [inPath("repo")], get: { responses: ok(list(comment)) } },
      "/repos/{repo}/issues/comments/{comment_id}": {
        parameters: [inPath("repo"), inPath("comment_id", number)],
        get: { responses: ok(comment) },
        patch: { requestBody: json(object({ body: text })), responses: ok(comment) },
        delete: { responses: none },
      },
    },
    { components: { schemas: { Comment } } },
  );
  for (const title of ["a", "b"]) await call("POST", "/repos/x/issues", { title });
  for (const issue of [1, 2]) await call("POST", `/repos/x/issues/${issue}/comments`, { body: `of ${issue}` });
  expect((await call("GET", "/repos/x/issues/comments/2")).body).toEqual({ id: 2, body: "of 2" });
  expect((await call("GET", "/repos/y/issues/comments/2")).status).toBe(404);
  expect((await call("GET", "/repos/x/issues/comments")).body).toHaveLength(2);
  await call("PATCH", "/repos/x/issues/comments/2", { body: "new" });
  expect((await call("GET", "/repos/x/issues/2/comments")).body).toEqual([{ id: 2, body: "new" }]);
  await call("DELETE", "/repos/x/issues/comments/1");
  expect((await call("GET", "/repos/x/issues/1/comments")).body).toEqual([]);
});

it("an empty body has no type", async () => {
  const order = object({ id: { ...number, readOnly: true }, note: text });
  const merge = { parameters: [inPath("id", number)], put: { requestBody: json(order), responses: ok(order) } };
  const call = await serveOverHttp({ ...crud("/orders", order), "/orders/{id}/merge": merge });
  await call("POST", "/orders", {});
  expect((await call("PUT", "/orders/1/merge", "", { "content-type": "text/plain" })).status).toBe(200);
  expect((await call("PUT", "/orders/1/merge", "x", { "content-type": "text/plain" })).status).toBe(415);
});

it("an object that requests send as options is generated completely", async () => {
  const net = object({ ipv4: object({ id: number, ip: text }, { required: ["ip"] }), ipv6: object({ id: number }) });
  const server = object({ id: { ...number, readOnly: true }, net }, { required: ["id", "net"] });
  const ids = object({ ipv4: { type: ["integer", "null"] }, ipv6: { type: ["integer", "null"] } });
  const paths = crud("/servers", server) as Paths;
  const post = { requestBody: json(object({ net: ids })), responses: { 201: { description: "m", ...json(server) } } };
  const call = await serve({ ...paths, "/servers": { ...paths["/servers"], post } });
  expect((await call("POST", "/servers", {})).body.net.ipv4).toHaveProperty("id");
});

it("several examples of one record give one seed", async () => {
  const issue = object({ number, id: number, title: text }, { required: ["number", "id"] });
  const example = { number: 1347, id: 1, title: "Found a bug" };
  const paths = {
    "/issues": {
      get: { responses: { 200: { description: "ok", ...json(list(issue), { example: [example] }) } } },
      post: { requestBody: json(issue), responses: { 201: { description: "m", ...json(issue) } } },
    },
    "/issues/{number}": {
      parameters: [inPath("number", number)],
      get: { responses: { 200: { description: "ok", ...json(issue, { example }) } } },
    },
  };
  const call = await serve(paths, {}, { seed: 4 });
  const seeds = (await call("GET", "/issues")).body as { id: number; number: number }[];
  expect(seeds.filter(({ id }) => id === 1)).toEqual([example]);
  expect(new Set(seeds.map(({ id }) => id)).size).toBe(4);
});

it.each([
  ["~", "Lists the runs. It allows `~` as the job_id to retrieve the runs of all jobs.", text],
  ["-", "", { type: "string", description: "The job, or `-` for the runs of any job." }],
  ["_all", "", { const: "_all" }],
])("%s means all parents if the description says so", async (word, description, schema) => {
  const run = { $ref: "#/components/schemas/Run" };
  const parameter = {
    ...inPath("job_id", schema),
    description: (schema as { description?: string }).description ?? "",
  };
  const runs = {
    "/jobs/{job_id}/runs": {
      parameters: [inPath("job_id")],
      get: { description, ...(word === "_all" ? {} : { parameters: [parameter] }), responses: ok(list(run)) },
      post: { requestBody: json(run), responses: ok(run) },
    },
    "/jobs/{job_id}/runs/{id}": { parameters: [inPath("job_id"), inPath("id")], get: { responses: ok(run) } },
    "/jobs/{job_id}/runs/list": {
      parameters: [parameter],
      post: { requestBody: json(object({ note: text })), responses: ok(list(run)) },
    },
  };
  const components = { schemas: { Run: object({ id: text, note: text }) } };
  const call = await serve({ ...crud("/jobs", object({ id: text }), text, text), ...runs }, { components });
  for (const id of ["a", "b"]) {
    await call("POST", "/jobs", { id });
    await call("POST", `/jobs/${id}/runs`, { note: id });
  }
  const notes = (body: readonly { note: string }[]) => body.map(({ note }) => note);
  if (word === "_all") expect(notes((await call("POST", "/jobs/_all/runs/list", {})).body)).toEqual(["a", "b"]);
  else expect(notes((await call("GET", `/jobs/${word}/runs`)).body)).toEqual(["a", "b"]);
  expect(notes((await call("GET", "/jobs/b/runs")).body)).toEqual(["b"]);
  expect((await call("GET", "/jobs/c/runs")).status).toBe(404);
});

describe("a record whose id the answer to its creation does not tell", () => {
  const library = object(
    { id: { type: "string", format: "uuid" }, name: text, owner: text },
    { required: ["id", "name"] },
  );
  const below = object({ title: text });
  const body = json(object({ name: text, owner: text }, { required: ["name"] }));
  const making = (responses: object): object => ({
    "/libraries": { post: { requestBody: body, responses }, get: { responses: ok(list(library)) } },
    "/libraries/{library}": {
      parameters: [inPath("library")],
      get: { responses: ok(library) },
      delete: { responses: none },
    },
    ...crud("/libraries/{library}/books", below),
  });

  it("goes by the name that the client sent", async () => {
    const call = await serve(making(ok(object({}))));
    for (const name of ["north", "south"]) expect((await call("POST", "/libraries", { name })).status).toBe(200);
    const { body: found } = await call("GET", "/libraries/south");
    expect(found.name).toBe("south");
    expect((await call("GET", `/libraries/${found.id}`)).body).toEqual(found);
    expect((await call("POST", "/libraries/south/books", { title: "a" })).status).toBe(201);
    expect((await call("GET", "/libraries/west")).status).toBe(404);
    expect((await call("DELETE", "/libraries/south")).status).toBe(204);
    expect((await call("GET", "/libraries/south")).status).toBe(404);
    expect((await call("GET", "/libraries/north")).status).toBe(200);
  });

  it.each([[ok(library)], [{ 201: { description: "made", headers: { Location: { schema: text } } } }]])(
    "does not where the answer leads to it: %o",
    async (responses) => {
      const call = await serve(making(responses));
      expect((await call("POST", "/libraries", { name: "north" })).status).toBeLessThan(300);
      expect((await call("GET", "/libraries/north")).status).toBe(404);
    },
  );
});

it("a path takes the name as well where its text says so in other words than or", async () => {
  const token = object({ id: { ...number, readOnly: true }, name: text });
  const description = "token to be deleted, identified by ID and if not available by name";
  const call = await serve({ ...crud("/tokens", token, text, undefined, description) });
  for (const name of ["a", "b"]) await call("POST", "/tokens", { name });
  expect((await call("DELETE", "/tokens/b")).status).toBe(204);
  expect((await call("GET", "/tokens")).body).toMatchObject([{ name: "a" }]);
});

describe("a record with an id and a name of its client's", () => {
  const domain = object({ _id: { ...text, readOnly: true }, name: text }, { required: ["_id", "name"] });
  const note = object(
    {
      id: { ...text, readOnly: true },
      refId: { ...text, description: "Optional unique identifier of the note" },
      text,
    },
    { required: ["id"] },
  );

  it("is found by that name where the parameter is a word for names", async () => {
    const paths = JSON.stringify(crud("/domains", domain, text))
      .replaceAll("{id}", "{domain}")
      .replaceAll('"name":"id"', '"name":"domain"');
    const call = await serve(JSON.parse(paths));
    const { body } = await call("POST", "/domains", { name: "example.org" });
    expect((await call("GET", "/domains/example.org")).body).toEqual(body);
    expect((await call("GET", `/domains/${body._id}`)).body).toEqual(body);
  });

  it("is found by its unique identifier where the parameter is an id or UID", async () => {
    const paths = JSON.stringify(crud("/notes", note, text)).replaceAll(
      '"name":"id"',
      '"description":"The ID or UID of the note.","name":"id"',
    );
    const call = await serve(JSON.parse(paths));
    const { body } = await call("POST", "/notes", { refId: "r1", text: "a" });
    expect((await call("GET", "/notes/r1")).body).toEqual(body);
    expect((await call("GET", "/notes/r2")).status).toBe(404);
  });
});

it("a list of objects is sent as `domain_data` and shown as the `domains` of the record", async () => {
  const domain = object({ id: text, domain: text, state: text, made: text }, { required: ["id", "domain"] });
  const sent = object({ name: text, domains: list(text), domain_data: list(object({ domain: text, state: text })) });
  const shown = object({ id: text, name: text, domains: list(domain) });
  const paths = crud("/organizations", shown) as Paths;
  const call = await serve({
    ...paths,
    "/organizations": { ...paths["/organizations"], post: { requestBody: json(sent), responses: ok(shown) } },
  });
  const made = await call("POST", "/organizations", { name: "Foo", domain_data: [{ domain: "foo.com", state: "ok" }] });
  expect(made.body.domains).toMatchObject([{ domain: "foo.com", state: "ok" }]);
  expect((await call("GET", `/organizations/${made.body.id}`)).body).toEqual(made.body);
  expect(made.headers.get("mock-ignored")).toBe(null);
});

it("a filter of the name of a list finds records by what its items call so", async () => {
  const domain = object({ id: text, domain: text });
  const paths = crud("/organizations", object({ id: text, name: text, domains: list(domain) })) as Paths;
  const { get } = paths["/organizations"] as Record<string, object>;
  const parameters = [{ name: "domains", in: "query", schema: list(text) }];
  const call = await serve({ ...paths, "/organizations": { ...paths["/organizations"], get: { ...get, parameters } } });
  for (const name of ["a", "b"])
    await call("POST", "/organizations", { name, domains: [{ id: `id-${name}`, domain: `${name}.com` }] });
  expect((await call("GET", "/organizations?domains=b.com")).body).toMatchObject([{ name: "b" }]);
  expect((await call("GET", "/organizations?domains=id-b")).body).toEqual([]);
});

import { describe, expect, it, test } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const object = <T extends object>(properties: T, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const Repo = object({
  id: { type: "integer", readOnly: true },
  name: text,
  owner: object({ login: text, id: { type: "integer" } }),
  private: { type: "boolean", default: false },
  stars: { type: "integer", readOnly: true },
});
const ShortRepo = object({ id: Repo.properties.id, name: text, owner: Repo.properties.owner, starred_at: text });
const repo = { $ref: "#/components/schemas/Repo" };
const created = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const body = { type: "object", required: ["name"], properties: { name: text, private: { type: "boolean" } } };
const gone = { 204: { description: "gone" } };

test("a record that POST creates at another path is read at the path whose parameters are its properties", async () => {
  const paths = {
    "/user/repos": {
      get: { responses: ok(list(repo)) },
      post: { requestBody: json(body), responses: created(repo) },
    },
    "/orgs/{org}/repos": {
      parameters: [inPath("org")],
      get: { responses: ok(list({ $ref: "#/components/schemas/ShortRepo" })) },
      post: { requestBody: json(body), responses: created(repo) },
    },
    "/repos/{owner}/{repo}": {
      parameters: [inPath("owner"), inPath("repo")],
      get: { responses: { ...ok(repo), 404: { description: "none" } } },
      patch: { requestBody: json({ ...body, required: [] }), responses: ok(repo) },
      delete: { responses: gone },
    },
  };
  const call = await serve(paths, { components: { schemas: { Repo, ShortRepo } } });
  const made = (await call("POST", "/user/repos", { name: "hello", private: true })).body;
  expect(made).toMatchObject({ name: "hello", private: true, owner: { login: expect.any(String) } });
  const path = `/repos/${made.owner.login}/hello`;
  expect((await call("GET", path)).body).toEqual(made);
  expect((await call("PATCH", path, { private: false })).body).toMatchObject({ id: made.id, private: false });
  expect((await call("GET", "/user/repos")).body).toMatchObject([{ id: made.id, private: false }]);
  const other = (await call("POST", "/orgs/acme/repos", { name: "tools" })).body;
  expect((await call("GET", `/repos/${other.owner.login}/tools`)).body).toMatchObject(other);
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

test("a record that a client created at another path has no records below it, unlike generated ones", async () => {
  const call = await serve(
    {
      "/user/repos": {
        get: { responses: ok(list(repo)) },
        post: { requestBody: json(body), responses: created(repo) },
      },
      "/repos/{owner}/{repo}": {
        parameters: [inPath("owner"), inPath("repo")],
        get: { responses: ok(repo) },
        delete: { responses: gone },
      },
      "/repos/{owner}/{repo}/issues": {
        parameters: [inPath("owner"), inPath("repo")],
        get: { responses: ok(list(object({ id: { type: "integer" }, title: text }))) },
        post: {
          requestBody: json(object({ title: text })),
          responses: created(object({ id: { type: "integer" }, title: text })),
        },
      },
    },
    { components: { schemas: { Repo } } },
    { seed: 3 },
  );
  const { owner } = (await call("POST", "/user/repos", { name: "hello" })).body;
  const path = `/repos/${owner.login}/hello/issues`;
  expect((await call("GET", path)).body).toEqual([]);
  await call("POST", path, { title: "Bug" });
  expect((await call("GET", path)).body).toMatchObject([{ title: "Bug" }]);
  expect((await call("GET", "/repos/some/other/issues")).body).toHaveLength(3);
});

test("a path with `new` beside the only collection creates its records", async () => {
  const Page = object({ title: text, content: text, html_url: text });
  const page = { $ref: "#/components/schemas/Page" };
  const sent = json(object({ title: text, content: text }));
  const call = await serve(
    {
      "/wiki/new": { post: { requestBody: sent, responses: created(page) } },
      "/wiki/pages": { get: { responses: ok(list(page)) } },
      "/wiki/page/{pageName}": { parameters: [inPath("pageName")], get: { responses: ok(page) } },
    },
    { components: { schemas: { Page } } },
  );
  expect((await call("POST", "/wiki/new", { title: "Home", content: "hi" })).status).toBe(201);
  expect((await call("GET", "/wiki/page/Home")).body).toMatchObject({ title: "Home", content: "hi" });
  expect((await call("GET", "/wiki/pages")).body).toMatchObject([{ title: "Home" }]);
});

test("a record below another is found where records of its kind are read, and names the other", async () => {
  const snapshot = object({
    id: { type: "integer", readOnly: true },
    name: text,
    resource_id: text,
    resource_type: { ...text, enum: ["disk", "server"] },
  });
  const wrapped = object({ snapshot });
  const below = (name: string) => ({
    [`/${name}/{id}/snapshots`]: {
      parameters: [inPath("id")],
      get: { responses: ok(object({ snapshots: list(snapshot) })) },
      post: { requestBody: json(object({ name: text })), responses: created(wrapped) },
    },
  });
  const thing = object({ id: { type: "integer", readOnly: true }, name: text });
  const call = await serve({
    ...crud("/disks", thing),
    ...crud("/servers", thing),
    ...below("disks"),
    ...below("servers"),
    "/snapshots": { get: { responses: ok(object({ snapshots: list(snapshot) })) } },
    "/snapshots/{snapshot_id}": {
      parameters: [inPath("snapshot_id", { type: "integer" })],
      get: { responses: ok(wrapped) },
      delete: { responses: gone },
    },
  });
  const disk = (await call("POST", "/disks", { name: "d" })).body.id;
  const server = (await call("POST", "/servers", { name: "s" })).body.id;
  const made = (await call("POST", `/disks/${disk}/snapshots`, { name: "first" })).body.snapshot;
  expect(made).toMatchObject({ name: "first", resource_id: String(disk), resource_type: "disk" });
  expect((await call("GET", `/snapshots/${made.id}`)).body.snapshot).toEqual(made);
  expect((await call("GET", "/snapshots")).body.snapshots).toEqual([made]);
  expect((await call("GET", `/disks/${disk}/snapshots`)).body.snapshots).toEqual([made]);
  expect((await call("GET", `/servers/${server}/snapshots`)).body.snapshots).toEqual([]);
  const other = (await call("POST", `/servers/${server}/snapshots`, { name: "second" })).body.snapshot;
  expect(other).toMatchObject({ resource_id: String(server), resource_type: "server" });
  expect((await call("GET", `/disks/${disk}/snapshots`)).body.snapshots).toEqual([made]);
  expect((await call("DELETE", `/snapshots/${made.id}`)).status).toBe(204);
  expect((await call("GET", `/disks/${disk}/snapshots`)).body.snapshots).toEqual([]);
});

test("a path for uploads beside the item path creates records", async () => {
  const file = object({ id: text, name: text, size: { type: "integer" }, parent: object({ id: text }) });
  const files = object({ total_count: { type: "integer" }, entries: list(file) });
  const form = object({
    attributes: object({ name: text, parent: object({ id: text }) }),
    file: { type: "string", format: "binary" },
  });
  const upload = { requestBody: { content: { "multipart/form-data": { schema: form } } }, responses: created(files) };
  const call = await serve(
    {
      "/files/content": { post: upload },
      "/files/{file_id}": {
        parameters: [inPath("file_id")],
        get: { responses: ok(file) },
        put: { requestBody: json(object({ name: text })), responses: ok(file) },
        delete: { responses: gone },
      },
      "/files/{file_id}/content": {
        parameters: [inPath("file_id")],
        get: { responses: { 200: { description: "the file", content: { "application/octet-stream": {} } } } },
        post: upload,
      },
    },
    { openapi: "3.0.3" },
  );
  const send = (path: string, name: string, content: string) => {
    const parts = new FormData();
    parts.append("attributes", JSON.stringify({ name, parent: { id: "7" } }));
    parts.append("file", new Blob([content]), name);
    return call("POST", path, parts);
  };
  const { entries, total_count } = (await send("/files/content", "a.txt", "hello")).body;
  expect([total_count, entries.length]).toEqual([1, 1]);
  expect(entries[0]).toMatchObject({ name: "a.txt", size: 5, parent: { id: "7" } });
  const path = `/files/${entries[0].id}`;
  expect((await call("GET", path)).body).toEqual(entries[0]);
  expect((await call("GET", `${path}/content`)).body).toBe("hello");
  expect((await send(`${path}/content`, "b.txt", "changed")).body.entries).toMatchObject([{ id: entries[0].id }]);
  expect((await call("GET", `${path}/content`)).body).toBe("changed");
  expect((await call("DELETE", path)).status).toBe(204);
  expect((await call("GET", path)).status).toBe(404);
});

describe("records of a parent that are made at a path of their own", () => {
  const mark = object({ id: text, file_key: text, url: text }, { required: ["id", "file_key", "url"] });
  const errors = list(object({ error: text }, { required: ["error"] }));
  const body = (properties: object, required: readonly string[]) =>
    json(object({ marks: list(object(properties, { required })) }, { required: ["marks"] }));
  const single = { requestBody: json(object({ file_key: text, url: text })), responses: ok(mark) };
  const paths = (post: object): object => ({
    "/marks": {
      post,
      put: {
        summary: "Update marks",
        requestBody: body({ id: text, url: text }, ["id"]),
        responses: ok(object({ marks_updated: list(mark), errors })),
      },
    },
    "/files/{file_key}/marks": {
      parameters: [inPath("file_key")],
      get: { responses: ok(object({ marks: list(mark) })) },
    },
    "/files/{file_key}/marks/{mark_id}": {
      parameters: [inPath("file_key"), inPath("mark_id")],
      delete: { responses: { 204: { description: "gone" } } },
    },
  });
  const several = {
    requestBody: body({ file_key: text, url: text }, ["file_key", "url"]),
    responses: ok(object({ marks_created: list(mark), errors })),
  };

  it("are listed below the parent that each names, changed and removed", async () => {
    const call = await serve(paths(several));
    const marks = ["f1", "f2", "f1"].map((file_key, index) => ({ file_key, url: `/${index}` }));
    const { body: made } = await call("POST", "/marks", { marks });
    expect(made.marks_created).toMatchObject(marks);
    expect(made.errors ?? []).toEqual([]);
    const [first, , third] = made.marks_created;
    expect((await call("GET", "/files/f1/marks")).body.marks).toEqual([first, third]);
    const { body: changed } = await call("PUT", "/marks", { marks: [{ id: third.id, url: "/new" }] });
    expect(changed.marks_updated).toEqual([{ ...third, url: "/new" }]);
    expect((await call("DELETE", `/files/f2/marks/${first.id}`)).status).toBe(404);
    expect((await call("DELETE", `/files/f1/marks/${first.id}`)).status).toBe(204);
    expect((await call("GET", "/files/f1/marks")).body.marks).toEqual([{ ...third, url: "/new" }]);
  });

  it("are listed there if they are created one at a time", async () => {
    const call = await serve(paths(single));
    const { body: made } = await call("POST", "/marks", { file_key: "f1", url: "/a" });
    expect((await call("GET", "/files/f1/marks")).body.marks).toEqual([made]);
    expect((await call("GET", "/files/f2/marks")).body.marks).toEqual([]);
  });
});

test("a record is made by POST at its own path where nothing else makes one, and once", async () => {
  const user = object({ userId: text, active: { type: "boolean" } });
  const call = await serve({
    "/users": { get: { responses: ok(list(user)) } },
    "/users/{user_id}": {
      parameters: [inPath("user_id")],
      get: { responses: { ...ok(user), 404: { description: "none" } } },
      post: {
        summary: "create a user",
        responses: {
          ...created(object({ apikey: text })),
          404: { description: "none" },
          409: { description: "taken" },
        },
      },
      delete: { responses: gone },
    },
  });
  expect((await call("POST", "/users/ann")).status).toBe(201);
  expect((await call("GET", "/users/ann")).body).toMatchObject({ userId: "ann" });
  expect((await call("GET", "/users")).body).toMatchObject([{ userId: "ann" }]);
  expect((await call("POST", "/users/ann")).status).toBe(409);
});

test("a path names a record by the thing that it is a name of", async () => {
  const thing = { ...object({ id: text, class: text, size: { type: "integer" } }), required: ["id", "class"] };
  const call = await serve(
    {
      "/things": { get: { responses: ok(list(thing)) }, post: { requestBody: json(thing), responses: created(thing) } },
      "/things/{className}/{id}": {
        parameters: [inPath("className"), inPath("id")],
        get: { responses: { ...ok(thing), 404: { description: "none" } } },
        patch: { requestBody: json(object({ size: { type: "integer" } })), responses: ok(thing) },
      },
      "/things/{id}": { parameters: [inPath("id")], get: { responses: ok(thing) } },
    },
    {},
  );
  await call("POST", "/things", { id: "1", class: "Tree", size: 3 });
  expect((await call("GET", "/things/Tree/1")).body).toEqual({ id: "1", class: "Tree", size: 3 });
  expect((await call("PATCH", "/things/Tree/1", { size: 4 })).status).toBe(200);
  expect((await call("GET", "/things/1")).body).toEqual({ id: "1", class: "Tree", size: 4 });
  expect((await call("GET", "/things/Bush/1")).status).toBe(404);
});

test("a path below a parent names a record of the collection outside by its properties", async () => {
  const tool = {
    ...object({ id: text, workshop_id: text, kind: text, number: text, name: text }),
    required: ["id", "workshop_id", "kind", "number", "name"],
  };
  const parameters = ["workshop_id", "kind", "number"].map((name) => inPath(name));
  const found = { ...ok(tool), 404: { description: "none" } };
  const call = await serve(
    {
      "/tools": { get: { responses: ok(list(tool)) }, post: { requestBody: json(tool), responses: created(tool) } },
      "/tools/{tool_id}": { parameters: [inPath("tool_id")], get: { responses: found } },
      "/workshops/{workshop_id}/tools/{kind}/{number}": {
        parameters,
        get: { responses: found },
        patch: { requestBody: json(object({ name: text })), responses: found },
        delete: { responses: gone },
      },
    },
    {},
    { seed: 3 },
  );
  const saw = { id: "t1", workshop_id: "w1", kind: "saw", number: "7", name: "Saw" };
  await call("POST", "/tools", saw);
  expect((await call("GET", "/workshops/w1/tools/saw/7")).body).toEqual(saw);
  expect((await call("PATCH", "/workshops/w1/tools/saw/7", { name: "Fretsaw" })).status).toBe(200);
  expect((await call("GET", "/tools/t1")).body).toEqual({ ...saw, name: "Fretsaw" });
  expect((await call("GET", "/workshops/w2/tools/saw/7")).status).toBe(404);
  expect((await call("DELETE", "/workshops/w1/tools/saw/7")).status).toBe(204);
  expect((await call("GET", "/tools/t1")).status).toBe(404);
});

test("a record made below a parent is read at its own short path, though nothing else says which property its id is", async () => {
  const Hold = { ...object({ token: text, account_token: text, amount: { type: "integer" }, status: text }) };
  const hold = { $ref: "#/components/schemas/Hold" };
  const Account = object({ token: text, name: text });
  const call = await serve(
    {
      "/v1/accounts": {
        get: { responses: ok(list(Account)) },
        post: { requestBody: json(object({ name: text })), responses: created(Account) },
      },
      "/v1/accounts/{account_token}": { parameters: [inPath("account_token")], get: { responses: ok(Account) } },
      "/v1/accounts/{account_token}/holds": {
        parameters: [inPath("account_token")],
        get: { responses: ok(object({ data: list(hold), has_more: { type: "boolean" } })) },
        post: { requestBody: json(object({ amount: { type: "integer" } })), responses: created(hold) },
      },
      "/v1/holds/{hold_token}": { parameters: [inPath("hold_token")], get: { responses: ok(hold) } },
      "/v1/holds/{hold_token}/void": { parameters: [inPath("hold_token")], post: { responses: ok(hold) } },
    },
    { components: { schemas: { Hold } } },
    { seed: 3 },
  );
  const account = (await call("POST", "/v1/accounts", { name: "A" })).body;
  const made = (await call("POST", `/v1/accounts/${account.token}/holds`, { amount: 5 })).body;
  expect(made).toMatchObject({ amount: 5, account_token: account.token });
  expect((await call("GET", `/v1/holds/${made.token}`)).body).toEqual(made);
  expect((await call("POST", `/v1/holds/${made.token}/void`)).body).toMatchObject({ token: made.token });
  expect((await call("GET", `/v1/accounts/${account.token}/holds`)).body.data).toMatchObject([{ token: made.token }]);
});

test("records below the same parents at another path belong to one of the parents", async () => {
  const member = object({ id: text, name: text });
  const role = object({ id: text, member_id: text, slug: text });
  const parameters = [inPath("member_id")];
  const call = await serve(
    {
      "/team/members": {
        get: { responses: ok(list(member)) },
        post: { requestBody: json(object({ name: text })), responses: created(member) },
      },
      "/team/members/{id}": { parameters: [inPath("id")], get: { responses: ok(member) } },
      "/access/members/{member_id}/roles": {
        parameters,
        get: { responses: ok(list(role)) },
        post: { requestBody: json(object({ slug: text })), responses: created(role) },
      },
      "/access/members/{member_id}/roles/{role_id}": {
        parameters: [...parameters, inPath("role_id")],
        delete: { responses: gone },
      },
    },
    {},
    { seed: 4 },
  );
  const { id } = (await call("POST", "/team/members", { name: "Ann" })).body;
  const made = (await call("POST", `/access/members/${id}/roles`, { slug: "lead" })).body;
  expect(made).toMatchObject({ member_id: id, slug: "lead" });
  expect((await call("GET", `/access/members/${id}/roles`)).body).toEqual([made]);
  expect((await call("GET", "/access/members/none/roles")).status).toBe(404);
});

test("a record that is made below a parent is deleted at its own short path", async () => {
  const app = object({ id: text, name: text });
  const secret = object({ id: text, app_id: text, hint: text, value: text });
  const call = await serve(
    {
      "/apps": {
        get: { responses: ok(list(app)) },
        post: { requestBody: json(object({ name: text })), responses: created(app) },
      },
      "/apps/{id}": { parameters: [inPath("id")], get: { responses: ok(app) } },
      "/apps/{id}/secrets": {
        parameters: [inPath("id")],
        get: { responses: ok(list(secret)) },
        post: { responses: created(secret) },
      },
      "/secrets/{id}": { parameters: [inPath("id")], delete: { responses: gone } },
    },
    {},
    { seed: 2 },
  );
  const { id } = (await call("POST", "/apps", { name: "A" })).body;
  const first = (await call("POST", `/apps/${id}/secrets`)).body;
  const second = (await call("POST", `/apps/${id}/secrets`)).body;
  expect((await call("DELETE", `/secrets/${first.id}`)).status).toBe(204);
  expect((await call("GET", `/apps/${id}/secrets`)).body).toEqual([second]);
  expect((await call("DELETE", `/secrets/${first.id}`)).status).toBe(404);
});

test("a record keeps its id at its short path, though it goes by its name below another parent", async () => {
  const Team = object({ id: { type: "integer", readOnly: true }, name: text });
  const team = { $ref: "#/components/schemas/Team" };
  const call = await serve(
    {
      "/orgs": {
        get: { responses: ok(list(object({ name: text }))) },
        post: { requestBody: json(body), responses: created(object({ name: text })) },
      },
      "/orgs/{org}": { parameters: [inPath("org")], get: { responses: ok(object({ name: text })) } },
      "/orgs/{org}/teams": {
        parameters: [inPath("org")],
        get: { responses: ok(list(team)) },
        post: { requestBody: json(body), responses: created(team) },
      },
      "/teams/{id}": {
        parameters: [inPath("id", { type: "integer" })],
        get: { responses: ok(team) },
        delete: { responses: gone },
      },
      "/repos/{owner}/{repo}/teams": {
        parameters: [inPath("owner"), inPath("repo")],
        get: { responses: ok(list(team)) },
      },
      "/repos/{owner}/{repo}/teams/{team}": {
        parameters: [inPath("owner"), inPath("repo"), { ...inPath("team"), description: "team name" }],
        get: { responses: ok(team) },
        put: { responses: gone },
        delete: { responses: gone },
      },
    },
    { components: { schemas: { Team } } },
    { seed: 2 },
  );
  await call("POST", "/orgs", { name: "acme" });
  const made = (await call("POST", "/orgs/acme/teams", { name: "core" })).body;
  expect((await call("GET", `/teams/${made.id}`)).body).toEqual(made);
});

test("POST at the parameter that records are below makes one where its summary says so, whatever else it answers", async () => {
  const backup = { id: text, status: { type: "string", enum: ["STARTED", "SUCCESS"] }, path: text };
  const call = await serve({
    "/backups/{backend}": {
      parameters: [inPath("backend")],
      get: { responses: ok(list(object({ ...backup, size: { type: "integer" } }))) },
      post: {
        summary: "Create a backup",
        requestBody: json(object({ id: text, include: list(text) })),
        responses: ok(object({ id: text, classes: list(text), bucket: text, backend: text })),
      },
    },
    "/backups/{backend}/{id}": {
      parameters: [inPath("backend"), inPath("id")],
      get: { responses: ok(object({ ...backup, started: text, ended: text, error: text })) },
    },
  });
  await call("POST", "/backups/s3", { id: "b1" });
  expect((await call("GET", "/backups/s3/b1")).body.id).toBe("b1");
  expect((await call("GET", "/backups/s3/b2")).status).toBe(404);
});

test("a record is made one word behind its collection where the summary says so and the answer is a part of it", async () => {
  const Document = object({ id: text, name: text, type: { enum: ["text", "url"] }, text, url: text });
  const post = (summary: string, sent: object) => ({
    post: { summary, requestBody: json(object(sent)), responses: ok(object({ id: text, name: text })) },
  });
  const call = await serve({
    "/documents": {
      get: { responses: ok(object({ documents: list(Document) })) },
      ...post("Add to the knowledge base", { name: text, url: text, text }),
    },
    "/documents/text": post("Create a text document", { name: text, text }),
    "/documents/check": post("Check a document", { name: text, text }),
    "/documents/{document_id}": { parameters: [inPath("document_id")], get: { responses: ok(Document) } },
  });
  const { id } = (await call("POST", "/documents/text", { name: "a", text: "Hello" })).body;
  expect((await call("GET", `/documents/${id}`)).body).toMatchObject({ id, name: "a", text: "Hello" });
  await call("POST", "/documents/check", { name: "b", text: "Hello" });
  expect((await call("GET", "/documents")).body.documents).toHaveLength(1);
});

test("a record is made one word behind its collection where the summary says so and the answer holds it, but no preview and no other thing", async () => {
  const invoice = object({ id: text, amount: { type: "integer" }, memo: text });
  const holder = object({ invoice });
  const post = (summary: string) => ({ post: { summary, requestBody: json(invoice), responses: ok(holder) } });
  const call = await serve({
    "/invoices": { get: { responses: ok(object({ list: list(holder) })) }, ...post("Create an invoice") },
    "/invoices/{id}": { parameters: [inPath("id")], get: { responses: ok(holder) } },
    "/invoices/charge": post("Create an invoice for a charge"),
    "/invoices/create_preview": post("Create a preview of an invoice"),
    "/invoices/copy_shop": post("Create a photo"),
  });
  const { id } = (await call("POST", "/invoices/charge", { amount: 9 })).body.invoice;
  expect((await call("GET", `/invoices/${id}`)).body.invoice.amount).toBe(9);
  await call("POST", "/invoices/create_preview", { amount: 7 });
  await call("POST", "/invoices/copy_shop", { amount: 8 });
  expect((await call("GET", "/invoices")).body.list).toHaveLength(1);
});

test("a record is made two words behind its collection, in ways to upload it, beside what comes with it", async () => {
  const asset = object({ id: text, name: text, size: { type: "integer" } });
  const upload = { summary: "Upload an asset", requestBody: json(object({ name: text, url: text })) };
  const call = await serve({
    "/assets": { get: { responses: ok(list(asset)) } },
    "/assets/{id}": { parameters: [inPath("id")], get: { responses: ok(asset) } },
    "/assets/upload/url": { post: { ...upload, responses: ok(object({ asset, task: object({ id: text }) })) } },
    "/assets/request-upload": { post: { ...upload, responses: ok(object({ url: text, asset })) } },
  });
  for (const path of ["/assets/upload/url", "/assets/request-upload"]) {
    const made = (await call("POST", path, { name: "film" })).body.asset;
    expect((await call("GET", `/assets/${made.id}`)).body).toMatchObject({ id: made.id, name: "film" });
  }
  expect((await call("GET", "/assets")).body).toHaveLength(2);
});

test("what a POST makes is listed below the record that it names, and removed by the names in a path", async () => {
  const Reaction = object({ user_id: text, post_id: text, emoji_name: text });
  const at = ["user_id", "post_id", "emoji_name"].map((name) => inPath(name));
  const call = await serve({
    ...crud("/posts", object({ id: { ...text, readOnly: true }, message: text }), text),
    "/reactions": { post: { requestBody: json(Reaction), responses: created(Reaction) } },
    "/posts/{post_id}/reactions": { parameters: [inPath("post_id")], get: { responses: ok(list(Reaction)) } },
    "/users/{user_id}/posts/{post_id}/reactions/{emoji_name}": { parameters: at, delete: { responses: gone } },
  });
  const { id } = (await call("POST", "/posts", { message: "a" })).body;
  for (const emoji_name of ["smile", "wave"])
    await call("POST", "/reactions", { user_id: "u", post_id: id, emoji_name });
  const names = async () =>
    (await call("GET", `/posts/${id}/reactions`)).body.map((one: { emoji_name: string }) => one.emoji_name);
  expect(await names()).toEqual(["smile", "wave"]);
  expect((await call("DELETE", `/users/u/posts/${id}/reactions/smile`)).status).toBe(204);
  expect(await names()).toEqual(["wave"]);
  expect((await call("DELETE", `/users/u/posts/${id}/reactions/smile`)).status).toBe(404);
});

test("a record that is made below a parent is read at its own path, although its list and its creation show less of it", async () => {
  const Short = object({ id: { type: "integer", readOnly: true }, topic: text, start: text, agenda: text });
  const Meeting = object({ ...Short.properties, settings: object({ audio: text }), host_id: text, pmi: text });
  const call = await serve({
    ...crud("/users", object({ id: { type: "integer", readOnly: true }, name: text })),
    "/users/{userId}/meetings": {
      parameters: [inPath("userId", { type: "integer" })],
      get: { responses: ok(object({ page_size: { type: "integer" }, meetings: list(Short) })) },
      post: { requestBody: json(object({ topic: text, agenda: text })), responses: created(Short) },
    },
    "/meetings/{meetingId}": {
      parameters: [inPath("meetingId", { type: "integer" })],
      get: { responses: { ...ok(Meeting), 404: { description: "none" } } },
      patch: { requestBody: json(object({ topic: text, agenda: text })), responses: gone },
      delete: { responses: gone },
    },
  });
  const [ada, bob] = [await call("POST", "/users", { name: "Ada" }), await call("POST", "/users", { name: "Bob" })];
  const { id } = (await call("POST", `/users/${ada.body.id}/meetings`, { topic: "Daily", agenda: "all" })).body;
  await call("PATCH", `/meetings/${id}`, { topic: "Weekly" });
  expect((await call("GET", `/meetings/${id}`)).body).toMatchObject({ id, topic: "Weekly", agenda: "all" });
  const meetingsOf = async (user: number) => (await call("GET", `/users/${user}/meetings`)).body.meetings;
  expect(await meetingsOf(ada.body.id)).toMatchObject([{ id, topic: "Weekly" }]);
  expect(await meetingsOf(bob.body.id)).toEqual([]);
  await call("DELETE", `/meetings/${id}`);
  expect((await call("GET", `/meetings/${id}`)).status).toBe(404);
  expect(await meetingsOf(ada.body.id)).toEqual([]);
});

test("a record that is made below another is read behind the words with which all paths begin", async () => {
  const method = object({ methodId: { ...text, readOnly: true }, accountId: text, name: text });
  const account = object({ accountId: { ...text, readOnly: true }, name: text });
  const paths = JSON.stringify({
    ...crud("/kb/accounts", account, text),
    "/kb/accounts/{id}/methods": {
      parameters: [inPath("id")],
      get: { responses: ok(list(method)) },
      post: { requestBody: json(object({ name: text })), responses: created(method) },
    },
    "/kb/methods/{methodId}": {
      parameters: [inPath("methodId")],
      get: { responses: { ...ok(method), 404: { description: "none" } } },
      delete: { responses: gone },
    },
  });
  const call = await serve(
    JSON.parse(paths.replaceAll("{id}", "{accountId}").replaceAll('"name":"id"', '"name":"accountId"')),
  );
  const { accountId } = (await call("POST", "/kb/accounts", { name: "Ann" })).body;
  const { methodId } = (await call("POST", `/kb/accounts/${accountId}/methods`, { name: "card" })).body;
  expect((await call("GET", `/kb/methods/${methodId}`)).body).toMatchObject({ accountId, name: "card" });
  await call("DELETE", `/kb/methods/${methodId}`);
  expect((await call("GET", `/kb/accounts/${accountId}/methods`)).body).toEqual([]);
});

test("POST at the path of a list with a query of its own is another create", async () => {
  const template = { type: "object", properties: { id: { type: "string", readOnly: true }, name: text, kind: text } };
  const wrapped = json({ type: "object", properties: { template } });
  const call = await serve({
    "/templates": {
      get: { responses: ok({ type: "array", items: template }) },
      post: { requestBody: json(template), responses: ok(template) },
    },
    "/templates?desc=html": { post: { requestBody: wrapped, responses: ok(template) } },
    "/templates/{id}": { parameters: [inPath("id")], get: { responses: ok(template) } },
  });
  const made = (await call("POST", "/templates?desc=html", { template: { name: "a", kind: "html" } })).body;
  expect(made).toMatchObject({ name: "a", kind: "html" });
  expect((await call("GET", `/templates/${made.id}`)).body).toEqual(made);
});

test("a record that is made below a parent, and at the root, is located and read at the root", async () => {
  const source = { $ref: "#/components/schemas/Source" };
  const Source = object({ id: text, name: text, kind: text });
  const bare = { 201: { description: "made", headers: { Location: { schema: text } } } };
  const customer = object({ id: { ...text, readOnly: true }, name: text });
  const call = await serve(
    {
      ...crud("/customers", customer, text),
      "/sources": { post: { requestBody: json(object({ name: text })), responses: bare } },
      "/sources/{id}": { parameters: [inPath("id")], get: { responses: ok(source) } },
      "/customers/{id}/sources": {
        parameters: [inPath("id")],
        get: { responses: ok(object({ sources: list(source), total: { type: "integer" } })) },
        post: { requestBody: json(object({ name: text, kind: text })), responses: bare },
      },
    },
    { components: { schemas: { Source } } },
  );
  const { id } = (await call("POST", "/customers", { name: "a" })).body;
  for (const [path, name] of [
    [`/customers/${id}/sources`, "own"],
    ["/sources", "root"],
  ] as const) {
    const location = (await call("POST", path, { name })).headers.get("location") ?? "";
    expect(location).toMatch(/^\/sources\/[^/]+$/);
    expect((await call("GET", location)).body).toMatchObject({ name });
  }
  expect((await call("GET", `/customers/${id}/sources`)).body).toMatchObject({ total: 1, sources: [{ name: "own" }] });
});

test("what another path with the collection's word creates is in the list, where nothing else makes it", async () => {
  const Statement = object({ id: { ...text, readOnly: true }, account_id: text, balance: { type: "integer" } });
  const sent = { type: "object", required: ["account_id"], properties: { account_id: text } };
  const call = await serve({
    "/statements": { get: { responses: ok(list(Statement)) } },
    "/statements/{id}": { parameters: [inPath("id")], get: { responses: ok(Statement) } },
    "/simulations/statements": {
      post: {
        summary: "Simulate a statement being created",
        requestBody: json(sent),
        responses: { 200: { description: "made", ...json(Statement) } },
      },
    },
    "/previews/statements": {
      post: { summary: "Preview a statement", requestBody: json(sent), responses: ok(Statement) },
    },
  });
  const made = (await call("POST", "/simulations/statements", { account_id: "a1" })).body;
  expect(made.account_id).toBe("a1");
  expect((await call("GET", `/statements/${made.id}`)).body).toEqual(made);
  const shown = (await call("POST", "/previews/statements", { account_id: "a2" })).body;
  expect((await call("GET", `/statements/${shown.id}`)).status).toBe(404);
});

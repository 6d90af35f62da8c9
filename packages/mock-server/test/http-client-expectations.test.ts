import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const serverNumber = { type: "integer", readOnly: true };
const object = <T extends object>(properties: T, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const created = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe("an id", () => {
  const issue = object({ id: serverNumber, number: serverNumber, title: text });

  it("is the number of a record that a path calls by its index", async () => {
    const call = await serve({
      "/repos/{repo}/issues": {
        parameters: [inPath("repo")],
        get: { responses: ok(list(issue)) },
        post: { requestBody: json(object({ title: text })), responses: created(issue) },
      },
      "/repos/{repo}/issues/{index}": {
        parameters: [inPath("repo"), inPath("index", number)],
        get: { responses: ok(issue) },
      },
    });
    const made = (await call("POST", "/repos/tea/issues", { title: "one" })).body;
    expect((await call("GET", `/repos/tea/issues/${made.number}`)).body).toEqual(made);
  });

  it("is the name that the description speaks of, which the client sends as its username", async () => {
    const org = object({ id: serverNumber, name: text, username: text });
    const parameters = [inPath("org")];
    const named = [{ ...inPath("org"), description: "name of the organization to get" }];
    const call = await serve({
      "/orgs": {
        get: { responses: ok(list(org)) },
        post: { requestBody: json(object({ username: text }, { required: ["username"] })), responses: created(org) },
      },
      "/orgs/{org}": {
        delete: { parameters, responses: { 204: { description: "gone" } } },
        get: { parameters: named, responses: ok(org) },
      },
    });
    await call("POST", "/orgs", { username: "acme" });
    expect((await call("GET", "/orgs/acme")).body).toMatchObject({ name: "acme", username: "acme" });
  });

  it("is sent with the noun of its record", async () => {
    const branch = object({ name: text, protected: { type: "boolean" } });
    const call = await serve({
      "/branches": {
        get: { responses: ok(list(branch)) },
        post: {
          requestBody: json(object({ new_branch_name: text }, { required: ["new_branch_name"] })),
          responses: created(branch),
        },
      },
      "/branches/{branch}": { parameters: [inPath("branch")], get: { responses: ok(branch) } },
    });
    expect((await call("POST", "/branches", { new_branch_name: "dev" })).body.name).toBe("dev");
    expect((await call("GET", "/branches/dev")).body.name).toBe("dev");
  });

  it("is a number in text, where the answer to a create declares a number", async () => {
    const project = object({ id: { ...text, readOnly: true }, name: text });
    const paths = crud("/projects", project) as Record<string, Record<string, object>>;
    const post = { ...paths["/projects"]?.post, responses: created(object({ id: number, self: text })) };
    const call = await serve({ ...paths, "/projects": { ...paths["/projects"], post } });
    const { id } = (await call("POST", "/projects", { name: "Tea" })).body;
    expect(id).toEqual(expect.any(Number));
    expect((await call("GET", `/projects/${id}`)).body).toEqual({ id: String(id), name: "Tea" });
  });

  it("is the path of a file", async () => {
    const content = object({ path: text, content: text });
    const parameters = [inPath("filepath")];
    const call = await serve({
      "/contents": {
        get: { responses: ok(list(content)) },
        post: { requestBody: json(content), responses: created(content) },
      },
      "/contents/{filepath}": {
        get: { parameters, responses: ok(content) },
        put: {
          parameters,
          summary: "Update a file",
          requestBody: json(object({ content: text })),
          responses: ok(content),
        },
        post: {
          parameters,
          summary: "Create a file",
          requestBody: json(object({ content: text })),
          responses: created(content),
        },
      },
    });
    const made = await call("POST", "/contents/README.md", { content: "hi" });
    expect([made.status, made.body]).toEqual([201, { path: "README.md", content: "hi" }]);
    expect((await call("GET", "/contents/README.md")).body.content).toBe("hi");
    expect((await call("POST", "/contents/README.md", { content: "again" })).status).toBe(409);
  });
});

describe("a new record", () => {
  it("has the first status that a filter lists, and its counters are 0", async () => {
    const milestone = object({
      id: serverNumber,
      title: text,
      state: text,
      open_issues: serverNumber,
      view_count: serverNumber,
    });
    const paths = crud("/milestones", milestone) as Record<string, Record<string, object>>;
    const parameters = [{ name: "state", in: "query", schema: { ...text, enum: ["closed", "open", "all"] } }];
    const post = { requestBody: json(object({ title: text })), responses: created(milestone) };
    const call = await serve({ ...paths, "/milestones": { get: { ...paths["/milestones"]?.get, parameters }, post } });
    const { body } = await call("POST", "/milestones", { title: "v1" });
    expect(body).toMatchObject({ state: "open", open_issues: 0, view_count: 0 });
    expect((await call("GET", "/milestones?state=open")).body).toHaveLength(1);
  });

  it("is a draft before it is open, also beside an example of a record that has no valid status", async () => {
    const status = { ...text, enum: ["open", "draft", "merged"] };
    for (const example of [{ title: "A" }, { title: "A", status: "Merged" }]) {
      const change = object({ id: serverNumber, title: text, status }, { examples: [example] });
      const post = { requestBody: json(object({ title: text })), responses: created(change) };
      const paths = crud("/changes", change) as Record<string, Record<string, object>>;
      const call = await serve({ ...paths, "/changes": { ...paths["/changes"], post } });
      expect((await call("POST", "/changes", { title: "B" })).body.status).toBe("draft");
    }
  });

  it("has the properties that were sent with its noun in their names", async () => {
    const key = object({ id: serverNumber, name: text });
    const post = { requestBody: json(object({ key_name: text }, { required: ["key_name"] })), responses: created(key) };
    const call = await serve({ "/api_keys": { get: { responses: ok(list(key)) }, post } });
    expect((await call("POST", "/api_keys", { key_name: "ci" })).body.name).toBe("ci");
  });

  it("has nothing below it, whatever seeds there are elsewhere", async () => {
    const item = object({ id: serverNumber, title: text });
    const below = (path: string, names: string[]) => {
      const parameters = names.map((name) => inPath(name));
      const post = { requestBody: json(object({ title: text })), responses: created(item) };
      return { [path]: { parameters, get: { responses: ok(list(item)) }, post } };
    };
    const paths = {
      ...below("/repos/{repo}/issues", ["repo"]),
      "/repos/{repo}/issues/{id}": { parameters: [inPath("repo"), inPath("id")], get: { responses: ok(item) } },
      ...below("/repos/{repo}/issues/{id}/comments", ["repo", "id"]),
    };
    const call = await serve(paths, {}, { seed: 3 });
    const [first] = (await call("GET", "/repos/tea/issues")).body;
    expect((await call("GET", `/repos/tea/issues/${first.id}/comments`)).body).toHaveLength(3);
    const { id } = (await call("POST", "/repos/tea/issues", { title: "one" })).body;
    expect((await call("GET", `/repos/tea/issues/${id}/comments`)).body).toEqual([]);
  });

  it("has nothing in a list to which paths below it add, whatever an example shows", async () => {
    const named = object({ id: text, name: text });
    const lists = { tools: list(named), users: list(text), notes: list(named), teams: list(text), rates: list(named) };
    const agent = object({ id: text, name: text, ...lists }, { examples: [{ id: "1", users: ["ann"] }] });
    const below = (path: string, method: string) => ({
      [`/agents/{id}/${path}`]: {
        parameters: [...`{id}/${path}`.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(name ?? "")),
        [method]: { responses: ok(agent) },
      },
    });
    const call = await serve({
      "/agents": { post: { requestBody: json(object({ name: text })), responses: created(agent) } },
      "/agents/{id}": { parameters: [inPath("id")], get: { responses: ok(agent) } },
      ...below("tools/attach/{tool_id}", "patch"),
      ...below("users/{user_id}", "put"),
      ...below("add_note", "post"),
      ...below("add_to_team", "post"),
      ...below("rates/refresh", "post"),
    });
    const { body } = await call("POST", "/agents", { name: "a" });
    expect(body).toMatchObject({ tools: [], users: [], notes: [], teams: [] });
    expect(body.rates).not.toEqual([]);
  });

  it("is created together with the records beside it in the answer", async () => {
    const Project = object({ id: { ...text, readOnly: true }, name: text });
    const Branch = object({
      id: { ...text, readOnly: true },
      project_id: { ...text, examples: ["sample-1"] },
      name: text,
    });
    const [project, branch] = [ref("Project"), ref("Branch")];
    const both = object({ project, branch }, { required: ["project", "branch"] });
    const parameters = [inPath("project_id")];
    const call = await serve(
      {
        "/projects": {
          get: { responses: ok(object({ projects: list(project) })) },
          post: { requestBody: json(object({ project: object({ name: text }) })), responses: created(both) },
        },
        "/projects/{project_id}": { parameters, get: { responses: ok(object({ project })) } },
        "/projects/{project_id}/branches": { parameters, get: { responses: ok(object({ branches: list(branch) })) } },
        "/projects/{project_id}/branches/{branch_id}": {
          parameters: [...parameters, inPath("branch_id")],
          get: { responses: ok(object({ branch })) },
        },
      },
      { components: { schemas: { Project, Branch } } },
    );
    const made = (await call("POST", "/projects", { project: { name: "tea" } })).body;
    expect(made.branch.project_id).toBe(made.project.id);
    expect((await call("GET", `/projects/${made.project.id}/branches`)).body.branches).toEqual([made.branch]);
  });

  it("is rejected, where the 409 speaks of the same name", async () => {
    const paths = crud("/repos", object({ id: serverNumber, name: text })) as Record<string, Record<string, object>>;
    const taken = { 409: { description: "A repository with the same name already exists." } };
    const post = {
      ...paths["/repos"]?.post,
      responses: { ...created(object({ id: serverNumber, name: text })), ...taken },
    };
    const call = await serve({ ...paths, "/repos": { ...paths["/repos"], post } });
    expect((await call("POST", "/repos", { name: "tea" })).status).toBe(201);
    expect((await call("POST", "/repos", { name: "tea" })).status).toBe(409);
  });
});

describe("a write", () => {
  it("of a record's parent accepts lists that create records below it", async () => {
    const part = object({
      type: { const: "text" },
      text: object({ value: text, notes: list(text) }, { required: ["value", "notes"] }),
    });
    const image = object({ type: { const: "image" }, url: text });
    const Message = object({ id: { ...text, readOnly: true }, role: text, content: list({ oneOf: [image, part] }) });
    const Draft = object({ role: text, content: { oneOf: [text, list(object({ type: text, text }))] } });
    const thread = object({ id: { ...text, readOnly: true }, title: text });
    const parameters = [inPath("thread_id")];
    const schemas = { Message, Draft };
    const call = await serve(
      {
        "/threads": {
          post: {
            requestBody: json(object({ title: text, messages: list(ref("Draft")) })),
            responses: created(thread),
          },
        },
        "/threads/{thread_id}": { parameters, get: { responses: ok(thread) } },
        "/threads/{thread_id}/messages": {
          parameters,
          get: { responses: ok(list(ref("Message"))) },
          post: { requestBody: json(ref("Draft")), responses: created(ref("Message")) },
        },
      },
      { components: { schemas } },
    );
    const { id } = (await call("POST", "/threads", { messages: [{ role: "user", content: "hi" }] })).body;
    const said = (value: string) => [{ type: "text", text: { value, notes: [] } }];
    expect((await call("GET", `/threads/${id}/messages`)).body).toMatchObject([{ role: "user", content: said("hi") }]);
    expect((await call("POST", `/threads/${id}/messages`, { content: "two" })).body.content).toEqual(said("two"));
    expect((await call("GET", `/threads/${id}`)).body).not.toHaveProperty("messages");
  });

  it("by DELETE unsets the flag that PUT sets", async () => {
    const filter = object({ id: serverNumber, name: text, favourite: { type: "boolean" } });
    const parameters = [inPath("id")];
    const flag = { parameters, put: { responses: ok(filter) }, delete: { responses: ok(filter) } };
    const call = await serve({ ...crud("/filters", filter), "/filters/{id}/favourite": flag });
    const { id } = (await call("POST", "/filters", { name: "mine", favourite: false })).body;
    expect((await call("PUT", `/filters/${id}/favourite`)).body.favourite).toBe(true);
    expect((await call("DELETE", `/filters/${id}/favourite`)).body.favourite).toBe(false);
    expect((await call("GET", `/filters/${id}`)).body.favourite).toBe(false);
  });

  it("of any value sets the value of a record that otherwise has only a key", async () => {
    const entity = object({ key: text, value: {} });
    const parameters = [inPath("propertyKey")];
    const call = await serve({
      "/properties": { get: { responses: ok(object({ keys: list(object({ key: text, self: text })) })) } },
      "/properties/{propertyKey}": {
        parameters,
        get: { responses: ok(entity) },
        put: { requestBody: json({}), responses: { 200: { description: "changed" }, 201: { description: "made" } } },
        delete: { responses: { 204: { description: "gone" } } },
      },
    });
    await call("PUT", "/properties/colour", { dark: true });
    expect((await call("GET", "/properties/colour")).body).toEqual({ key: "colour", value: { dark: true } });
  });

  it("by PUT keeps what the description calls fixed", async () => {
    const fixed = { ...text, description: "The project of the component. Can't be updated." };
    const component = object({ id: serverNumber, name: text, lead: text, project: fixed });
    const call = await serve(crud("/components", component));
    const { id } = (await call("POST", "/components", { name: "api", lead: "ann", project: "TEA" })).body;
    expect((await call("PUT", `/components/${id}`, { name: "web" })).body).toEqual({ id, name: "web", project: "TEA" });
  });

  it("by PUT makes an absent record, where the description says upsert", async () => {
    const paths = crud("/rules", object({ name: text, type: text })) as Record<string, Record<string, object>>;
    const { "/rules/{id}": item, ...others } = paths;
    const { parameters: _, ...methods } = item ?? {};
    const parameters = [inPath("name")];
    const put = { ...item?.put, summary: "Upserts a rule" };
    const call = await serve({ ...others, "/rules/{name}": { ...methods, parameters, put } });
    expect((await call("PUT", "/rules/pop", { type: "log" })).status).toBe(200);
    expect((await call("GET", "/rules/pop")).body).toEqual({ name: "pop", type: "log" });
  });

  it("of several records goes by the body that makes one", async () => {
    const issue = object({ id: serverNumber, fields: object({ title: text }), self: text, key: text, expand: text });
    const Update = object({ fields: object({ title: text }), history: text, update: text, transition: text });
    const bulk = {
      post: {
        requestBody: json(object({ issueUpdates: list(ref("Update")) })),
        responses: created(object({ issues: list(issue) })),
      },
    };
    const call = await serve(
      {
        "/issues": { post: { requestBody: json(ref("Update")), responses: created(issue) } },
        "/issues/bulk": bulk,
        "/issues/{id}": { parameters: [inPath("id")], get: { responses: ok(issue) } },
      },
      { components: { schemas: { Update } } },
    );
    const { issues } = (
      await call("POST", "/issues/bulk", { issueUpdates: [{ fields: { title: "a" } }, { fields: { title: "b" } }] })
    ).body;
    expect(issues).toHaveLength(2);
    expect((await call("GET", `/issues/${issues[1].id}`)).body.fields).toEqual({ title: "b" });
  });
});

describe("members", () => {
  it("are found among the records of the same parent, by id or by name", async () => {
    const Label = object({ id: serverNumber, name: text });
    const label = ref("Label");
    const labels = { ...list({}), description: "A list of label IDs, or of label names." };
    const at = (...names: string[]) => names.map((name) => inPath(name));
    const home = (path: string, ...names: string[]) => ({
      [path]: {
        parameters: at(...names),
        get: { responses: ok(list(label)) },
        post: { requestBody: json(object({ name: text })), responses: created(label) },
      },
      [`${path}/{id}`]: { parameters: at(...names, "id"), get: { responses: ok(label) } },
    });
    const call = await serve(
      {
        ...home("/orgs/{org}/labels", "org"),
        ...home("/repos/{owner}/{repo}/labels", "owner", "repo"),
        "/repos/{owner}/{repo}/issues/{index}/labels": {
          parameters: at("owner", "repo", "index"),
          get: { responses: ok(list(label)) },
          post: { requestBody: json(object({ labels })), responses: ok(list(label)) },
        },
        "/repos/{owner}/{repo}/issues/{index}/labels/{id}": {
          parameters: at("owner", "repo", "index", "id"),
          delete: { responses: { 204: { description: "gone" } } },
        },
      },
      { components: { schemas: { Label } } },
    );
    const make = async (name: string) => (await call("POST", "/repos/ann/tea/labels", { name })).body;
    const [bug, docs] = [await make("bug"), await make("docs")];
    await call("POST", "/repos/ann/tea/issues/1/labels", { labels: [bug.id] });
    await call("POST", "/repos/ann/tea/issues/1/labels", { labels: ["docs"] });
    expect((await call("GET", "/repos/ann/tea/issues/1/labels")).body).toEqual([bug, docs]);
  });
});

describe("an answer", () => {
  it("uses an example that is the text of its JSON", async () => {
    const user = object({ accountId: text, name: text });
    const example = JSON.stringify({ accountId: "5b10", name: "Mia" });
    const call = await serve({
      "/myself": {
        get: { responses: { 200: { description: "ok", content: { "application/json": { schema: user, example } } } } },
      },
    });
    expect((await call("GET", "/myself")).body).toEqual({ accountId: "5b10", name: "Mia" });
  });

  it("has the id of the path", async () => {
    const part = object({ id: text, upload_id: text }, { required: ["id", "upload_id"] });
    const post = { parameters: [inPath("upload_id")], requestBody: json(object({ data: text })), responses: ok(part) };
    const call = await serve({ "/uploads/{upload_id}/parts": { post } });
    expect((await call("POST", "/uploads/up-7/parts", { data: "x" })).body.upload_id).toBe("up-7");
  });

  it("is not the one for a record that was already deleted", async () => {
    const role = object({ name: text });
    const paths = crud("/roles", role) as Record<string, Record<string, object>>;
    const responses = { ...ok(role), 204: { description: "The role does not exist or has already been deleted" } };
    const { parameters } = paths["/roles/{id}"] ?? {};
    const call = await serve({
      ...paths,
      "/roles/{id}": {
        parameters,
        get: { responses: ok(object({ id: serverNumber, name: text })) },
        delete: { responses },
      },
    });
    await call("POST", "/roles", { name: "editor" });
    expect((await call("DELETE", "/roles/1")).status).toBe(200);
  });

  it("is the error of nearly all operations, if its operation documents none", async () => {
    const Problem = object({ error: object({ message: text, type: text }) });
    const busy = { 429: { description: "slow down", ...json(ref("Problem")) } };
    const reading = { get: { responses: { ...ok(object({ a: text })), ...busy } } };
    const many = Object.fromEntries(Array.from({ length: 19 }, (_, index) => [`/things${index}`, reading]));
    const odd = {
      get: { responses: { ...ok(object({ a: text })), 400: { description: "odd", ...json(object({ oops: text })) } } },
    };
    const paths = { ...many, "/odd": odd, ...crud("/files", object({ id: serverNumber, name: text })) };
    const call = await serve(paths, { components: { schemas: { Problem } } });
    expect((await call("GET", "/files/7")).body.error.message).toEqual(expect.any(String));
  });
});

it("an error is listed in `errors` of what a success answers, where nothing documents an error", async () => {
  const errors = list(object({ code: text, detail: text, field: text }, { required: ["code"] }));
  const shown = ok(object({ file: object({ id: number, name: text }), errors }));
  const paths = (responses: object) => ({
    "/files": {
      get: { responses: ok(list(object({ id: number, name: text }))) },
      post: { requestBody: json(object({ name: text })), responses },
    },
    "/files/{id}": { parameters: [inPath("id", number)], get: { responses } },
  });
  const call = await serve(paths(shown));
  const absent = await call("GET", "/files/99");
  expect([absent.status, absent.body.errors[0].detail]).toEqual([404, expect.stringContaining("99")]);
  expect(absent.body).not.toHaveProperty("file");
  const wrong = await call("POST", "/files", { name: 5 });
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "name"]);
  const odd = await serve(paths({ ...shown, 404: { description: "gone", ...json(object({ oops: text })) } }));
  expect((await odd("GET", "/files/99")).body).not.toHaveProperty("errors");
});

describe("a parent", () => {
  it("of a list at another path may be named by its key", async () => {
    const project = object({ id: serverNumber, key: text });
    const version = object({ id: serverNumber, name: text, projectId: number });
    const parameters = [inPath("projectIdOrKey")];
    const { "/projects/{id}": item, ...others } = crud("/projects", project) as Record<string, Record<string, object>>;
    const call = await serve({
      ...others,
      "/projects/{projectIdOrKey}": { ...item, parameters },
      ...crud("/versions", version),
      "/projects/{projectIdOrKey}/versions": { parameters, get: { responses: ok(list(version)) } },
    });
    const { id } = (await call("POST", "/projects", { key: "TEA" })).body;
    const made = (await call("POST", "/versions", { name: "v1", projectId: id })).body;
    expect((await call("GET", "/projects/TEA/versions")).body).toEqual([made]);
  });
});

import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const flag = { type: "boolean" };
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
const list = (items: object) => ({ type: "array", items });
const nullable = (type: string) => ({ type: [type, "null"] });

const rule = object({ port: number, open: flag }, { required: ["port"] });
const server = object({
  id: { ...number, readOnly: true },
  name: text,
  size: { ...number, readOnly: true },
  state: { type: "string", enum: ["running", "off"] },
  price: number,
  host: nullable("integer"),
  plan: object({ id: number, slug: text }, { required: ["slug"] }),
  protection: object({ delete: flag, rebuild: flag }),
  rescue_enabled: flag,
  backups: object({ enabled: flag }),
  inbound_rules: list(rule),
  routes: list(object({ target: text, gateway: text }, { required: ["target"] })),
  disk_ids: list(number),
  tags: list(text),
});
const job = object({ job: object({ command: text }) });
const id = inPath("id", number);
const sends = (properties: object, required: readonly string[] = []) => ({
  requestBody: json(object(properties, { required })),
  responses: ok(job),
});
const acts = { responses: ok(job) };
const made = {
  name: "a",
  state: "running",
  price: 5,
  host: null,
  protection: { delete: false, rebuild: false },
  rescue_enabled: false,
  inbound_rules: [{ port: 80 }],
  routes: [{ target: "10.0.0.0/8", gateway: "10.0.0.1" }],
  disk_ids: [1],
  tags: ["web"],
};

/** The server after these requests below it. */
async function after(paths: object, ...requests: readonly (readonly [string, string, unknown?])[]): Promise<object> {
  const below = Object.entries(paths).map(([path, item]) => [`/servers/{id}/${path}`, { parameters: [id], ...item }]);
  const call = await serve({ ...crud("/servers", server), ...Object.fromEntries(below) });
  await call("POST", "/servers", made);
  for (const [method, path, body] of requests) {
    const { status } = await call(method, `/servers/1/${path}`, body);
    expect(status).toBeLessThan(300);
  }
  return (await call("GET", "/servers/1")).body;
}

describe("an action that is sent properties of its record", () => {
  it.each([
    ["resize", { size: number }, { size: 50 }, { size: 50 }],
    ["actions/rename", { name: text }, { name: "b" }, { name: "b" }],
    ["attach", { host: number, automount: flag }, { host: 7, automount: true }, { host: 7 }],
    ["change_plan", { plan: text }, { plan: "large" }, { plan: expect.objectContaining({ slug: "large" }) }],
    ["change_protection", { delete: flag }, { delete: true }, { protection: { delete: true, rebuild: false } }],
    ["set_inbound_rules", { inbound_rules: list(rule) }, { inbound_rules: [] }, { inbound_rules: [] }],
    ["add_tags", { tags: list(text) }, { tags: ["web", "eu"] }, { tags: ["web", "eu"] }],
    ["remove_tags", { tags: list(text) }, { tags: ["web"] }, { tags: [] }],
    ["enable_rescue", { type: text }, { type: "linux" }, { rescue_enabled: true }],
    ["poweroff", {}, {}, { state: "off" }],
    ["backups/enable", {}, {}, { backups: { enabled: true } }],
  ])("changes them where %s says so", async (path, properties, sent, changed) => {
    expect(await after({ [path]: { post: sends(properties) } }, ["POST", path, sent])).toMatchObject({
      ...made,
      ...changed,
    });
  });

  it.each([
    ["refund", { price: number }, { price: 1 }],
    ["create_image", { name: text }, { name: "image" }],
    ["clone", { name: text, tags: list(text) }, { name: "copy", tags: [] }],
    ["resize", { size: text }, { size: "huge" }],
  ])("leaves the record alone where %s says nothing of them", async (path, properties, sent) => {
    const before = await after({});
    expect(await after({ [path]: { post: sends(properties) } }, ["POST", path, sent])).toEqual(before);
  });
});

it("adds to and removes from the list that an action names", async () => {
  const route = { target: text, gateway: text };
  const paths = {
    add_route: { post: sends(route, ["target"]) },
    delete_route: { post: sends({ target: text }, ["target"]) },
    update_route: { post: sends(route, ["target"]) },
  };
  const added = { target: "10.1.0.0/16", gateway: "10.1.0.1" };
  expect(await after(paths, ["POST", "add_route", added])).toMatchObject({ routes: [...made.routes, added] });
  expect(await after(paths, ["POST", "delete_route", { target: "10.0.0.0/8" }])).toMatchObject({ routes: [] });
  const updated = { target: "10.0.0.0/8", gateway: "10.0.0.9" };
  expect(await after(paths, ["POST", "update_route", updated])).toMatchObject({ routes: [updated] });
});

it("reads the words of verbs behind a colon, and resets the property that a path names", async () => {
  const group = object({ id: text, note: text, size: number, external_sources: list(text) });
  const parameters = [inPath("id")];
  const source = { parameters, put: sends({ cidr: text }, ["cidr"]) };
  const call = await serve({
    ...crud("/groups", group, text),
    "/groups/{id}:add-source": source,
    "/groups/{id}:remove-source": source,
    "/groups/{id}:resize-disk": { parameters, put: sends({ size: number }) },
    "/groups/{id}/{field}": {
      parameters: [...parameters, inPath("field", { type: "string", enum: ["note"] })],
      delete: acts,
    },
  });
  const { id: made } = (await call("POST", "/groups", { note: "a", size: 1, external_sources: [] })).body;
  await call("PUT", `/groups/${made}:add-source`, { cidr: "10.0.0.0/8" });
  await call("PUT", `/groups/${made}:add-source`, { cidr: "10.1.0.0/16" });
  await call("PUT", `/groups/${made}:remove-source`, { cidr: "10.0.0.0/8" });
  await call("PUT", `/groups/${made}:resize-disk`, { size: 2 });
  await call("DELETE", `/groups/${made}/note`);
  expect((await call("GET", `/groups/${made}`)).body).toEqual({
    id: made,
    size: 2,
    external_sources: ["10.1.0.0/16"],
  });
});

it("removes the values in the query of a DELETE, and all without a query", async () => {
  const alert = object({ id: text, tags: list(text), details: object({}, { additionalProperties: text }) });
  const parameters = [inPath("id")];
  const gone = (...query: object[]) => ({ parameters, delete: { parameters: query, responses: ok(job) } });
  const call = await serve({
    ...crud("/alerts", alert, text),
    "/alerts/{id}/tags": gone(inQuery("tags", list(text), { explode: false }), inQuery("note", text)),
    "/alerts/{id}/details": gone(inQuery("keys", list(text), { explode: false })),
  });
  const { id: made } = (await call("POST", "/alerts", { tags: ["a", "b"], details: { x: "1", y: "2" } })).body;
  const shown = async () => (await call("GET", `/alerts/${made}`)).body;
  const { headers } = await call("DELETE", `/alerts/${made}/tags?tags=a&note=old`);
  expect(headers.get("mock-ignored")).toBe("note");
  await call("DELETE", `/alerts/${made}/details?keys=x`);
  expect(await shown()).toMatchObject({ tags: ["b"], details: { y: "2" } });
  await call("DELETE", `/alerts/${made}/tags`);
  await call("DELETE", `/alerts/${made}/details`);
  expect(await shown()).toMatchObject({ tags: [], details: {} });
});

it("adds and removes records that an action names by their ids, also in an envelope", async () => {
  const tag = object({ gid: text, name: text, color: text });
  const task = object({ gid: text, name: text, tags: list(tag), followers: list(object({ gid: text })) });
  const data = (schema: object) => object({ data: schema });
  const acts = (properties: object) => ({
    post: { requestBody: json(data(object(properties))), responses: ok(data({ type: "object" })) },
  });
  const below = (verb: string, properties: object) => ({
    [`/tasks/{task_gid}/${verb}`]: { parameters: [inPath("task_gid")], ...acts(properties) },
  });
  const kind = (path: string, parameter: string, schema: object) => ({
    [path]: {
      get: { responses: ok(data(list(schema))) },
      post: { requestBody: json(data(schema)), responses: { 201: { description: "made", ...json(data(schema)) } } },
    },
    [`${path}/{${parameter}}`]: { parameters: [inPath(parameter)], get: { responses: ok(data(schema)) } },
  });
  const call = await serve({
    ...kind("/tasks", "task_gid", task),
    ...kind("/tags", "tag_gid", tag),
    "/tasks/{task_gid}/tags": { parameters: [inPath("task_gid")], get: { responses: ok(data(list(tag))) } },
    ...below("addTag", { tag: text }),
    ...below("removeTag", { tag: text }),
    ...below("addFollowers", { followers: list(text) }),
    ...below("add_follower", { follower_id: text }),
  });
  const make = async (path: string, name: string): Promise<string> =>
    (await call("POST", path, { data: { name } })).body.data.gid;
  const at = `/tasks/${await make("/tasks", "Tea")}`;
  const [urgent, later] = [await make("/tags", "urgent"), await make("/tags", "later")];
  for (const one of [urgent, later, urgent])
    expect((await call("POST", `${at}/addTag`, { data: { tag: one } })).status).toBe(200);
  expect((await call("GET", `${at}/tags`)).body.data).toMatchObject([
    { gid: urgent, name: "urgent" },
    { gid: later, name: "later" },
  ]);
  expect((await call("GET", at)).body.data.tags).toMatchObject([{ gid: urgent }, { gid: later }]);
  await call("POST", `${at}/removeTag`, { data: { tag: urgent } });
  expect((await call("GET", `${at}/tags`)).body.data).toMatchObject([{ gid: later, name: "later" }]);
  await call("POST", `${at}/addFollowers`, { data: { followers: ["7"] } });
  await call("POST", `${at}/add_follower`, { data: { follower_id: "8" } });
  expect((await call("GET", at)).body.data.followers).toEqual([{ gid: "7" }, { gid: "8" }]);
});

it("adds to and removes from a list of the record at the path of its name", async () => {
  const ids = sends({ disk_ids: list(number) });
  const rules = sends({ inbound_rules: list(rule) });
  const paths = { disks: { post: ids, delete: ids }, rules: { post: rules, delete: rules } };
  expect(await after(paths, ["POST", "disks", { disk_ids: [2, 3] }])).toMatchObject({ disk_ids: [1, 2, 3] });
  expect(await after(paths, ["DELETE", "disks", { disk_ids: [1] }])).toMatchObject({ disk_ids: [] });
  expect(await after(paths, ["POST", "rules", { inbound_rules: [{ port: 22 }] }])).toMatchObject({
    inbound_rules: [{ port: 80 }, { port: 22 }],
  });
});

it("unsets with detach what attach has set", async () => {
  const paths = { attach: { post: sends({ host: number }) }, detach: { post: acts } };
  expect(await after(paths, ["POST", "attach", { host: 7 }], ["POST", "detach"])).toMatchObject({ host: null });
});

it("does what the type of an action below a record says", async () => {
  const action = object({ id: { ...number, readOnly: true }, type: text, status: text, resource_id: number });
  const types = { type: "string", enum: ["poweroff", "rename", "snapshot", "attach"] };
  const body = object({ type: types, name: text, disk_id: number }, { required: ["type"] });
  const parameters = [inPath("server_id", number)];
  const actions = {
    "/servers/{server_id}/actions": {
      parameters,
      get: { responses: ok(list(action)) },
      post: { requestBody: json(body), responses: { 201: { description: "made", ...json(action) } } },
    },
    "/servers/{server_id}/actions/{action_id}": {
      parameters: [...parameters, inPath("action_id", number)],
      get: { responses: ok(action) },
    },
  };
  const call = await serve({ ...crud("/servers", server), ...actions });
  await call("POST", "/servers", made);
  await call("POST", "/servers", made);
  const act = async (sent: object) => {
    const { body } = await call("POST", "/servers/2/actions", sent);
    expect(body).toMatchObject({ resource_id: 2 });
    return (await call("GET", "/servers/2")).body;
  };
  expect(await act({ type: "snapshot", name: "image" })).toMatchObject(made);
  expect(await act({ type: "poweroff" })).toMatchObject({ name: "a", state: "off" });
  expect(await act({ type: "rename", name: "b" })).toMatchObject({ name: "b", state: "off" });
  expect(await act({ type: "attach", disk_id: 4 })).toMatchObject({ disk_ids: [1, 4] });
  expect((await call("GET", "/servers/1")).body).toMatchObject(made);
});

it("items that are sent as inactive leave the list of a record, whose items have no status", async () => {
  const tag = { type: "object", properties: { id: { type: "integer" }, name: text, date_added: text } };
  const member = { type: "object", properties: { id: text, email: text, tags: { type: "array", items: tag } } };
  const status = { enum: ["inactive", "active"] };
  const sent = { type: "object", required: ["name", "status"], properties: { name: text, status } };
  const body = { type: "object", properties: { tags: { type: "array", items: sent }, is_syncing: flag } };
  const call = await serve({
    ...crud("/members", member, text),
    "/members/{id}/tags": {
      parameters: [inPath("id")],
      get: { responses: ok({ type: "object", properties: { tags: { type: "array", items: tag } } }) },
      post: { requestBody: json(body), responses: { 204: { description: "done" } } },
    },
  });
  const { id } = (await call("POST", "/members", { email: "a@e.com", tags: [] })).body;
  const change = (...tags: object[]) => call("POST", `/members/${id}/tags`, { tags });
  await change({ name: "vip", status: "active" }, { name: "new", status: "active" });
  await change({ name: "vip", status: "inactive" }, { name: "none", status: "inactive" });
  expect((await call("GET", `/members/${id}`)).body.tags).toEqual([{ name: "new" }]);
  expect((await call("GET", `/members/${id}/tags`)).body.tags).toEqual([{ name: "new" }]);
});

it.each([
  ["the list itself", (shipments: object) => shipments, (held: { shipments: object[] }) => held.shipments],
  [
    "an object that holds it",
    (results: object) => object({ count: number, results }),
    (held: { shipments: { results: object[] } }) => held.shipments.results,
  ],
])(
  "a bare list adds to a list whose name ends in that of the path, and takes from it: %s",
  async (_, holds, listIn) => {
    const sent = object({ weight: number }, { required: ["weight"] });
    const shipments = holds(list(object({ object_id: { ...text, readOnly: true }, weight: number })));
    const batch = object({ object_id: { ...text, readOnly: true }, batch_shipments: shipments });
    const parameters = [inPath("batchId")];
    const call = await serve({
      "/batches": {
        post: {
          requestBody: json(object({ batch_shipments: shipments })),
          responses: { 201: { description: "made", ...json(batch) } },
        },
      },
      "/batches/{batchId}": { parameters, get: { responses: ok(batch) } },
      "/batches/{batchId}/add_shipments": { parameters, post: { requestBody: json(list(sent)), responses: ok(batch) } },
      "/batches/{batchId}/remove_shipments": {
        parameters,
        post: { requestBody: json(list(text)), responses: ok(batch) },
      },
    });
    const { object_id } = (await call("POST", "/batches", {})).body;
    const at = `/batches/${object_id}`;
    const shown = async () => listIn({ shipments: (await call("GET", at)).body.batch_shipments });
    const added = await call("POST", `${at}/add_shipments`, [{ weight: 1 }, { weight: 2 }]);
    expect([added.status, added.headers.get("mock-ignored")]).toEqual([200, null]);
    const [first, second] = await shown();
    expect([first, second]).toMatchObject([{ weight: 1 }, { weight: 2 }]);
    await call("POST", `${at}/remove_shipments`, [(first as { object_id: string }).object_id]);
    expect(await shown()).toEqual([second]);
  },
);

it("what a POST at a record's own path creates is added to the list of that name, and the record stays", async () => {
  const fee = object({ fee_id: { ...text, readOnly: true }, currency: text }, { required: ["currency"] });
  const plan = object({ id: { ...number, readOnly: true }, title: text, fees: list(fee) }, { required: ["title"] });
  const paths = crud("/plans", plan) as Record<string, object>;
  const call = await serve({
    ...paths,
    "/plans/{id}": {
      ...paths["/plans/{id}"],
      post: { summary: "Create a fee", requestBody: { required: true, ...json(fee) }, responses: ok(plan) },
    },
  });
  await call("POST", "/plans", { title: "Usual", fees: [{ currency: "EUR" }] });
  const added = await call("POST", "/plans/1", { currency: "SEK" });
  expect([added.status, added.headers.get("mock-ignored")]).toEqual([200, null]);
  expect((await call("GET", "/plans/1")).body).toMatchObject({
    title: "Usual",
    fees: [{ currency: "EUR" }, { currency: "SEK" }],
  });
});

it("POST sets the object at whose path PATCH edits it, and adds to it where nothing else does", async () => {
  const map = { type: "object", additionalProperties: { type: "string" } };
  const link = { type: "object", properties: { id: { type: "integer" }, metadata: map, labels: map } };
  const acting = (name: string) => ({
    requestBody: json({ type: "object", properties: { id: { type: "integer" }, [name]: map } }),
    responses: ok({ type: "object", properties: { [name]: map } }),
  });
  const call = await serve({
    ...(crud("/links", link) as object),
    "/links/{id}/metadata": { parameters: [inPath("id")], post: acting("metadata"), patch: acting("metadata") },
    "/links/{id}/labels": { parameters: [inPath("id")], post: acting("labels") },
  });
  await call("POST", "/links", { id: 1, metadata: { a: "1" }, labels: { a: "1" } });
  await call("PATCH", "/links/1/metadata", { metadata: { b: "2" } });
  expect((await call("GET", "/links/1")).body.metadata).toEqual({ a: "1", b: "2" });
  await call("POST", "/links/1/metadata", { metadata: { c: "3" } });
  await call("POST", "/links/1/labels", { labels: { b: "2" } });
  expect((await call("GET", "/links/1")).body).toMatchObject({ metadata: { c: "3" }, labels: { a: "1", b: "2" } });
});

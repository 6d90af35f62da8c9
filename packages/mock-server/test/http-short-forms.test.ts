import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const number = { type: "integer" };
const list = (items: object) => ({ type: "array", items });
const object = (properties: object, rest: object = {}) => ({ type: "object", properties, ...rest });
/** A collection whose requests have another schema than its records. */
function described(path: string, record: object, sent: object) {
  const all = crud(path, record) as Record<string, Record<string, object>>;
  const requestBody = { required: true, ...json(sent) };
  return {
    [path]: { ...all[path], post: { ...all[path]?.post, requestBody } },
    [`${path}/{id}`]: { ...all[`${path}/{id}`], patch: { ...all[`${path}/{id}`]?.patch, requestBody } },
  };
}

const compact = object({ gid: text, name: text });
const task = object({
  id: number,
  name: text,
  workspace: compact,
  owner: object({ id: number, name: text }),
  guests: list(object({ id: number, name: text })),
  projects: list(compact),
  permissions: list(text),
  email_addresses: list(object({ id: text, email_address: text })),
  lines: object({
    object: { type: "string", enum: ["list"] },
    data: list(object({ plan: compact, quantity: number })),
  }),
});
const sent = object({
  name: text,
  workspace: text,
  owner_id: number,
  guest_ids: list(number),
  projects: list(text),
  permission: list(text),
  email_address: list(text),
  lines: list(object({ plan: text, quantity: number })),
});

describe("a request with a short form of what a record shows in full", () => {
  it.each([
    [{ workspace: "7" }, { workspace: { gid: "7" } }],
    [{ owner_id: 5 }, { owner: { id: 5 } }],
    [{ guest_ids: [1, 2] }, { guests: [{ id: 1 }, { id: 2 }] }],
    [{ projects: ["1", "2"] }, { projects: [{ gid: "1" }, { gid: "2" }] }],
    [{ permission: ["read"] }, { permissions: ["read"] }],
    [{ email_address: ["a@example.com"] }, { email_addresses: [{ email_address: "a@example.com" }] }],
    [{ lines: [{ plan: "p1", quantity: 2 }] }, { lines: { data: [{ plan: { gid: "p1" }, quantity: 2 }] } }],
  ])("%o is stored as %o", async (short, full) => {
    const call = await serve(described("/tasks", task, sent));
    expect((await call("POST", "/tasks", short)).body).toMatchObject(full);
    expect((await call("GET", "/tasks/1")).body).toMatchObject(full);
    await call("POST", "/tasks", { name: "other" });
    expect((await call("PATCH", "/tasks/2", short)).body).toMatchObject({ name: "other", ...full });
  });

  it("is found by the ids in its lists, in a filter and below their path", async () => {
    const paths = described("/tasks", task, sent) as Record<string, Record<string, object>>;
    const get = { parameters: [inQuery("project", text)], responses: ok(list(task)) };
    const below = { parameters: [inPath("project_gid")], get: { responses: ok(list(task)) } };
    const call = await serve({
      ...paths,
      "/tasks": { ...paths["/tasks"], get },
      "/projects/{project_gid}/tasks": below,
    });
    for (const projects of [["1"], ["2"], ["1", "2"]]) await call("POST", "/tasks", { projects });
    const ids = async (path: string) => (await call("GET", path)).body.map(({ id }: { id: number }) => id);
    expect(await ids("/tasks?project=1")).toEqual([1, 3]);
    expect(await ids("/projects/2/tasks")).toEqual([2, 3]);
  });
});

it("an object that takes options and shows something else is made whole where nothing is sent", async () => {
  const net = object({ id: number, ip: text, ptr: text }, { required: ["ip"] });
  const server = object({ id: number, name: text, net }, { required: ["id", "name", "net"] });
  const call = await serve(
    described("/servers", server, object({ name: text, net: object({ enable: { type: "boolean" } }) })),
  );
  expect(Object.keys((await call("POST", "/servers", { name: "a" })).body.net).sort()).toEqual(["id", "ip", "ptr"]);
});

it("records of the parent's kind that are made below it are found at its path, and name it", async () => {
  const todo = object({ id: number, name: text, notes: text, parent: object({ id: number, name: text }) });
  const below = {
    parameters: [inPath("task_id", number)],
    get: { responses: ok(list(todo)) },
    post: { requestBody: json(object({ name: text })), responses: { 201: { description: "made", ...json(todo) } } },
  };
  const item = (crud("/tasks", todo) as Record<string, object>)["/tasks/{id}"];
  const paths = crud("/tasks", todo) as Record<string, object>;
  const call = await serve({ ...paths, "/tasks/{id}": item, "/tasks/{task_id}/subtasks": below });
  await call("POST", "/tasks", { name: "Boil" });
  const { body } = await call("POST", "/tasks/1/subtasks", { name: "Fill" });
  expect(body.parent.id).toBe(1);
  expect((await call("GET", `/tasks/${body.id}`)).body.name).toBe("Fill");
  expect((await call("GET", "/tasks/1/subtasks")).body.map(({ name }: { name: string }) => name)).toEqual(["Fill"]);
});

it("a comma separates the values of a filter, or is part of one", async () => {
  const company = object({ id: number, name: text });
  const name = inQuery("name", { oneOf: [text, list(text)] });
  const all = crud("/companies", company) as Record<string, Record<string, object>>;
  const get = { parameters: [name], responses: ok(list(company)) };
  const call = await serve({ ...all, "/companies": { ...all["/companies"], get } });
  for (const name of ["Ward, Lee", "Ward", "Tea"]) await call("POST", "/companies", { name });
  const ids = async (query: string) =>
    (await call("GET", `/companies?name=${query}`)).body.map(({ id }: { id: number }) => id);
  expect(await ids("Ward%2C%20Lee")).toContain(1);
  expect(await ids("Ward,Tea")).toEqual([2, 3]);
});

it("a POST that creates a record at the path of its name makes it, where nothing else does", async () => {
  const token = { type: "object", properties: { name: text, id: text, token: text } };
  const shown = { type: "object", properties: { name: text, id: text, scope: text } };
  const call = await serve({
    "/tokens": { get: { responses: ok({ type: "object", properties: { tokens: { type: "array", items: shown } } }) } },
    "/tokens/{tokenName}": {
      parameters: [inPath("tokenName")],
      post: {
        summary: "Create a token",
        requestBody: json({ type: "object", properties: { scope: text } }),
        responses: ok(token),
      },
      delete: { responses: ok({ type: "object", properties: { token: text } }) },
    },
  });
  expect((await call("POST", "/tokens/ci", { scope: "all" })).body).toMatchObject({ name: "ci" });
  const named = async () =>
    (await call("GET", "/tokens")).body.tokens.filter((one: { name: string }) => one.name === "ci");
  expect(await named()).toMatchObject([{ name: "ci", scope: "all" }]);
  expect(await call("DELETE", "/tokens/ci")).toMatchObject({ status: 200 });
  expect(await named()).toEqual([]);
});

it("a POST behind a collection that creates a record makes it, where nothing else does", async () => {
  const template = object({ id: text, name: text, fields: list(text) });
  const call = await serve({
    "/templates": { get: { responses: ok(object({ entries: list(template) })) } },
    "/templates/{id}": { parameters: [inPath("id")], get: { responses: ok(template) } },
    "/templates/schema": {
      post: {
        summary: "Create template",
        requestBody: json(object({ name: text, fields: list(text) })),
        responses: { 201: { description: "made", ...json(template) } },
      },
    },
  });
  const made = (await call("POST", "/templates/schema", { name: "invoice", fields: ["sum"] })).body;
  expect((await call("GET", `/templates/${made.id}`)).body).toEqual(made);
  expect((await call("GET", "/templates")).body.entries).toContainEqual(made);
});

it("a text of several, separated by commas as the description says, is a list of the record", async () => {
  const tags = { ...text, description: "List of tags separated by comma." };
  const record = object({ id: { ...number, readOnly: true }, name: text, tags: list(text) });
  const call = await serve(described("/keys", record, object({ name: text, tags })));
  const { id, ...key } = (await call("POST", "/keys", { name: "a", tags: "x,y" })).body;
  expect(key).toEqual({ name: "a", tags: ["x", "y"] });
  expect((await call("PATCH", `/keys/${id}`, { tags: "z" })).body.tags).toEqual(["z"]);
});

it("a phone number or email address is stored in the object that the record has for the person", async () => {
  const end = object({ carrier: text, phone_number: text });
  const message = object({ id: { ...number, readOnly: true }, from: end, to: list(end), text });
  const call = await serve(described("/messages", message, object({ from: text, to: text, text })));
  const { body } = await call("POST", "/messages", { from: "+15550100", to: "+15550101", text: "Hi" });
  expect(body).toMatchObject({ from: { phone_number: "+15550100" }, to: [{ phone_number: "+15550101" }], text: "Hi" });
});

it("a text is the member of an object that its description names, else the id", async () => {
  const part = { type: "object", properties: { id: text, name: text, slug: text } };
  const shown = { type: "object", properties: { id: { ...text, readOnly: true }, plan: part, site: part } };
  const said = (description: string) => ({ ...text, description });
  const sent = { plan: said("The plan slug to choose a server from"), site: said("The ID or slug of the site") };
  const paths = crud("/servers", shown) as Record<string, Record<string, object>>;
  const post = { requestBody: json({ type: "object", properties: sent }), responses: ok(shown) };
  const call = await serve({ ...paths, "/servers": { ...paths["/servers"], post } });
  const { body } = await call("POST", "/servers", { plan: "small", site: "x1" });
  expect(body).toMatchObject({ plan: { slug: "small" }, site: { id: "x1" } });
});

import { describe, expect, it } from "vitest";
import { crud, inPath, inQuery, json, ok, serve } from "./http-client.js";

const text = { type: "string" };
const integer = { type: "integer" };
const version = {
  type: "object",
  required: ["id", "subject"],
  properties: { id: { ...integer, readOnly: true }, subject: text, body: text },
};
const short = { type: "object", properties: { id: integer, subject: text } };

/** Templates that show their versions, whole or in part, and the versions below each. */
async function templates(items: object) {
  const template = {
    type: "object",
    required: ["id"],
    properties: { id: { ...integer, readOnly: true }, name: text, versions: { type: "array", items } },
  };
  return serve(
    { ...crud("/templates", template), ...crud("/templates/{template_id}/versions", version, integer, integer) },
    { components: {} },
  );
}

it.each([
  ["whole", version, { subject: "one", body: "text" }],
  ["in part", short, { subject: "one" }],
])("a record shows those below it %s as they are made, changed and deleted", async (_, items, shown) => {
  const call = await templates(items);
  await call("POST", "/templates", { name: "a" });
  const versions = async (): Promise<unknown> => (await call("GET", "/templates/1")).body.versions;
  expect(await versions()).toEqual([]);
  const made = (await call("POST", "/templates/1/versions", { subject: "one", body: "text" })).body;
  expect(await versions()).toEqual([{ id: made.id, ...shown }]);
  await call("PATCH", `/templates/1/versions/${made.id}`, { subject: "two" });
  expect(await versions()).toEqual([{ id: made.id, ...shown, subject: "two" }]);
  await call("DELETE", `/templates/1/versions/${made.id}`);
  expect(await versions()).toEqual([]);
});

it.each([
  ["details", [{ subject: "one" }]],
  ["versions", undefined],
])("a record shows those below it unless a parameter asks for them: include=%s", async (word, shown) => {
  const properties = { id: { ...integer, readOnly: true }, name: text, versions: { type: "array", items: version } };
  const template = { type: "object", required: ["id"], properties };
  const paths = crud("/templates", template) as Record<string, Record<string, object>>;
  const parameters = [inQuery("include", { ...text, enum: [word] })];
  const call = await serve({
    ...paths,
    "/templates/{id}": { ...paths["/templates/{id}"], get: { parameters, responses: ok(template) } },
    ...crud("/templates/{template_id}/versions", version, integer, integer),
  });
  await call("POST", "/templates", { name: "a" });
  await call("POST", "/templates/1/versions", { subject: "one" });
  const { versions } = (await call("GET", "/templates/1")).body;
  if (shown) expect(versions).toMatchObject(shown);
  else expect(versions).toBeUndefined();
});

it("records that come with the record around them are below it", async () => {
  const call = await templates(version);
  const sent = [{ subject: "one" }, { subject: "two" }];
  const { body: made } = await call("POST", "/templates", { name: "a", versions: sent });
  const { body } = await call("GET", "/templates/1/versions");
  expect(body).toMatchObject(sent);
  expect(made.versions).toEqual(body);
  expect((await call("GET", "/templates/1")).body.versions).toEqual(body);
  expect((await call("GET", `/templates/1/versions/${body[1].id}`)).body.subject).toBe("two");
});

it("records that are sent under a longer name to create the record around them are below it", async () => {
  const Pool = { type: "object", properties: { type: text, count: integer } };
  const pool = {
    type: "object",
    required: ["id"],
    properties: { id: { ...integer, readOnly: true }, ...Pool.properties },
  };
  const cluster = { type: "object", required: ["id"], properties: { id: { ...integer, readOnly: true }, label: text } };
  const request = { $ref: "#/components/schemas/Pool" };
  const sent = { type: "object", properties: { label: text, node_pools: { type: "array", items: request } } };
  const clusters = crud("/clusters", cluster) as Record<string, Record<string, object>>;
  const pools = crud("/clusters/{cluster_id}/pools", pool, integer, integer) as Record<string, Record<string, object>>;
  const made = (schema: object) => ({ 201: { description: "made", ...json(schema) } });
  const below = "/clusters/{cluster_id}/pools";
  const call = await serve(
    {
      ...clusters,
      "/clusters": { ...clusters["/clusters"], post: { requestBody: json(sent), responses: made(cluster) } },
      ...pools,
      [below]: { ...pools[below], post: { requestBody: json({ allOf: [request] }), responses: made(pool) } },
    },
    { components: { schemas: { Pool } } },
  );
  const { body } = await call("POST", "/clusters", { label: "a", node_pools: [{ type: "s", count: 2 }] });
  expect(body).toEqual({ id: 1, label: "a" });
  expect((await call("GET", "/clusters/1/pools")).body).toMatchObject([{ type: "s", count: 2 }]);
});

it("a list of the same name with other things in it stays the record's own", async () => {
  const call = await templates({ type: "object", properties: { label: text } });
  await call("POST", "/templates", { name: "a", versions: [{ label: "x" }] });
  await call("POST", "/templates/1/versions", { subject: "one" });
  expect((await call("GET", "/templates/1")).body.versions).toEqual([{ label: "x" }]);
});

it("records that are sent in a list have only the nested records that are sent with them", async () => {
  const versions = { type: "array", items: version };
  const template = {
    type: "object",
    required: ["id"],
    properties: { id: { ...integer, readOnly: true }, name: text, versions },
  };
  const paths = crud("/templates", template) as Record<string, Record<string, object>>;
  const templates = {
    type: "object",
    required: ["templates"],
    properties: { templates: { type: "array", items: template } },
  };
  const post = { requestBody: json(templates), responses: ok(templates) };
  const call = await serve({
    ...paths,
    "/templates": { ...paths["/templates"], post },
    ...crud("/templates/{template_id}/versions", version, integer, integer),
  });
  const sent = [{ name: "a" }, { name: "b", versions: [{ subject: "one" }] }];
  const { body } = await call("POST", "/templates", { templates: sent });
  expect(body.templates).toMatchObject([{ name: "a", versions: [] }, sent[1]]);
  expect((await call("GET", "/templates")).body).toMatchObject(body.templates);
});

it("records that are created only with another record are those that name it", async () => {
  const line = {
    type: "object",
    required: ["id"],
    properties: { id: { ...integer, readOnly: true }, entry_id: { ...integer, readOnly: true }, amount: integer },
  };
  const sent = {
    type: "object",
    properties: { note: text, lines: { type: "array", items: { type: "object", properties: { amount: integer } } } },
  };
  const entry = {
    type: "object",
    required: ["id"],
    properties: { id: { ...integer, readOnly: true }, note: text, lines: { type: "array", items: line } },
  };
  const call = await serve({
    ...crud("/entries", entry),
    "/entries": {
      get: { responses: ok({ type: "array", items: entry }) },
      post: { requestBody: json(sent), responses: { 201: { description: "made", ...json(entry) } } },
    },
    "/lines": {
      get: { parameters: [inQuery("entry_id", integer)], responses: ok({ type: "array", items: line }) },
    },
    "/lines/{id}": {
      parameters: [inPath("id", integer)],
      get: { responses: ok(line) },
      patch: { requestBody: json({ type: "object", properties: { amount: integer } }), responses: ok(line) },
    },
  });
  await call("POST", "/entries", { note: "a", lines: [{ amount: 7 }] });
  const { body: made } = await call("POST", "/entries", { note: "b", lines: [{ amount: 1 }, { amount: 2 }] });
  expect(made.lines).toMatchObject([{ amount: 1 }, { amount: 2 }]);
  expect((await call("GET", `/lines?entry_id=${made.id}`)).body).toEqual(made.lines);
  await call("PATCH", `/lines/${made.lines[1].id}`, { amount: 3 });
  expect((await call("GET", `/entries/${made.id}`)).body.lines).toMatchObject([{ amount: 1 }, { amount: 3 }]);
});

it("a record is created with the nested record that it names as its default", async () => {
  const repository = { type: "object", properties: { name: text, default_branch: text, note: text } };
  const branch = { type: "object", required: ["name"], properties: { name: text, commit: text } };
  const call = await serve({
    ...(JSON.parse(JSON.stringify(crud("/repositories", repository, text)).replaceAll('"id"', '"name"')) as object),
    ...crud("/repositories/{repository}/branches", branch, text),
  });
  await call("POST", "/repositories", { name: "r", default_branch: "main" });
  await call("POST", "/repositories/r/branches", { name: "dev" });
  const names = (await call("GET", "/repositories/r/branches")).body.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["main", "dev"]);
  await call("POST", "/repositories", { name: "s" });
  expect((await call("GET", "/repositories/s/branches")).body).toEqual([]);
});

describe("an item path at the root, of records that are made below a parent", () => {
  const properties = { id: { ...integer, readOnly: true }, log: text, branch: text, commit: text };
  const build = { type: "object", properties };
  const one = [inPath("id", integer)];
  const flat = {
    "/builds/{id}": {
      parameters: one,
      get: { responses: ok(build) },
      put: { requestBody: json(build), responses: ok(build) },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/builds/{id}/lock": { parameters: one, post: { responses: { 204: { description: "done" } } } },
  };
  const sites = crud("/sites", { type: "object", properties: { id: { ...integer, readOnly: true }, name: text } });
  const nested = crud("/sites/{site_id}/builds", build, integer, integer) as Record<string, object>;

  it.each([
    ["with", nested],
    ["without", { "/sites/{site_id}/builds": nested["/sites/{site_id}/builds"] }],
  ])("leads to them, beside a collection %s an item path of its own", async (_, below) => {
    const call = await serve({ ...sites, ...below, ...flat });
    for (const name of ["a", "b"]) await call("POST", "/sites", { name });
    const { id } = (await call("POST", "/sites/2/builds", { log: "x" })).body;
    expect((await call("GET", `/builds/${id}`)).body).toEqual({ id, log: "x" });
    expect((await call("POST", `/builds/${id}/lock`)).status).toBe(204);
    expect((await call("PUT", `/builds/${id}`, { log: "y" })).body).toEqual({ id, log: "y" });
    expect((await call("GET", "/sites/2/builds")).body).toEqual([{ id, log: "y" }]);
    expect((await call("GET", "/sites/1/builds")).body).toEqual([]);
    expect((await call("DELETE", `/builds/${id}`)).status).toBe(204);
    expect((await call("GET", "/sites/2/builds")).body).toEqual([]);
    for (const [method, path] of [
      ["GET", `/builds/${id}`],
      ["PUT", `/builds/${id}`],
      ["POST", "/builds/99/lock"],
    ] as const)
      expect((await call(method, path, method === "PUT" ? { log: "z" } : undefined)).status).toBe(404);
  });

  it("leads to those that a parent lists and nothing makes, if they name the parent", async () => {
    const session = { type: "object", properties: { id: text, project_id: text, note: text } };
    const projects = crud("/projects", { type: "object", properties: { id: text, name: text } }, text);
    const call = await serve(
      {
        ...projects,
        "/projects/{project_identifier}/sessions": {
          parameters: [inPath("project_identifier", text)],
          get: { responses: ok({ type: "object", properties: { data: { type: "array", items: session } } }) },
        },
        "/sessions/{session_identifier}": {
          parameters: [inPath("session_identifier", text)],
          get: { responses: ok({ type: "object", properties: { data: session } }) },
          delete: { responses: { 204: { description: "gone" } } },
        },
      },
      {},
      { seed: 2 },
    );
    const project = (await call("POST", "/projects", { name: "new" })).body;
    const list = `/projects/${project.id}/sessions`;
    const [first, ...others] = (await call("GET", list)).body.data;
    expect(first.project_id).toBe(project.id);
    expect((await call("GET", `/sessions/${first.id}`)).body.data).toEqual(first);
    expect((await call("GET", "/sessions/none")).status).toBe(404);
    await call("DELETE", `/sessions/${first.id}`);
    expect((await call("GET", list)).body.data).toEqual(others);
  });

  it("does not belong to either of two collections that create them", async () => {
    const teams = crud("/teams/{team_id}/builds", build, integer, integer) as Record<string, object>;
    const call = await serve({ ...sites, ...nested, ...teams, ...flat });
    await call("POST", "/sites", { name: "a" });
    const { id } = (await call("POST", "/sites/1/builds", { log: "x" })).body;
    expect((await call("GET", `/builds/${id}`)).body.log).not.toBe("x");
  });
});

import { describe, expect, it } from "vitest";
import { crud, inPath, json, ok, serve } from "./http-client.js";

const schemas = {
  Job: {
    type: "object",
    required: ["id", "status", "progress"],
    properties: {
      id: { type: "integer" },
      command: { type: "string" },
      server_id: { type: "integer" },
      status: { type: "string", enum: ["error", "running", "success"] },
      progress: { type: "integer", minimum: 0, maximum: 100 },
      finished: { type: "string", format: "date-time", nullable: true },
    },
  },
  Server: { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } },
};
const job = { $ref: "#/components/schemas/Job" };
const server = { $ref: "#/components/schemas/Server" };
const around = (properties: object) => ({ type: "object", required: Object.keys(properties), properties });
const id = inPath("id", { type: "integer" });
const example = { job: { id: 13, status: "running", progress: 0, command: "stop" } };
const paths = {
  "/servers": {
    get: { responses: ok({ type: "array", items: server }) },
    post: {
      requestBody: json(server),
      responses: {
        201: {
          description: "",
          ...json(around({ server, job, next_jobs: { type: "array", items: job, minItems: 2 } })),
        },
      },
    },
  },
  "/servers/{id}": {
    parameters: [id],
    get: { responses: ok(server) },
    delete: { responses: ok(around({ job })) },
  },
  "/servers/{id}/jobs/stop": {
    parameters: [id],
    post: {
      responses: { 201: { description: "", content: { "application/json": { schema: around({ job }), example } } } },
    },
  },
  "/jobs": { get: { responses: ok({ type: "array", items: job }) } },
  "/jobs/{id}": { parameters: [id], get: { responses: ok(around({ job })) } },
  "/servers/{id}/jobs": { parameters: [id], get: { responses: ok({ type: "array", items: job }) } },
  "/servers/{id}/jobs/{job_id}": {
    parameters: [id, inPath("job_id", { type: "integer" })],
    get: { responses: ok(around({ job })) },
  },
};
const start = () => serve(paths, { openapi: "3.0.3", components: { schemas } }, { seed: 3 });

describe("a record that an action answers", () => {
  it("is found at each of its paths, and is new each time", async () => {
    const call = await start();
    const first = (await call("POST", "/servers/1/jobs/stop")).body.job;
    const second = (await call("POST", "/servers/1/jobs/stop")).body.job;
    expect(first).toMatchObject({ command: "stop", server_id: 1 });
    expect(second.id).not.toBe(first.id);
    for (const { id } of [first, second])
      for (const path of [`/jobs/${id}`, `/servers/1/jobs/${id}`])
        expect((await call("GET", path)).body.job).toMatchObject({ id, command: "stop" });
    const listed = (await call("GET", "/servers/1/jobs")).body.map((one: { id: number }) => one.id);
    expect(listed).toEqual(expect.arrayContaining([first.id, second.id]));
    expect((await call("GET", `/servers/2/jobs/${first.id}`)).status).toBe(404);
  });

  it("runs in the answer and has succeeded when it is read", async () => {
    const call = await start();
    const { id, status, finished } = (await call("POST", "/servers/1/jobs/stop")).body.job;
    expect([status, finished ?? null]).toEqual(["running", null]);
    expect((await call("GET", `/jobs/${id}`)).body.job).toMatchObject({ status: "success", progress: 100 });
  });
});

describe("a record beside the one that is written", () => {
  it("is found after a create, also in lists", async () => {
    const call = await start();
    const { job, next_jobs, server } = (await call("POST", "/servers", { name: "a" })).body;
    const ids = [job, ...next_jobs].map((one) => one.id);
    expect(new Set(ids).size).toBe(3);
    for (const one of ids) expect((await call("GET", `/servers/${server.id}/jobs/${one}`)).status).toBe(200);
  });

  it("is found after a delete", async () => {
    const call = await start();
    const { job } = (await call("DELETE", "/servers/1")).body;
    expect((await call("GET", `/jobs/${job.id}`)).body.job).toMatchObject({ status: "success" });
  });
});

describe("an answer that shows the record at the end of the path", () => {
  const text = { type: "string" };
  const team = { type: "object", required: ["id"], properties: { id: text, name: text, size: { type: "integer" } } };
  const part = { type: "object", properties: { id: text, name: text, size: { type: "integer" } } };
  it.each([
    ["the same schema", { $ref: "#/components/schemas/Team" }],
    ["a part of its properties", part],
  ])("is that record, with %s", async (_, shown) => {
    const Team = { ...team, properties: { ...team.properties, note: text } };
    const call = await serve(
      {
        ...crud("/teams", { $ref: "#/components/schemas/Team" }, text),
        ...crud("/members", { type: "object", properties: { id: text, email: text } }, text),
        "/members/{id}/teams/{team_id}": {
          parameters: [inPath("id"), inPath("team_id")],
          post: { responses: { 201: { description: "added", ...json(shown) } } },
        },
      },
      { components: { schemas: { Team } } },
    );
    const made = (await call("POST", "/teams", { id: "t", name: "tea", size: 3 })).body;
    const member = (await call("POST", "/members", { id: "m", email: "a@tea.example" })).body;
    const path = `/members/${member.id}/teams`;
    const added = await call("POST", `${path}/${made.id}`);
    expect([added.status, added.body]).toEqual([201, { id: made.id, name: "tea", size: 3 }]);
    expect(added.headers.get("mock-ignored")).toBe("teams");
    expect((await call("POST", `${path}/none`)).status).toBe(404);
    expect((await call("GET", "/teams")).body).toHaveLength(1);
  });
});

it("a write below a record that answers a part of that one's properties answers that record", async () => {
  const text = { type: "string" };
  const project = { type: "object", properties: { id: text, slug: text, platform: text, note: text } };
  const part = { type: "object", properties: { id: text, slug: text, platform: text } };
  const team = { type: "object", properties: { id: text, title: text, size: text } };
  const call = await serve({
    ...crud("/projects", project, text),
    "/projects/{project_id}/teams": {
      parameters: [inPath("project_id")],
      get: { responses: ok({ type: "array", items: team }) },
    },
    "/projects/{project_id}/teams/{team_id}": {
      parameters: [inPath("project_id"), inPath("team_id")],
      put: { responses: { 201: { description: "added", ...json(part) } } },
      delete: { responses: ok(part) },
    },
  });
  await call("POST", "/projects", { id: "p", slug: "kettle", platform: "node", note: "x" });
  const shown = { id: "p", slug: "kettle", platform: "node" };
  expect((await call("PUT", "/projects/p/teams/t")).body).toEqual(shown);
  expect((await call("GET", "/projects/p/teams")).body).toMatchObject([{ id: "t" }]);
  expect((await call("DELETE", "/projects/p/teams/t")).body).toEqual(shown);
  expect((await call("GET", "/projects/p/teams")).body).toEqual([]);
});

describe("an answer that is no record", () => {
  it("repeats the id of the record that the action is about", async () => {
    const letter = {
      type: "object",
      properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
    };
    const sent = around({ id: { type: "integer" }, outcome: { type: "string" } });
    const call = await serve({
      "/letters": { post: { requestBody: json(letter), responses: ok(letter) } },
      "/letters/{id}": { parameters: [id], get: { responses: ok(letter) } },
      "/letters/{id}/send": { parameters: [id], post: { responses: ok(sent) } },
    });
    for (let count = 0; count < 3; count++) await call("POST", "/letters", { text: "hello" });
    expect((await call("POST", "/letters/2/send")).body.id).toBe(2);
    expect((await call("POST", "/letters/3/send")).body.id).toBe(3);
  });
});

describe("a record below another that a collection of its own shows as well", () => {
  it("has the same id in the answer, at its own path and in that collection", async () => {
    const wish = { type: "object", properties: { command: { type: "string" } } };
    const acted = (schema: object) => around({ action: schema });
    const below = (name: string) => ({
      [`/${name}`]: { get: { responses: ok({ type: "array", items: server }) } },
      [`/${name}/{id}`]: { parameters: [id], get: { responses: ok(server) } },
      [`/${name}/{id}/actions`]: {
        parameters: [id],
        get: { responses: ok({ type: "array", items: job }) },
        post: { requestBody: json(wish), responses: { 201: { description: "", ...json(acted(job)) } } },
      },
      [`/${name}/{id}/actions/{action_id}`]: {
        parameters: [id, inPath("action_id", { type: "integer" })],
        get: { responses: ok(acted(job)) },
      },
    });
    const call = await serve(
      {
        ...below("servers"),
        ...below("disks"),
        "/actions": { get: { responses: ok({ type: "array", items: job }) } },
        "/actions/{id}": { parameters: [id], get: { responses: ok(acted(job)) } },
      },
      { openapi: "3.0.3", components: { schemas } },
      { seed: 3 },
    );
    for (const [name, command] of ["servers stop", "servers start", "disks stop"].map((text) => text.split(" "))) {
      const made = await call("POST", `/${name}/1/actions`, { command });
      expect(made.status).toBe(201);
      const { id: madeId } = made.body.action;
      for (const path of [`/${name}/1/actions/${madeId}`, `/actions/${madeId}`])
        expect((await call("GET", path)).body.action).toMatchObject({ id: madeId, command });
    }
  });
});

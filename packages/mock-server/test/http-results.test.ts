import { describe, expect, it } from "vitest";
import { inPath, json, ok, serve } from "./http-client.js";

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
  it("is found after a create, in lists as well", async () => {
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

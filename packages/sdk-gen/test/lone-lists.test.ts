import { afterEach, expect, test } from "vitest";
import { type ServedClient, servedClient } from "./served-client.js";

const text = { type: "string" };
const TRACE = { type: "object", required: ["id", "name"], properties: { id: { type: "integer" }, name: text } };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answers = (schema: object): object => ({ 200: { description: "", ...json(schema) } });
const path = (name: string): object => ({ name, in: "path", required: true, schema: text });
const query = (name: string, schema: object = text): object => ({ name, in: "query", schema });
const PAGE = { type: "object", properties: { data: { type: "array", items: TRACE }, next_cursor: text } };
const DESCRIPTION = {
  paths: {
    "/projects/{project}/traces": {
      get: {
        operationId: "listProjectTraces",
        tags: ["traces"],
        parameters: [path("project"), query("cursor"), query("limit", { type: "integer", maximum: 10 }), query("name")],
        responses: answers(PAGE),
      },
    },
    "/traces/{trace}": {
      delete: { operationId: "deleteTrace", tags: ["traces"], parameters: [path("trace")], responses: answers({}) },
    },
    "/projects/{project}/runs": {
      get: {
        operationId: "getProjectRuns",
        tags: ["projects"],
        parameters: [path("project"), query("cursor")],
        responses: answers(PAGE),
      },
    },
    "/projects": {
      get: {
        operationId: "getProjects",
        tags: ["projects"],
        responses: answers({ type: "object", properties: { projects: { type: "array", items: TRACE } } }),
      },
    },
    "/tips": {
      get: { operationId: "tips", parameters: [query("name")], responses: answers({ type: "array", items: TRACE }) },
    },
  },
};
const TRACES = Array.from({ length: 25 }, (_, at) => ({ id: at, name: `trace ${at % 3}` }));

let served: ServedClient;
afterEach(() => served.close());

test("a list of pages whose records no path reads has queries, beside the methods of its group", async () => {
  served = await servedClient(DESCRIPTION, {
    answer({ query: asked }) {
      const start = Number(asked.get("cursor") ?? 0);
      const found = TRACES.filter(({ name }) => !asked.has("name") || asked.get("name") === name);
      const data = found.slice(start, start + Number(asked.get("limit")));
      return { body: { data, ...(start + data.length < found.length && { next_cursor: `${start + data.length}` }) } };
    },
  });
  const { traces, tips, projects } = served.client;
  const own = traces.in({ project: "p" });
  expect(await own.find()).toEqual(TRACES);
  expect(served.asked()[2]).toBe("/projects/p/traces?cursor=20&limit=10");
  expect(await own.find({ name: "trace 1" }).sort("id DESC").first()).toEqual({ id: 22, name: "trace 1" });
  expect(await traces.find().params({ project: "p" }).count()).toBe(25);
  served.asked();
  await traces.delete("7");
  expect(served.asked()).toEqual(["/traces/7"]);
  // All of them come at once, whatever filters there are.
  expect(tips.list).toBeTypeOf("function");
  // A list of runs is no list of projects.
  expect([projects.find, projects.list, projects.getRuns].map((method) => typeof method)).toEqual([
    "undefined",
    "function",
    "function",
  ]);
});

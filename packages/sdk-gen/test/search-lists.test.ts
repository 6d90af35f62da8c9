import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type Asked, type Reply, type ServedClient, servedClient } from "./served-client.js";
import { typeErrors } from "./type-errors.js";

const RECORDS = Array.from({ length: 25 }, (_, at) => ({ id: `f${at}`, name: `flow-${at % 7}`, runs: at }));
const FLOW = {
  type: "object",
  required: ["id", "name", "runs"],
  properties: { id: { type: "string" }, name: { type: "string" }, runs: { type: "integer" } },
};
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const answers = (schema: object): object => ({ 200: { description: "", ...json(schema) } });
const SEARCH = {
  type: "object",
  properties: {
    flows: { type: "object", properties: { name: { type: "string" } } },
    sort: { type: "string", enum: ["RUNS_ASC", "RUNS_DESC"] },
    limit: { type: "integer", maximum: 10 },
    offset: { type: "integer", minimum: 0, default: 0 },
  },
};

/** `POST /flows/filter` is the only list. */
function flows(search: object, answer: (body: Record<string, number>, asked: Asked) => Reply): Promise<ServedClient> {
  const paths = {
    "/flows/": { post: { operationId: "create_flow", requestBody: json(FLOW), responses: answers(FLOW) } },
    "/flows/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "read_flow", responses: answers(FLOW) },
      delete: { operationId: "delete_flow", responses: { 204: { description: "" } } },
    },
    "/flows/filter": {
      post: {
        operationId: "read_flows",
        parameters: [{ name: "x-version", in: "header", schema: { type: "string" } }],
        requestBody: json(search),
        responses: answers({ type: "array", items: FLOW }),
      },
    },
  };
  return servedClient({ paths }, { answer: (asked) => answer(asked.body, asked) });
}

let served: ServedClient;
afterEach(() => served.close());

test("a search in the body is the list: paging, order and the server's own filters go into the body", async () => {
  const bodies: object[] = [];
  served = await flows(SEARCH, (body, { headers }) => {
    bodies.push({ ...body, ...(headers["x-version"] ? { version: headers["x-version"] } : {}) });
    const { offset = 0, limit = 10, sort } = body as { offset?: number; limit?: number; sort?: unknown };
    const all = sort === "RUNS_DESC" ? [...RECORDS].reverse() : RECORDS;
    return { body: all.slice(offset, offset + Math.min(limit, 10)) };
  });
  const { client, asked } = served;
  expect(await client.flows.find()).toEqual(RECORDS);
  expect(new Set(asked())).toEqual(new Set(["/flows/filter"]));
  expect(bodies).toContainEqual({ limit: 10, offset: 20 });
  bodies.length = 0;
  expect(await client.flows.find().sort("runs DESC").skip(3).limit(4)).toEqual([...RECORDS].reverse().slice(3, 7));
  expect(bodies[0]).toEqual({ sort: "RUNS_DESC", limit: 4, offset: 3 });
  expect(await client.flows.find({ name: "flow-3", runs: { ">": 9 } })).toEqual([
    RECORDS[10],
    RECORDS[17],
    RECORDS[24],
  ]);
  bodies.length = 0;
  await client.flows
    .find()
    .params({ flows: { name: "a" }, "x-version": "2" })
    .limit(1);
  expect(bodies[0]).toEqual({ flows: { name: "a" }, limit: 1, version: "2" });
  await expect(client.flows.find().params({ offset: -1 }).execute()).rejects.toThrow("body offset");
  expect(await client.flows.find().limit(2).toRequest()?.json()).toEqual({ limit: 2 });
});

test("its parameters have types, and a page of their own", async () => {
  served = await flows(SEARCH, () => ({ body: RECORDS }));
  const use = `import Client from "./index.js";
const client = new Client();
export const found: Promise<{ id: string }[]> = client.flows.find({ runs: 3 }).sort("name").params({ flows: { name: "a" } }).execute();
// @ts-expect-error
client.flows.find().params({ flows: { name: 7 } });
`;
  await writeFile(join(served.folder, "use.ts"), use);
  expect(await typeErrors(served.folder)).toEqual([]);
  expect(await readFile(join(served.folder, "docs/Flows.md"), "utf8")).toContain("| `offset` | body |");
});

test("a search whose paging stands deeper in the body stays a call of its own", async () => {
  const pagination = { type: "object", properties: { limit: { type: "integer" }, offset: { type: "integer" } } };
  served = await flows({ type: "object", properties: { pagination } }, () => ({ body: RECORDS }));
  expect(served.client.flows.find).toBeUndefined();
  expect(await served.client.flows.list({}, { pagination: { limit: 3 } })).toEqual(RECORDS);
});

test("a body of one record or several is created as a record", async () => {
  const both = { oneOf: [{ type: "array", items: FLOW }, FLOW] };
  const paths = {
    "/flows": {
      get: { operationId: "list", responses: answers({ type: "array", items: FLOW }) },
      post: {
        operationId: "create",
        parameters: [{ name: "meta", in: "query", schema: { type: "string" } }],
        requestBody: json(both),
        responses: answers(FLOW),
      },
    },
    "/flows/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { operationId: "read", responses: answers(FLOW) },
    },
  };
  served = await servedClient({ paths }, { answer: ({ body }) => ({ body }) });
  expect(await served.client.flows.create(RECORDS[0], { params: { meta: "total" } })).toEqual(RECORDS[0]);
  expect(served.asked()).toEqual(["/flows?meta=total"]);
});

test("an operation that documents a 401 takes credentials where only others say so", async () => {
  const seen: unknown[] = [];
  const paths = {
    "/open": { get: { operationId: "open", responses: answers({ type: "string" }) } },
    "/said": { get: { operationId: "said", security: [{ key: [] }], responses: answers({ type: "string" }) } },
    "/known": {
      get: { operationId: "known", responses: { ...answers({ type: "string" }), 401: { description: "Who is it?" } } },
    },
    "/never": {
      get: {
        operationId: "never",
        security: [],
        responses: { ...answers({ type: "string" }), 401: { description: "" } },
      },
    },
  };
  const components = { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } };
  served = await servedClient(
    { paths, components, tags: [] },
    {
      answer: ({ headers, path }) => {
        seen.push([path, headers["x-key"]]);
        return { body: "ok" };
      },
      options: { auth: { apiKey: "secret" } },
    },
  );
  const { client } = served;
  const groups = client as unknown as Record<string, { get(): Promise<unknown> }>;
  for (const name of ["open", "said", "known", "never"]) await groups[name]?.get();
  expect(seen).toEqual([
    ["/open", undefined],
    ["/said", "secret"],
    ["/known", "secret"],
    ["/never", undefined],
  ]);
});

test("a list by a POST without a body is asked for without one, and pages of given sizes have the largest", async () => {
  const size = { name: "per_page", in: "query", schema: { type: "integer", enum: [2, 10] } };
  const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1 } };
  const listed = answers({ type: "object", properties: { flows: { type: "array", items: FLOW } } });
  const item = {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
    get: { operationId: "readFlow", responses: answers(FLOW) },
    delete: { operationId: "deleteFlow", responses: { 204: { description: "" } } },
  };
  const id = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  served = await servedClient(
    {
      paths: {
        "/v1/flows/create": { post: { operationId: "createFlow", requestBody: json(FLOW), responses: answers(FLOW) } },
        "/v1/flows/get": { post: { operationId: "getFlow", requestBody: json(id), responses: answers(FLOW) } },
        "/v1/flows/list": { post: { operationId: "listFlows", responses: listed } },
        "/runs": { get: { operationId: "listRuns", parameters: [size, page], responses: listed } },
        "/runs/{id}": item,
      },
    },
    {
      answer: ({ method, text, query }) => {
        const asked = query.get("per_page") ?? "2";
        if (method === "POST" && text !== "") return { status: 400, body: { error: `sent ${text}` } };
        if (method === "GET" && !["2", "10"].includes(asked)) return { status: 400, body: { error: asked } };
        const begin = method === "POST" ? 0 : (Number(query.get("page") ?? 1) - 1) * Number(asked);
        return { body: { flows: RECORDS.slice(begin, method === "POST" ? undefined : begin + Number(asked)) } };
      },
    },
  );
  expect(await served.client.flows.find()).toEqual(RECORDS);
  expect(await served.client.runs.find().limit(3)).toEqual(RECORDS.slice(0, 3));
  expect(await served.client.runs.find()).toEqual(RECORDS);
  expect(served.asked().filter((path) => path.startsWith("/runs"))[0]).toContain("per_page=10");
});

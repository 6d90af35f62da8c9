import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type CheckReport, checkContract, distinctFindings } from "../src/index.js";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  readonly body: any;
}
type Answer = readonly [status: number, body?: unknown];

async function check(paths: object, answer: (call: Call) => Answer, components = {}): Promise<CheckReport> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://localhost");
    const { method = "" } = request;
    let body: unknown;
    try {
      body = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      body = undefined;
    }
    const [status, sent] = answer({ method, path: url.pathname, query: url.searchParams, body });
    response.writeHead(status, { "content-type": "application/json", allow: "GET, POST, PUT, DELETE" });
    response.end(sent === undefined ? undefined : JSON.stringify(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const description = { openapi: "3.1.0", info: { title: "Lists", version: "1" }, paths, components };
  return await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1" });
}

const findings = (report: CheckReport, rule: string): string[] =>
  distinctFindings(report).flatMap((one) => (one.rule === rule ? [`${one.operation} ${one.aspect}`] : []));

const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const text = { type: "string" };
const path = (name: string): object => ({ name, in: "path", required: true, schema: { type: "integer" } });
const refusals = { 400: { description: "wrong" }, 404: { description: "none" }, 415: { description: "no JSON" } };
const todo = {
  type: "object",
  required: ["title"],
  properties: { id: { type: "integer" }, title: text, listId: { type: "integer" } },
};
const list = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: text },
};
const shown = (schema: object): object => ({ description: "ok", ...json(schema) });
const LISTS = {
  "/lists": {
    get: { responses: { 200: shown({ type: "array", items: list }) } },
    post: { requestBody: { required: true, ...json(list) }, responses: { 201: shown(list), ...refusals } },
  },
  "/lists/{id}": {
    parameters: [path("id")],
    get: { responses: { 200: shown(list), ...refusals } },
    delete: { responses: { 204: { description: "gone" }, ...refusals } },
  },
  "/lists/{id}/todos": {
    parameters: [path("id")],
    get: { responses: { 200: shown({ type: "array", items: todo }), ...refusals } },
    post: { requestBody: { required: true, ...json(todo) }, responses: { 201: shown(todo), ...refusals } },
  },
  "/todos/{id}": {
    parameters: [path("id")],
    get: { responses: { 200: shown(todo), ...refusals } },
    put: { requestBody: { required: true, ...json(todo) }, responses: { 200: shown(todo), ...refusals } },
    delete: { responses: { 204: { description: "gone" }, ...refusals } },
  },
};

const TODOS = { "/todos": { ...LISTS["/lists/{id}/todos"], parameters: [] } };

/** Todos outlive their list, as in a database without foreign keys. Ids in bodies have to be those of the path. */
function listsServer(): { readonly answer: (call: Call) => Answer; readonly todos: Map<number, unknown> } {
  const lists = new Map<number, unknown>();
  const todos = new Map<number, unknown>([[1, { id: 1, title: "was there", listId: 0 }]]);
  let last = 1;
  const answer = ({ method, path, body }: Call): Answer => {
    const [, kind, number, below] = path.split("/");
    const id = Number(number);
    const isTodo = kind === "todos" || below === "todos";
    if (below !== undefined && below !== "todos") return [404];
    if (kind === "lists" && number !== undefined && !lists.has(id)) return [404];
    if (method === "POST" || method === "PUT") {
      const isText = typeof (isTodo ? body?.title : body?.name) === "string";
      if (!isText || Array.isArray(body)) return [400];
      for (const name of ["id", "listId"]) if (name in body && !Number.isInteger(body[name])) return [400];
    }
    if (kind === "lists" && number === undefined) {
      if (method === "GET") return [200, [...lists.values()]];
      if (method !== "POST") return [405];
      lists.set(++last, { name: body.name, id: last });
      return [201, lists.get(last)];
    }
    if (below === "todos") {
      if (method === "GET") return [200, []];
      if (method !== "POST") return [405];
      if (body.listId !== undefined && body.listId !== id) return [400, { error: "listId differs from the path" }];
      todos.set(++last, { ...body, listId: id, id: last });
      return [201, todos.get(last)];
    }
    const records = kind === "todos" ? todos : lists;
    if (path === "/todos" && method === "POST") {
      todos.set(++last, { ...body, id: last });
      return [201, todos.get(last)];
    }
    if (path === "/todos") return [method === "GET" ? 200 : 405, [...todos.values()]];
    if (number === undefined || !records.has(id)) return [404];
    if (method === "GET") return [200, records.get(id)];
    if (method === "DELETE") return [records.delete(id) ? 204 : 404];
    if (method !== "PUT" || !isTodo) return [405];
    if (body.id !== undefined && body.id !== id) return [400, { error: "id cannot be changed" }];
    todos.set(id, { ...body, id });
    return [200, todos.get(id)];
  };
  return { answer, todos };
}

test("what was made below a record and outlives it is removed at its own path, and nothing else there", async () => {
  const { answer, todos } = listsServer();
  const report = await check({ ...LISTS, ...TODOS }, answer);
  expect(report.selected).toHaveLength(11);
  expect(report.unchecked.has("POST /lists/{id}/todos")).toBe(false);
  expect([...todos.keys()]).toEqual([1]);
  expect(report.leftovers).toEqual([]);
});

test("a body has the ids of its path: a server may refuse others", async () => {
  const { answer } = listsServer();
  const report = await check({ ...LISTS, ...TODOS }, answer);
  expect(report.unchecked.has("PUT /todos/{id}")).toBe(false);
  expect(findings(report, "valid-refused")).toEqual([]);
  const remarks = distinctFindings(report, "note").filter(({ rule }) => rule === "odd-refused");
  expect(remarks.map(({ operation, details }) => `${operation} ${details[0]}`)).toEqual([]);
});

test("records that were made without an answer that names them are told", async () => {
  const created = { 200: shown({ type: "object" }), ...refusals };
  const lists = { post: { requestBody: { required: true, ...json(list) }, responses: created } };
  let made = 0;
  const report = await check({ ...LISTS, "/lists": lists }, ({ method, body }) => {
    if (method !== "POST") return [404];
    if (typeof body?.name !== "string") return [400];
    made += 1;
    return [200, {}];
  });
  const { leftovers } = report;
  expect(leftovers).toHaveLength(made);
  expect(leftovers[0]).toEqual({ path: "/lists", reason: "the answer to the create has no id" });
});

test("made-up credentials in the body of a login may be refused as documented; a refused text may not", async () => {
  const post = (properties: object, name: string): object => ({
    requestBody: { required: true, ...json({ type: "object", required: [name], properties }) },
    responses: { 200: shown({ type: "object" }), 401: { description: "wrong" }, ...refusals },
  });
  const paths = {
    "/login": { post: post({ user: text, password: text }, "password") },
    "/search": { post: post({ text }, "text") },
  };
  const report = await check(paths, ({ body }) => (body === undefined ? [400] : [401, {}]));
  expect(findings(report, "valid-refused")).toEqual(["POST /search 401"]);
  expect(report.skipped).toContainEqual(expect.objectContaining({ subject: "POST /login" }));
});

test("the token endpoint of a security scheme refuses made-up credentials with 400, documented or not", async () => {
  const form = { type: "object", required: ["username"], properties: { username: text, password: text } };
  const post = {
    requestBody: { required: true, ...json(form) },
    responses: { 200: shown({ type: "object" }), 422: { description: "wrong" } },
  };
  const flows = { password: { tokenUrl: "token", scopes: {} } };
  const report = await check(
    { "/token": { post }, "/tokens/check": { post } },
    ({ body }) => (typeof body?.username === "string" ? [400, {}] : [422]),
    { securitySchemes: { login: { type: "oauth2", flows } } },
  );
  expect(findings(report, "valid-refused")).toEqual(["POST /tokens/check 400"]);
});

test("a text that is accepted for a boolean is one mistake", async () => {
  const parameters = [{ name: "active", in: "query", schema: { type: "boolean" } }];
  const paths = {
    "/lists": { get: { parameters, responses: { 200: shown({ type: "array", items: list }), ...refusals } } },
  };
  const report = await check(paths, () => [200, []]);
  expect(findings(report, "invalid-accepted")).toEqual(["GET /lists with a wrong query parameter"]);
});

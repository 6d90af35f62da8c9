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

test("a body has the ids of its path: a server may reject others", async () => {
  const { answer } = listsServer();
  const report = await check({ ...LISTS, ...TODOS }, answer);
  expect(report.unchecked.has("PUT /todos/{id}")).toBe(false);
  expect(findings(report, "valid-refused")).toEqual([]);
  const remarks = distinctFindings(report, "note").filter(({ rule }) => rule === "odd-refused");
  expect(remarks.map(({ operation, details }) => `${operation} ${details[0]}`)).toEqual([]);
});

test("a body refers to related records that are there: a server may reject others", async () => {
  const author = list;
  const book = {
    type: "object",
    required: ["title", "author_id"],
    properties: {
      id: { type: "integer", readOnly: true },
      title: text,
      author_id: { type: "integer" },
      reviewerAuthorIds: { type: "array", items: { type: "integer" } },
      publisherId: { type: "string" },
    },
  };
  const pair = (noun: string, record: object, isMade = true): object => ({
    [`/${noun}`]: {
      get: { responses: { 200: shown({ type: "array", items: record }) } },
      ...(isMade && {
        post: { requestBody: { required: true, ...json(record) }, responses: { 201: shown(record), ...refusals } },
      }),
    },
    [`/${noun}/{id}`]: {
      parameters: [path("id")],
      get: { responses: { 200: shown(record), ...refusals } },
      put: { requestBody: { required: true, ...json(record) }, responses: { 200: shown(record), ...refusals } },
      delete: { responses: { 204: { description: "gone" }, ...refusals } },
    },
  });
  const kept: Record<string, Map<string, Record<string, unknown>>> = {
    authors: new Map(),
    publishers: new Map([["7", { id: 7, name: "present" }]]),
    books: new Map(),
  };
  let last = 7;
  const knows = (noun: string, id: unknown): boolean => id === undefined || kept[noun]?.has(String(id)) === true;
  const isBook = ({
    title,
    author_id: writer,
    reviewerAuthorIds: reviewers = [],
    publisherId,
  }: Call["body"]): boolean =>
    typeof title === "string" &&
    Number.isInteger(writer) &&
    knows("authors", writer) &&
    Array.isArray(reviewers) &&
    reviewers.every((id) => Number.isInteger(id) && knows("authors", id)) &&
    ["string", "undefined"].includes(typeof publisherId) &&
    knows("publishers", publisherId);
  const report = await check(
    { ...pair("authors", author), ...pair("publishers", author, false), ...pair("books", book) },
    ({ method, path, body }) => {
      const [, noun = "", id] = path.split("/");
      const records = kept[noun];
      if (records === undefined || (id !== undefined && !/^-?\d+$/.test(id))) return [400];
      if (method === "GET" && id === undefined) return [200, [...records.values()]];
      if (id !== undefined && !records.has(id)) return [404];
      if (method === "GET") return [200, records.get(id ?? "")];
      if (method === "DELETE") return [records.delete(id ?? "") ? 204 : 404];
      const isRight = noun === "books" ? isBook : (value: Call["body"]) => typeof value.name === "string";
      if (typeof body !== "object" || body === null || Array.isArray(body) || !isRight(body)) return [400];
      if (id === undefined) last += 1;
      const record = { ...body, id: Number(id ?? last) };
      records.set(String(record.id), record);
      return [id === undefined ? 201 : 200, record];
    },
  );
  expect(findings(report, "valid-refused")).toEqual([]);
  const remarks = distinctFindings(report, "note").filter(({ rule }) => rule === "odd-refused");
  expect(remarks.map(({ operation, details }) => `${operation} ${details[0]}`)).toEqual([]);
  expect(report.stories.find(({ path }) => path === "/books/{id}")?.outcome).toBe("whole");
  expect([...(kept.authors?.keys() ?? []), ...(kept.books?.keys() ?? [])]).toEqual([]);
});

test("a record keeps its own name: in a create it is new, in an update that of the path; an order names fields", async () => {
  const pool = {
    type: "object",
    required: ["pool_id", "slots"],
    properties: { pool_id: { ...text, pattern: "^[\\w.-]+$" }, slots: { type: "integer" } },
  };
  const change = { type: "object", properties: { pool: text, name: text, slots: { type: "integer" } } };
  const parameters = [{ name: "order_by", in: "query", schema: { type: "array", items: text } }];
  const paths = {
    "/pools": {
      get: { parameters, responses: { 200: shown({ type: "array", items: pool }), ...refusals } },
      post: {
        requestBody: { required: true, ...json(pool) },
        responses: { 201: shown(pool), 409: { description: "known" }, ...refusals },
      },
    },
    "/pools/{pool_name}": {
      parameters: [{ name: "pool_name", in: "path", required: true, schema: text }],
      get: { responses: { 200: shown(pool), ...refusals } },
      patch: { requestBody: { required: true, ...json(change) }, responses: { 200: shown(pool), ...refusals } },
      delete: { responses: { 204: { description: "gone" }, ...refusals } },
    },
  };
  const kept = new Map<string, object>();
  const report = await check(paths, ({ method, path, query, body }) => {
    const encoded = path.split("/")[2];
    if (method === "GET" && encoded === undefined)
      return query.getAll("order_by").every((name) => name in pool.properties) ? [200, [...kept.values()]] : [400];
    const isBody = typeof body === "object" && body !== null && !Array.isArray(body);
    const isSlots = Number.isInteger(body?.slots);
    if (method === "POST") {
      if (!isBody || !isSlots || typeof body.pool_id !== "string" || !/^[\w.-]+$/.test(body.pool_id)) return [400];
      if (kept.has(body.pool_id)) return [409, {}];
      kept.set(body.pool_id, body);
      return [201, body];
    }
    const name = [...kept.keys()].find((key) => encodeURIComponent(key) === encoded);
    const record = name === undefined ? undefined : kept.get(name);
    if (name === undefined || record === undefined) return [404];
    if (method === "DELETE") kept.delete(name);
    if (method !== "PATCH") return method === "GET" ? [200, record] : [204];
    if (!isBody || (body.slots !== undefined && !isSlots)) return [400];
    if ([body.pool ?? name, body.name ?? name].some((each) => each !== name)) return [400];
    const changed = isSlots ? { ...record, slots: body.slots } : record;
    kept.set(name, changed);
    return [200, changed];
  });
  expect(findings(report, "valid-refused")).toEqual([]);
  const remarks = distinctFindings(report, "note").filter(({ rule }) => rule === "odd-refused");
  expect(remarks.map(({ operation, details }) => `${operation} ${details[0]}`)).toEqual([]);
  expect(report.stories.find(({ kind }) => kind === "pair")?.outcome).toBe("whole");
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

test("what was made below a record without an answer that names it goes with the record", async () => {
  const { answer } = listsServer();
  const created = { 200: shown({ type: "object" }), ...refusals };
  const parameters = [path("id")];
  const paths = {
    "/lists": LISTS["/lists"],
    "/lists/{id}": LISTS["/lists/{id}"],
    "/lists/{id}/marks": { parameters, post: { requestBody: { required: true, ...json(list) }, responses: created } },
    "/lists/{id}/marks/{mark}": {
      parameters: [...parameters, path("mark")],
      delete: { responses: { 204: { description: "gone" }, ...refusals } },
    },
  };
  let marks = 0;
  const report = await check(paths, (call) => {
    if (!call.path.includes("/marks")) return answer(call);
    const [parent] = answer({ ...call, method: "GET", path: call.path.replace(/\/marks.*/, "") });
    if (call.method !== "POST" || parent !== 200) return [404];
    if (typeof call.body?.name !== "string") return [400];
    marks += 1;
    return [200, {}];
  });
  expect(marks).toBeGreaterThan(0);
  expect(report.leftovers).toEqual([]);
});

test("made-up credentials in the body of a login may be rejected as documented; a rejected text may not", async () => {
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

test("the token endpoint of a security scheme rejects made-up credentials with 400, documented or not", async () => {
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

test("a create that answers no id has made a record that goes by its name, if a read finds it", async () => {
  const space = {
    type: "object",
    required: ["name"],
    properties: { id: { type: "integer", readOnly: true }, name: text },
  };
  const created = { 200: shown({ type: "object" }), ...refusals };
  const parameter = { name: "space_name", in: "path", required: true, schema: text };
  const paths = {
    "/spaces": { post: { requestBody: { required: true, ...json(space) }, responses: created } },
    "/spaces/{space_name}": {
      parameters: [parameter],
      get: { responses: { 200: shown(space), ...refusals } },
      delete: { responses: { 204: { description: "gone" }, ...refusals } },
    },
  };
  const kept = new Map([["present", 0]]);
  let last = 0;
  const report = await check(paths, ({ method, path, body }) => {
    if (method === "POST" && !(typeof body?.name === "string" && /^[ -~]{1,50}$/.test(body.name))) return [400];
    if (!URL.canParse(path, "http://localhost") || /%(?![2-7])/.test(path)) return [400];
    const name = decodeURIComponent(path.split("/")[2] ?? "");
    if (method === "POST") {
      last += 1;
      kept.set(body.name, last);
      return [200, {}];
    }
    if (!kept.has(name)) return [404];
    if (method === "DELETE") kept.delete(name);
    return method === "DELETE" ? [204] : [200, { id: kept.get(name), name }];
  });
  expect(report.stories.map(({ outcome }) => outcome)).not.toContain("undecidable");
  expect([...report.unchecked]).toEqual([]);
  expect([...kept.keys()]).toEqual(["present"]);
  expect(report.leftovers).toEqual([]);
});

test("an object in a header is a list of names and values; JSON is not that", async () => {
  const page = { type: "object", properties: { total: { type: "integer" } } };
  const get = (sent: string): object => ({
    responses: { 200: { ...shown({}), headers: { "X-Page": { schema: page } } } },
    operationId: sent,
  });
  const server = createServer((request, response) => {
    const page = { "/plain": "total,7", "/exploded": "total=7", "/json": '{"total": 7}' }[request.url ?? ""];
    response.writeHead(200, { "content-type": "application/json", allow: "GET", "x-page": page ?? "" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const paths = { "/plain": { get: get("a") }, "/exploded": { get: get("b") }, "/json": { get: get("c") } };
  const report = await checkContract(
    { openapi: "3.1.0", info: { title: "Pages", version: "1" }, paths },
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    { seed: "1" },
  );
  const [first, ...more] = distinctFindings(report);
  expect(first).toMatchObject({ operation: "GET /json", rule: "header-invalid" });
  expect(first?.details).toEqual(['X-Page: {"total": 7}', "the value must be an object, and is a string"]);
  expect(more).toEqual([]);
});

test("a server that asks nobody for credentials has no operation that needs some", async () => {
  const security = [{ token: [] }];
  const { answer } = listsServer();
  const paths = {
    "/lists": { ...LISTS["/lists"] },
    "/lists/{id}/archive": { parameters: [path("id")], put: { responses: { 200: shown(list) } } },
  };
  const components = { securitySchemes: { token: { type: "http", scheme: "bearer" } } };
  const open = await check(withSecurity(paths, security), answer, components);
  expect([...open.unchecked]).toEqual([
    ["PUT /lists/{id}/archive", "the check has no record of its own to change; --disposable changes others"],
  ]);
  const shut = await check(withSecurity(paths, security), () => [401], components);
  expect(shut.unchecked.get("PUT /lists/{id}/archive")).toBe("needs credentials");
});

function withSecurity(paths: object, security: object): object {
  return JSON.parse(JSON.stringify(paths), (_, value) => (value?.responses ? { ...value, security } : value));
}

test("a header that no request can have is left out, and pages have one of the sizes that are allowed", async () => {
  const { answer } = listsServer();
  const size = { name: "per_page", in: "query", schema: { type: "integer", enum: [2, 10] } };
  const number = { name: "page", in: "query", schema: { type: "integer" } };
  const nameless = { name: "", in: "header", required: true, schema: text };
  const { get, post } = LISTS["/lists"];
  const paths = { ...LISTS, "/lists": { get: { ...get, parameters: [size, number, nameless] }, post } };
  const many = Array.from({ length: 30 }, (_, index) => ({ id: 100 + index, name: `list ${index}` }));
  const report = await check(paths, (call) => {
    if (call.method !== "GET" || call.path !== "/lists") return answer(call);
    const [perPage, page] = ["per_page", "page"].map((name) => call.query.get(name));
    if (![null, "2", "10"].includes(perPage ?? null) || !/^[1-9]\d*$/.test(page ?? "1")) return [400];
    const [, own = []] = answer(call) as [number, object[]];
    const begin = (Number(page ?? 1) - 1) * Number(perPage ?? 2);
    return [200, [...many, ...own].slice(begin, begin + Number(perPage ?? 2))];
  });
  expect(distinctFindings(report).filter(({ operation }) => operation === "GET /lists")).toEqual([]);
});

test("an example that is a schema of another dialect says nothing about the description", async () => {
  const { answer } = listsServer();
  const example = { $schema: "https://schemas.example.com/lists/1", $id: "https://example.com/lists", name: "a" };
  const shownList = shown({ type: "array", items: { ...list, example } });
  const { get, post } = LISTS["/lists"];
  const paths = { ...LISTS, "/lists": { get: { ...get, responses: { 200: shownList } }, post } };
  const report = await check(paths, answer);
  expect(report.requests).toBeGreaterThan(10);
  expect(distinctFindings(report).filter(({ operation }) => operation === "GET /lists")).toEqual([]);
});

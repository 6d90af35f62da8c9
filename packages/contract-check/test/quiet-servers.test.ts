import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { unescape as lenientlyDecoded } from "node:querystring";
import { afterEach, expect, test } from "vitest";
import { type CheckOptions, checkContract, distinctFindings } from "../src/index.js";

const text = { type: "string" };
const flag = { type: "boolean" };
const refused = { 400: { description: "wrong" }, 404: { description: "gone" }, 415: { description: "no JSON" } };
const object = (properties: object, required: string[] = Object.keys(properties)): object => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const ok = (schema: object): object => ({ description: "ok", ...json(schema) });
const body = (schema: object): object => ({ requestBody: { required: true, ...json(schema) } });
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: each server knows what it takes
  readonly body: any;
}
type Answer = (sent: Sent) => readonly [status: number, json?: unknown, headers?: Readonly<Record<string, string>>];

/** The report about a server that answers so. */
async function report(
  description: { readonly paths: object },
  answer: Answer,
  { path = "", ...options }: CheckOptions & { readonly path?: string } = {},
) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      let sent: unknown;
      try {
        sent = JSON.parse(Buffer.concat(chunks).toString());
      } catch {
        sent = undefined;
      }
      const [target = "/", query] = (request.url ?? "/").split("?");
      const { method = "", headers } = request;
      const [status, value, more = {}] = answer({
        method,
        path: target,
        query: new URLSearchParams(query),
        headers,
        body: sent,
      });
      response.writeHead(status, { "content-type": "application/json", ...more });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const whole = { openapi: "3.1.0", info: { title: "T", version: "1" }, ...description };
  const found = await checkContract(whole, `http://127.0.0.1:${port}${path}`, { seed: "1", ...options });
  const findings = [...distinctFindings(found), ...distinctFindings(found, "note")];
  return { ...found, texts: findings.map(({ rule, operation, details }) => `${rule} ${operation} ${details[0]}`) };
}

const isNote = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  Object.keys(value).join() === "text" &&
  typeof Object.values(value)[0] === "string";

test("a server that redirects to the path of its description is called there", async () => {
  const paths = { "/notes": { get: { responses: { 200: ok({ type: "array", items: text }) } } } };
  const { texts, requests } = await report({ servers: [{ url: "/v1" }], paths } as never, ({ method, path }) => {
    if (!path.startsWith("/v1/")) return [307, {}, { location: `/v1${path}` }];
    return method === "GET" ? [200, ["a"]] : [405, {}, { allow: "GET, HEAD, OPTIONS" }];
  });
  expect(texts).toEqual([]);
  expect(requests).toBeGreaterThan(3);
});

test("a Location and a link to the next page that are no addresses end no check", async () => {
  const note = object({ id: { type: "string" }, text });
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1 } };
  const list = object({ items: { type: "array", items: note }, next: { type: "string" } });
  const paths = {
    "/notes": {
      get: { parameters: [limit], responses: { 200: ok(list), ...refused } },
      post: { ...body(object({ text })), responses: { 201: ok({}), ...refused } },
    },
    "/notes/{noteId}": {
      parameters: [{ name: "noteId", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { 200: ok(note), 404: { description: "none" } } },
    },
  };
  const items = ["a", "b", "c", "d"].map((id) => ({ id, text: `note ${id}` }));
  const { isAborted, answers } = await report({ paths }, ({ method, path, query, body: sent }) => {
    if (method === "POST") return isNote(sent) ? [201, {}, { location: "/notes/100%" }] : [400, {}];
    if (path !== "/notes") return [404, {}];
    const size = Number(query.get("limit") ?? 4);
    return size > 0 ? [200, { items: items.slice(0, size), next: "http://[" }] : [400, {}];
  });
  expect(isAborted).toBe(false);
  expect(answers).toBeGreaterThan(3);
});

test("a server of POSTs alone is called below the path of its description, where it has them", async () => {
  const post = { ...body(object({ text })), responses: { 201: ok({}), ...refused } };
  const description = { servers: [{ url: "/pg" }], paths: { "/charges": { post } } };
  const { texts } = await report(description as never, ({ method, path, headers, body: sent }) => {
    if (path !== "/pg/charges") return [404, {}];
    if (method !== "POST") return [405, {}, { allow: "POST" }];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    return isNote(sent) ? [201, {}] : [400, {}];
  });
  expect(texts.filter((one) => !one.startsWith("invalid-accepted"))).toEqual([]);
});

test("a redirect is no acceptance of a broken request", async () => {
  const post = { ...body(object({ text })), responses: { 201: ok({}), ...refused } };
  const { texts } = await report({ paths: { "/notes": { post } } }, () => [308, {}, { location: "/notes/" }]);
  expect(texts.filter((one) => one.startsWith("invalid-accepted"))).toEqual([]);
  expect(texts.some((one) => one.startsWith("status-undocumented POST /notes 308"))).toBe(true);
});

test.each([true, false])("a setting that is %s is so again after a POST", async (initial) => {
  let mode = { enabled: initial };
  const enabled = object({ enabled: flag });
  const paths = {
    "/maintenance": {
      get: { responses: { 200: ok(enabled) } },
      post: { ...body(enabled), responses: { 204: { description: "done" }, ...refused } },
    },
  };
  const values = new Set<boolean>();
  const { texts } = await report({ paths }, ({ method, headers, body: sent }) => {
    if (method === "GET") return [200, mode];
    if (method !== "POST") return [405, {}, { allow: "GET, HEAD, POST, OPTIONS" }];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    if (typeof sent?.enabled !== "boolean" || Object.keys(sent).length > 1) return [400, {}];
    mode = sent;
    values.add(mode.enabled);
    return [204];
  });
  expect(texts).toEqual([]);
  expect(values).toContain(!initial);
  expect(mode).toEqual({ enabled: initial });
});

test("a record that an update moves to another id is removed", async () => {
  const kept = new Map<number, { id: number; text: string }>();
  const note = object({ id: { type: "integer" }, text });
  const paths = {
    "/notes": {
      get: { responses: { 200: ok({ type: "array", items: note }) } },
      post: { ...body(object({ text })), responses: { 201: ok(note), ...refused } },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: { 200: ok(note), ...refused } },
      patch: { ...body(object({ id: { type: "integer" }, text }, [])), responses: { 200: ok(note), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  let last = 0;
  const { leftovers } = await report({ paths }, ({ method, path, body: sent }) => {
    const number = Number(path.split("/")[2]);
    const known = kept.get(number);
    if (method === "GET" && path === "/notes") return [200, [...kept.values()]];
    if (method === "POST" && isNote(sent)) {
      last += 1;
      kept.set(last, { id: last, ...sent });
      return [201, kept.get(last)];
    }
    if (known === undefined) return [method === "POST" ? 400 : 404, {}];
    if (method === "PATCH") {
      const { id: moved = number, text: changed = known.text } = sent ?? {};
      if (!Number.isInteger(moved) || typeof changed !== "string" || kept.has(moved) !== (moved === number))
        return [400, {}];
      kept.delete(number);
      kept.set(moved, { id: moved, text: changed });
      return [200, kept.get(moved)];
    }
    if (method === "DELETE") kept.delete(number);
    return method === "DELETE" ? [204] : [200, known];
  });
  expect([...kept.values()]).toEqual([]);
  expect(leftovers).toEqual([]);
});

test("a record whose removal asks for headers and parameters is removed, whatever patterns texts have", async () => {
  const kept = new Map<number, object>();
  // A text of letters that ends in something else keeps a backtracking engine busy for years.
  const name = { type: "string", pattern: "^(?:[a-z]+)+[a-z]*$", maxLength: 100_000 };
  const code = { type: "string", pattern: "^\\d+$" };
  const paths = {
    "/notes": {
      get: { responses: { 200: ok({ type: "array", items: object({ id: { type: "integer" }, name, code }) }) } },
      post: {
        ...body(object({ name, code })),
        responses: { 201: ok(object({ id: { type: "integer" }, name, code })), ...refused },
      },
    },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: { 200: ok(object({ id: { type: "integer" }, name, code })), ...refused } },
      delete: {
        parameters: [
          { name: "X-Team", in: "header", required: true, schema: text },
          { name: "why", in: "query", required: true, schema: text },
        ],
        responses: { 204: { description: "gone" }, ...refused },
      },
    },
  };
  let last = 0;
  const { leftovers } = await report({ paths }, ({ method, path, query, headers, body: sent }) => {
    const number = Number(path.split("/")[2]);
    if (path === "/notes" && method === "GET") return [200, [...kept.values()]];
    if (path === "/notes") {
      if (
        typeof sent?.name !== "string" ||
        !/^\d+$/.test(sent.code) ||
        Object.keys(sent).length > 2 ||
        !/^[a-z]{1,100000}$/.test(sent.name)
      )
        return [400, {}];
      last += 1;
      kept.set(last, { id: last, ...sent });
      return [201, kept.get(last)];
    }
    if (method === "DELETE" && (headers["x-team"] === undefined || !query.has("why"))) return [400, {}];
    const known = kept.get(number);
    if (method === "DELETE") kept.delete(number);
    return known === undefined ? [404, {}] : method === "DELETE" ? [204] : [200, known];
  });
  expect(last).toBeGreaterThan(1);
  expect([...kept.values()]).toEqual([]);
  expect(leftovers).toEqual([]);
});

test("an update of what stands in an envelope with other properties changes what was sent", async () => {
  const open = { type: "object", additionalProperties: text };
  const note = { type: "object", properties: { data: open, permissions: object({ read: text }, []) } };
  const paths = {
    "/notes": {
      get: { responses: { 200: ok({ type: "object", properties: { data: { type: "array", items: open } } }) } },
      post: { ...body(note), responses: { 201: ok(note), ...refused } },
    },
    "/notes/{id}": {
      parameters: [{ ...id, schema: text }],
      get: { responses: { 200: ok(note), ...refused } },
      patch: { ...body(note), responses: { 200: ok(note), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  const kept = new Map<string, object>();
  const { texts } = await report({ paths }, ({ method, path, body: sent }) => {
    const name = path.split("/")[2] ?? `n${kept.size + 1}`;
    const known = kept.get(name);
    if (method === "GET" && path === "/notes") return [200, { data: [...kept.values()] }];
    if (method !== "POST" && known === undefined) return [404, {}];
    if (method === "POST" || method === "PATCH") {
      kept.set(name, { ...known, ...sent?.data, id: name });
      return [method === "POST" ? 201 : 200, { data: kept.get(name), permissions: {} }];
    }
    if (method === "DELETE") kept.delete(name);
    return method === "DELETE" ? [204] : [200, { data: known, permissions: {} }];
  });
  expect(texts.filter((one) => /^(update|field)-/.test(one))).toEqual([]);
});

test("records that no operation deletes are reported", async () => {
  const paths = {
    "/events": {
      get: { responses: { 200: ok({ type: "array", items: object({ text }) }) } },
      post: { ...body(object({ text })), responses: { 201: ok(object({ text })), ...refused } },
    },
  };
  const kept: unknown[] = [];
  const { leftovers } = await report({ paths }, ({ method, headers, body: sent }) => {
    if (method === "GET") return [200, kept];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    if (method !== "POST" || !isNote(sent)) return [400, {}];
    kept.push(sent);
    return [201, sent];
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(leftovers).toEqual(kept.map(() => ({ path: "/events", reason: "no operation deletes one" })));
});

test("records of the collection at the base path are removed by their own path", async () => {
  const note = object({ id: { type: "integer" }, text });
  const paths = {
    "/": {
      get: { responses: { 200: ok({ type: "array", items: note }) } },
      post: { ...body(object({ text })), responses: { 201: ok(note), ...refused } },
    },
    "/{id}": { parameters: [id], delete: { responses: { 204: { description: "gone" }, ...refused } } },
  };
  const notes = new Map<string, object>();
  let last = 0;
  const { leftovers } = await report({ paths }, ({ method, path, body: sent }) => {
    if (path === "/" && method === "GET") return [200, [...notes.values()]];
    if (path === "/" && method === "POST") {
      if (!isNote(sent)) return [400, {}];
      last += 1;
      const made = { id: last, ...sent };
      notes.set(`/${last}`, made);
      return [201, made];
    }
    if (method !== "DELETE") return [405, {}, { allow: path === "/" ? "GET, POST" : "DELETE" }];
    return notes.delete(path) ? [204] : [404, {}];
  });
  expect(last).toBeGreaterThan(0);
  expect([...notes.keys()]).toEqual([]);
  expect(leftovers).toEqual([]);
});

test("made-up passwords, tokens and addresses are no mistake of the server, nor of the credential", async () => {
  const unknown = { 401: { description: "wrong" }, ...refused };
  const login = { ...body(object({ name: text, password: text })), responses: { 200: ok({}), ...unknown } };
  const reset = { ...body(object({ email: text })), responses: { 200: ok({}), ...refused } };
  const token = { name: "token", in: "query", required: true, schema: text };
  const validate = { parameters: [token], responses: { 200: ok({}), ...unknown } };
  const { texts, refusedCredentials } = await report(
    {
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
      paths: {
        "/notes": { get: { responses: { 200: ok({ type: "array", items: text }), ...unknown } } },
        "/login": { post: login },
        "/reset": { post: reset },
        "/validate": { get: validate },
      },
    } as never,
    ({ method, path, headers, body: sent }) => {
      const names = { "/notes": "GET", "/login": "POST", "/reset": "POST", "/validate": "GET" }[path];
      if (method !== names) return [405, {}, { allow: `${names}, HEAD, OPTIONS` }];
      if (path === "/notes") return headers["x-key"] === "secret" ? [200, ["a"]] : [401, {}];
      if (path === "/validate") return [401, {}];
      if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
      const wanted = path === "/login" ? ["name", "password"] : ["email"];
      const fits =
        wanted.every((name) => typeof sent?.[name] === "string") && Object.keys(sent).length === wanted.length;
      return fits ? [path === "/login" ? 401 : 404, {}] : [400, {}];
    },
    { auth: { key: { value: "secret", variable: "KEY" } } },
  );
  expect(refusedCredentials).toEqual([]);
  expect(texts.filter((one) => /valid-refused|record-not-found/.test(one))).toEqual([]);
});

test("a Location of the collection is no id", async () => {
  const token = { type: "object", properties: { secret: text } };
  const paths = {
    "/tokens": {
      get: { responses: { 200: ok({ type: "array", items: token }) } },
      post: { ...body(object({ text })), responses: { 201: ok(token), ...refused } },
    },
    "/tokens/{name}": {
      parameters: [{ ...id, name: "name", schema: text }],
      get: { responses: { 200: ok(token), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  const { texts } = await report({ paths }, ({ method, headers, path, body: sent }) => {
    if (path !== "/tokens") return [404, {}];
    if (method === "GET") return [200, [{ secret: "first" }]];
    if (method === "POST" && !headers["content-type"]?.startsWith("application/json")) return [415, {}];
    return isNote(sent) ? [201, { secret: "first" }, { location: "tokens" }] : [400, {}];
  });
  expect(texts.filter((one) => /list-misses|record-not-found/.test(one))).toEqual([]);
});

test("a range that fails for one of its two dates fails in each of many operations", async () => {
  const time = { type: "string", format: "date-time" };
  const range = object({ since: time, until: time }, []);
  const filter = object({ text, labels: { type: "array", items: text }, order: { type: "integer" }, range }, []);
  const query = ["kind", "sort", "owner"].map((name) => ({ name, in: "query", schema: text }));
  const post = { parameters: query, ...body(filter), responses: { 200: ok({}), ...refused } };
  // Each operation of so many is given two rounds of broken requests.
  const paths = Array.from({ length: 30 }, (_, index) => `/notes/count-${index}`);
  const { texts } = await report(
    { paths: Object.fromEntries(paths.map((path) => [path, { post }])) },
    ({ body: sent }) => (String(sent?.range?.since).startsWith("1970-") ? [500, {}] : [200, {}]),
  );
  const failing = texts.filter((one) => one.startsWith("server-error")).map((one) => one.split(" ")[2]);
  expect(paths.filter((path) => !failing.includes(path))).toEqual([]);
});

test("a field of an object in the body is sent that the server takes only without other fields", async () => {
  const time = { type: "string", format: "date-time" };
  const filter = object({ text, order: { type: "integer" }, range: object({ since: time, until: time }, []) }, []);
  const post = { ...body(object({ filter })), responses: { 200: ok({}), ...refused } };
  const { texts } = await report({ paths: { "/notes/count": { post } } }, ({ body: sent }) => {
    const sentFilter = sent?.filter ?? "missing";
    if (typeof sentFilter !== "object" || Object.keys(sentFilter).length > 1) return [400, {}];
    return String(sentFilter.range?.since).startsWith("1970-") ? [500, {}] : [200, {}];
  });
  expect(texts.filter((one) => one.startsWith("server-error"))).toHaveLength(1);
});

test("an update by operations changes what they name, and a delete that deactivates keeps the record", async () => {
  const note = object({ id: { type: "integer" }, text, state: { enum: ["open", "closed"] } });
  const operation = object({ op: { const: "replace" }, path: { const: "/text" }, value: text });
  const change = object({ patch: { type: "array", minItems: 1, maxItems: 1, items: operation } });
  const example = { patch: [{ op: "replace", path: "/text", value: "changed" }] };
  const patchBody = { required: true, content: { "application/json": { schema: change, example } } };
  const paths = {
    "/notes": { post: { ...body(object({ text })), responses: { 201: ok(note), ...refused } } },
    "/notes/{id}": {
      parameters: [id],
      get: { responses: { 200: ok(note), ...refused } },
      patch: { requestBody: patchBody, responses: { 200: ok(note), ...refused } },
      delete: { operationId: "deactivateNote", responses: { 204: { description: "done" }, ...refused } },
    },
  };
  const kept: { id: number; text: string; state: string }[] = [];
  const { texts } = await report({ paths }, ({ method, path, body: sent }) => {
    const known = kept.find((one) => String(one.id) === path.split("/")[2]);
    if (method === "POST" && isNote(sent)) {
      kept.push({ id: kept.length + 1, ...sent, state: "open" });
      return [201, kept.at(-1)];
    }
    if (known === undefined) return [method === "POST" ? 400 : 404, {}];
    if (method === "PATCH") {
      const value = sent?.patch?.[0]?.value;
      if (typeof value !== "string") return [400, {}];
      known.text = value;
    }
    if (method === "DELETE") known.state = "closed";
    return method === "DELETE" ? [204] : [200, known];
  });
  expect(kept.some((one) => one.text === "changed" && one.state === "closed")).toBe(true);
  expect(texts.filter((one) => /^(update|delete)-/.test(one))).toEqual([]);
});

test("a server that answers 403 for what is not there, and takes page tokens of its own only, is sound", async () => {
  const note = object({ id: text, text });
  const written = object({ text });
  const forbidden = { 403: { description: "not there, or not yours" }, ...refused };
  const token = { name: "page_token", in: "query", schema: text };
  const textId = { ...id, schema: text };
  const paths = {
    "/notes": {
      get: { parameters: [token], responses: { 200: ok({ type: "array", items: note }), ...forbidden } },
      post: { ...body(written), responses: { 201: ok(note), ...forbidden } },
      delete: { responses: { 204: { description: "gone" } } },
    },
    "/notes/{id}": {
      parameters: [textId],
      get: { responses: { 200: ok(note), ...forbidden } },
      delete: { responses: { 204: { description: "gone" }, ...forbidden } },
    },
    "/people/{person}/data": {
      parameters: [{ ...textId, name: "person" }],
      delete: { responses: { 204: { description: "gone" }, ...forbidden } },
    },
  };
  const notes = new Map<string, object>();
  let next = 1;
  const found = await report(
    { paths },
    ({ method, path, query, headers, body: sent }) => {
      const [, kind, key] = path.split("/");
      if (kind !== "notes") return kind === "people" && method !== "OPTIONS" ? [403, {}] : [404, {}];
      if (method === "OPTIONS") return [404, {}];
      if (key !== undefined) {
        const known = notes.get(key);
        if (known === undefined) return [403, {}];
        if (method === "DELETE") return notes.delete(key) ? [204] : [403, {}];
        return method === "GET" ? [200, known] : [404, {}];
      }
      if (method === "GET") return (query.get("page_token") ?? "") === "" ? [200, [...notes.values()]] : [400, {}];
      if (method === "DELETE") {
        notes.clear();
        return [204];
      }
      if (method !== "POST") return [404, {}];
      if (headers["content-type"] !== "application/json") return [415, {}];
      if (typeof sent?.text !== "string" || Object.keys(sent).length > 1) return [400, {}];
      const record = { id: `n${next++}`, text: sent.text };
      notes.set(record.id, record);
      return [201, record];
    },
    { disposable: true },
  );
  expect(distinctFindings(found).map(({ rule, operation, details }) => `${rule} ${operation} ${details[0]}`)).toEqual(
    [],
  );
  expect(found.leftovers).toEqual([]);
});

test("a read that takes fewer values in its path than the write is not asked for others", async () => {
  const page = object({ title: text });
  const paths = {
    "/pages/{id}.json": {
      get: { parameters: [id], responses: { 200: ok(page), ...refused } },
      put: { parameters: [{ ...id, schema: text }], ...body(page), responses: { 200: ok(page), ...refused } },
    },
  };
  const { texts } = await report(
    { paths },
    ({ method, path }) => (method === "GET" && !/\/-?[0-9]+\.json$/.test(path) ? [400, {}] : [404, {}]),
    { disposable: true },
  );
  expect(texts.filter((one) => one.startsWith("valid-refused"))).toEqual([]);
});

test("a made-up id may be rejected with a documented 422; an undocumented 422, or one for a path without an id, is a mistake", async () => {
  const run = object({ key: text });
  const invalid = { ...refused, 422: { description: "no id, or no filter" } };
  const key = { name: "key", in: "path", required: true, schema: text };
  const paths = {
    "/runs/{key}": { get: { parameters: [key], responses: { 200: ok(run), ...invalid } } },
    "/runs/{key}/steps": {
      get: {
        parameters: [key, { name: "limit", in: "query", required: true, schema: { type: "integer" } }],
        responses: { 200: ok(run), ...invalid },
      },
    },
    "/runs/{key}/log": { get: { parameters: [key], responses: { 200: ok(run), 404: { description: "absent" } } } },
    "/logs": { get: { responses: { 200: ok(run), ...invalid } } },
  };
  const { texts } = await report({ paths }, ({ path }) => [422, { message: `invalid ${path}` }]);
  const rejected = texts.filter((one) => one.startsWith("valid-refused"));
  expect(rejected.map((one) => /[A-Z]+ \/\S*/.exec(one)?.[0])).toEqual(["GET /runs/{key}/log", "GET /logs"]);
});

test("a record is removed by the DELETE of a path whose parameter has another name", async () => {
  const note = object({ id: { type: "integer" }, text });
  const paths = {
    "/notes": { post: { ...body(object({ text })), responses: { 201: ok(note), ...refused } } },
    "/notes/{noteId}": {
      parameters: [{ ...id, name: "noteId" }],
      get: { responses: { 200: ok(note), ...refused } },
    },
    "/notes/{id}": {
      parameters: [id],
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  const notes = new Map<string, object>();
  let last = 0;
  const { leftovers } = await report({ paths }, ({ method, path, body: sent }) => {
    const key = path.split("/")[2] ?? "";
    if (method === "POST" && !isNote(sent)) return [400, {}];
    if (method === "POST") return [201, notes.set(`${++last}`, { id: last, ...sent }).get(`${last}`)];
    if (method === "DELETE") return notes.delete(key) ? [204] : [404, {}];
    return notes.has(key) ? [200, notes.get(key)] : [404, {}];
  });
  expect(last).toBeGreaterThan(0);
  expect([leftovers, notes.size]).toEqual([[], 0]);
});

test("a name is no id where paths take numbers, nor is the status that an answer repeats", async () => {
  const model = object({ key: text, name: text }, []);
  const made = object({ code: { type: "integer" }, message: text });
  const paths = {
    "/models": { post: { ...body(model), responses: { 201: ok(model), ...refused } } },
    "/models/{entityId}": {
      parameters: [{ ...id, name: "entityId" }],
      get: { responses: { 200: ok(model), ...refused } },
    },
    "/users": { post: { ...body(model), responses: { 201: ok(made), ...refused } } },
    "/users/{userId}": { parameters: [{ ...id, name: "userId" }], get: { responses: { 200: ok(model), ...refused } } },
  };
  const { texts } = await report({ paths }, ({ method, path, body: sent }) => {
    if (method === "POST") return path === "/users" ? [201, { code: 201, message: "made" }] : [201, sent ?? {}];
    return /\/-?[0-9]+$/.test(path) ? [404, {}] : [400, {}];
  });
  const rules = /^(valid-refused|record-not-found|create-without-id) /;
  expect(texts.filter((one) => rules.test(one))).toEqual([]);
});

test("the path of the first server counts where all paths have parameters", async () => {
  const description = {
    servers: [{ url: "https://example.com/v1" }],
    paths: {
      "/pages/{id}": { get: { parameters: [id], responses: { 200: ok(object({ title: text })), ...refused } } },
    },
  };
  const asked = new Set<string>();
  await report(description, ({ path }) => {
    asked.add(path.replace(/[^/]*$/, ""));
    return [404, {}];
  });
  expect([...asked]).toEqual(["/", "/v1/pages/"]);
});

test("a query in a path of the description tells no other methods apart", async () => {
  const responses = { 200: ok({ type: "array", items: text }) };
  const paths = {
    "/forms": { get: { responses } },
    "/forms?v=2": { post: { ...body(object({ a: text })), responses: { 201: ok({}), ...refused } } },
  };
  const answers: Readonly<Record<string, ReturnType<Answer>>> = { GET: [200, []], POST: [201, {}] };
  const { texts } = await report({ paths }, ({ method }) => answers[method] ?? [405, {}, { allow: "GET, POST" }], {
    disposable: true,
  });
  expect(texts.filter((one) => one.startsWith("method-undocumented"))).toEqual([]);
});

test("a text that no path can hold is no id", async () => {
  const tag = object({ name: text });
  const paths = {
    "/tags": { get: { responses: { 200: ok({ type: "array", items: tag }) } } },
    "/tags/{name}": {
      parameters: [{ ...id, name: "name", schema: text }],
      get: { responses: { 200: ok(tag), ...refused } },
    },
  };
  const { texts } = await report({ paths }, ({ path }) =>
    path === "/tags" ? [200, [{ name: "a\ud800" }]] : [404, {}],
  );
  expect(texts.filter((one) => one.startsWith("record-not-found"))).toEqual([]);
});

test("a 404 that names another record than the path's is none about the path", async () => {
  const pet = object({ id: { type: "integer" }, name: text }, ["id"]);
  const query = (name: string): object => ({ name, in: "query", schema: text });
  const get = (name: string): object => ({
    get: { parameters: [query(name)], responses: { 200: ok(pet), ...refused } },
  });
  const paths = {
    "/pets": { get: { responses: { 200: ok({ type: "array", items: pet }) } } },
    "/pets/{id}": { parameters: [id], ...get("part") },
    "/pets/{id}/toys": { parameters: [id], ...get("toy_ids") },
    "/pets/{id}/owner": { parameters: [id], ...get("since") },
  };
  const { texts } = await report({ paths }, ({ path, query }) => {
    if (path === "/pets") return [200, [{ id: 1 }]];
    if (query.has("part")) return [404, { error: `no part ${query.get("part")}` }];
    if (query.has("toy_ids")) return [404, { error: "none of the toy_ids exist" }];
    if (query.has("since")) return [404, { error: `GET ${path}?${query} not found` }];
    return path.startsWith("/pets/1") ? [200, { id: 1 }] : [404, {}];
  });
  expect(texts.filter((one) => one.startsWith("record-not-found"))).toEqual([
    expect.stringContaining("GET /pets/{id}/owner"),
  ]);
});

test.each<[string, string[], number]>([
  ["smaller pages than it is asked for", ["$limit", "$skip"], 20],
  ["a total, and no parameter for the rest", [], 20],
  ["a limit that goes with the offset, not with the page beside it", ["page", "limit", "offset"], 20],
])("a list is not said to miss records that other pages have: %s", async (_, names, most) => {
  const pet = object({ id: { type: "integer" }, name: text }, ["id"]);
  const page = object({ data: { type: "array", items: pet }, total: { type: "integer" } });
  const parameters = names.map((name) => ({ name, in: "query", schema: { type: "integer" } }));
  const paths = {
    "/pets": {
      get: { parameters, responses: { 200: ok(page), ...refused } },
      post: { ...body(object({ name: text })), responses: { 201: ok(pet), ...refused } },
    },
    "/pets/{id}": { parameters: [id], get: { responses: { 200: ok(pet), ...refused } } },
  };
  const pets = Array.from({ length: 70 }, (_, at) => ({ id: at + 1, name: `p${at}` }));
  const { texts } = await report({ paths }, ({ method, path, query, headers, body: sent }) => {
    const found = pets.find((one) => path === `/pets/${one.id}`);
    if (path !== "/pets") return found ? [200, found] : [404, {}];
    const [limit, skip] = [/limit/, /skip|offset/].map((name) =>
      Number(query.get(names.find((one) => name.test(one)) ?? "") ?? 0),
    );
    if (method === "GET" && query.has("page")) return [200, { data: pets.slice(0, 5), total: pets.length }];
    if (method === "GET" && ![limit, skip].every((one = -1) => Number.isInteger(one) && one >= 0)) return [400, {}];
    const end = (skip ?? 0) + Math.min(limit || most, most);
    if (method === "GET") return [200, { data: pets.slice(skip, end), total: pets.length }];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    if (typeof sent?.name !== "string" || Object.keys(sent).length > 1) return [400, {}];
    pets.push({ id: pets.length + 1, name: sent.name });
    return [201, pets.at(-1)];
  });
  expect(texts.filter((one) => /list-misses/.test(one))).toEqual([]);
});

test("records are in the array that is called as they are, also where it is empty", async () => {
  const things = { type: "array", items: object({ id: { type: "integer" } }) };
  const none = { 404: { description: "gone" }, 400: { description: "wrong" } };
  const paths = {
    "/dashboard": { get: { responses: { 200: ok(object({ admins: things, projects: things })) } } },
    "/dashboard/{projectId}": {
      parameters: [{ ...id, name: "projectId" }],
      get: { responses: { 200: ok(object({ id: { type: "integer" } })), ...none } },
    },
    "/addons": { get: { responses: { 200: ok(object({ addons: things, providers: things })) } } },
    "/addons/{id}": { parameters: [id], get: { responses: { 200: ok(object({ id: { type: "integer" } })), ...none } } },
  };
  const { texts } = await report({ paths }, ({ path }) => {
    if (path === "/dashboard") return [200, { admins: [{ id: 8 }], projects: [{ id: 5 }] }];
    if (path === "/addons") return [200, { addons: [], providers: [{ id: 8 }] }];
    return path === "/dashboard/5" ? [200, { id: 5 }] : [404, {}];
  });
  expect(texts.filter((one) => one.startsWith("record-not-found"))).toEqual([]);
});

test("a discriminator tells of which alternative an answer is that fits several", async () => {
  const rule = (properties: object): object => ({ type: "object", required: ["type"], properties });
  const schemas = {
    Allow: rule({ type: text, most: { type: "integer", nullable: true } }),
    Deny: rule({ type: text }),
    Rule: {
      oneOf: [{ $ref: "#/components/schemas/Allow" }, { $ref: "#/components/schemas/Deny" }],
      discriminator: {
        propertyName: "type",
        mapping: { allow: "#/components/schemas/Allow", deny: "#/components/schemas/Deny" },
      },
    },
  };
  const paths = { "/rule": { get: { responses: { 200: ok({ $ref: "#/components/schemas/Rule" }) } } } };
  const textsFor = async (type: unknown): Promise<string[]> =>
    (
      await report({ paths, components: { schemas } } as never, ({ method }) => [
        method === "GET" ? 200 : 405,
        { type },
      ])
    ).texts.filter((found) => found.startsWith("body-invalid"));
  expect(await textsFor("deny")).toEqual([]);
  expect(await textsFor(7)).not.toEqual([]);
});

test("a fragment in a path of the description is no part of a request", async () => {
  const paths = {
    "/notes": { post: { ...body(object({ text })), responses: { 201: ok(object({ text })), ...refused } } },
    "/notes#from": {
      get: {
        parameters: [{ name: "from", in: "query", required: true, schema: { type: "integer" } }],
        responses: { 200: ok({ type: "array", items: text }), ...refused },
      },
    },
  };
  const { texts } = await report({ paths }, ({ method, path, query, body: sent }) => {
    if (path !== "/notes") return [404];
    if (method === "POST") return isNote(sent) ? [201, sent] : [400, {}];
    if (method !== "GET") return [405, {}, { allow: "GET, POST" }];
    return /^-?[0-9]+$/.test(query.get("from") ?? "") ? [200, []] : [400, {}];
  });
  expect(texts.filter((found) => /method-undocumented|record-not-found|status-undocumented/.test(found))).toEqual([]);
});

test("the id in `resourceId` comes before a name", async () => {
  const account = object({ resourceId: text, name: text });
  const paths = {
    "/accounts": { get: { responses: { 200: ok(object({ accounts: { type: "array", items: account } })) } } },
    "/accounts/{account-id}": {
      get: {
        parameters: [{ name: "account-id", in: "path", required: true, schema: text }],
        responses: { 200: ok(account), 404: { description: "none" } },
      },
    },
  };
  const one = { resourceId: "r-1", name: "Main" };
  const { stories, texts } = await report({ paths }, ({ method, path }) => {
    if (method !== "GET") return [405];
    return path === "/accounts" ? [200, { accounts: [one] }] : path === "/accounts/r-1" ? [200, one] : [404];
  });
  expect(texts.filter((found) => found.startsWith("record-not-found"))).toEqual([]);
  expect(stories).toContainEqual(expect.objectContaining({ kind: "pair", outcome: "whole" }));
});

test("a code beside a message is the answer's, and no id", async () => {
  const name = { name: "config", in: "path", required: true, schema: text };
  const wrapped = object({ code: { type: "integer", enum: [2000] }, message: text, result: object({ name: text }) });
  const paths = {
    "/configs": { post: { ...body(object({ name: text })), responses: { 200: ok(wrapped), ...refused } } },
    "/configs/{config}": {
      get: { parameters: [name], responses: { 200: ok(wrapped), 404: { description: "none" } } },
    },
  };
  const known = new Set<string>();
  const { texts } = await report({ paths }, ({ method, path, body: sent }) => {
    const given = method === "POST" ? sent?.name : lenientlyDecoded(path.slice("/configs/".length));
    if (!["GET", "POST"].includes(method) || (method === "GET") === (path === "/configs")) return [405];
    if (method === "POST") {
      if (typeof given !== "string" || Object.keys(sent).length !== 1) return [400, {}];
      known.add(given);
    }
    return known.has(given) ? [200, { code: 2000, message: "Success", result: { name: given } }] : [404];
  });
  expect(texts.filter((found) => /record-not-found|create-without-id/.test(found))).toEqual([]);
});

test("paths with characters that addresses encode are asked for", async () => {
  const paths = { "/rock & roll\n/ä": { get: { responses: { 200: ok(object({ name: text })) } } } };
  const asked: string[] = [];
  const { texts } = await report({ paths }, ({ path }) => {
    asked.push(path);
    return path === "/rock%20&%20roll%0A/%C3%A4" ? [200, { name: "x" }] : [404];
  });
  expect(asked).toContain("/rock%20&%20roll%0A/%C3%A4");
  expect(texts).toEqual([]);
});

test("Swagger 2.0 with one part in two places is checked", async () => {
  const shared = { type: "object", required: ["name"], properties: { name: text } };
  const paths = Object.fromEntries(
    ["/cats", "/dogs"].map((path) => [path, { get: { responses: { 200: { description: "ok", schema: shared } } } }]),
  );
  const description = { openapi: undefined, swagger: "2.0", definitions: { Cat: shared, Dog: shared }, paths };
  const { texts } = await report(description, () => [200, { name: 1 }]);
  expect(texts.filter((found) => found.startsWith("body-invalid"))).toHaveLength(2);
});

import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  type CheckReport,
  checkContract,
  compareBaseline,
  distinctFindings,
  formatText,
  groupFindings,
} from "../src/index.js";

const text = { type: "string" };
const refused = { 400: { description: "wrong" }, 404: { description: "gone" }, 415: { description: "no JSON" } };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const ok = (schema: object): object => ({ description: "ok", ...json(schema) });

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

type Answer = (request: IncomingMessage, body: string) => readonly [status: number, json?: unknown];

let last: CheckReport;

/** The findings in a server that answers so. */
async function findings(paths: object, answer: Answer, disposable = false): Promise<string[]> {
  const handle: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const [status, value] = answer(request, Buffer.concat(chunks).toString());
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    });
  };
  const server = createServer(handle);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const description = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
  last = await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1", disposable });
  return distinctFindings(last).map(({ rule, operation, details }) => `${rule} ${operation} ${details[0]}`);
}

/** The text itself if its bytes are no UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function parsed(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : { wrong: true };
  } catch {
    return { wrong: true };
  }
}

test("each wrong place of an answer is a finding of its own, so that a baseline of one does not accept another", async () => {
  const size = { anyOf: [{ type: "integer" }, { type: "object", required: ["cm"] }] };
  const item = { type: "object", properties: { name: text, floor: { type: "integer" }, size } };
  const whole = { type: "object", required: ["a", "b"], properties: { items: { type: "array", items: item } } };
  const paths = { "/rooms": { get: { responses: { 200: ok(whole) } } } };
  const rooms = [{ name: 7 }, { name: 8, floor: "x", size: {} }];
  const found = await findings(paths, () => [200, { items: rooms }]);
  expect(found).toEqual([
    "body-invalid GET /rooms /items/0/name must be a string, and is a number",
    "body-invalid GET /rooms /items/1/floor must be an integer, and is a string",
    "body-invalid GET /rooms /items/1/size fits none of the alternatives",
    'body-invalid GET /rooms the whole body lacks "a", "b"',
    'body-invalid GET /rooms the whole body lacks "a", "b"',
  ]);
});

test("examples without a schema rule out no answer", async () => {
  const example = { total: 2, rooms: [{ id: 1, name: "Hall", floor: 3, note: null }] };
  const found = await findings(
    { "/rooms": { get: { responses: { 200: { description: "ok", content: { "application/json": { example } } } } } } },
    () => [200, { rooms: [{ id: "a", name: null, size: 7 }], next: "x" }],
  );
  expect(found).toEqual([]);
});

test.each([
  ["is taken where the author calls a field nullable", { ...text, nullable: true }, []],
  ["is a mistake elsewhere", text, ["invalid-accepted POST /notes with null for a field (/colour): 201 {}"]],
])("null %s", async (_name, colour, expected) => {
  const note = { type: "object", required: ["colour"], properties: { colour } };
  const post = { requestBody: { required: true, ...json(note) }, responses: { 201: ok({}), ...refused } };
  const found = await findings({ "/notes": { post } }, ({ headers }, body) => {
    const { colour: sent } = parsed(body);
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    return typeof sent === "string" || sent === null ? [201, {}] : [400, {}];
  });
  expect(found).toEqual(expected);
});

test("a form that loses the only field of an object does not have the object", async () => {
  const address = { type: "object", required: ["street"], properties: { street: text } };
  const form = { type: "object", required: ["name"], properties: { name: text, address } };
  const content = { "application/x-www-form-urlencoded": { schema: form } };
  const post = { requestBody: { required: true, content }, responses: { 201: ok({}), ...refused } };
  const bodies: string[] = [];
  const found = await findings({ "/orders": { post } }, (_request, body) => {
    bodies.push(body);
    return new URLSearchParams(body).has("name") ? [201, {}] : [400, {}];
  });
  expect(found).toEqual([]);
  expect(bodies.some((body) => body.includes("address"))).toBe(true);
});

test.each([
  ["another record of the same name is there", true, []],
  ["the record itself is still there", false, ["delete-kept DELETE /zones/{name} read after delete: 200, not 404"]],
])("after a delete %s", async (_name, deletes, expected) => {
  const name = { ...text, enum: ["main"] };
  const id = { type: "integer", readOnly: true };
  const zone = { type: "object", required: ["id", "name"], properties: { id, name } };
  const paths = {
    "/zones": {
      get: { responses: { 200: ok({ type: "array", items: zone }) } },
      post: { requestBody: { required: true, ...json(zone) }, responses: { 201: ok(zone), ...refused } },
    },
    "/zones/{name}": {
      parameters: [{ name: "name", in: "path", required: true, schema: text }],
      get: { responses: { 200: ok(zone), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  const zones = [{ id: 1, name: "main" }];
  let last = 1;
  const found = await findings(paths, ({ method, url = "", headers }, body) => {
    const at = zones.findIndex((one) => url === `/zones/${one.name}`);
    if (method === "POST") {
      if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
      if (parsed(body).name !== "main") return [400, {}];
      last += 1;
      zones.push({ id: last, name: "main" });
      return [201, zones.at(-1)];
    }
    if (url === "/zones") return [200, zones];
    if (at < 0) return [404, {}];
    if (method === "DELETE") {
      if (deletes) zones.splice(at, 1);
      return [204];
    }
    return [200, zones[at]];
  });
  expect(found.map((each) => each.split(": {")[0])).toEqual(expected);
});

test("an id that an example sends and no schema of the body declares is the server's to choose", async () => {
  const note = { type: "object", required: ["id", "text"], properties: { id: { type: "integer" }, text } };
  const body = { type: "object", required: ["text"], properties: { text } };
  const media = { schema: body, example: { id: 7, text: "hello" } };
  const paths = {
    "/notes": {
      post: {
        requestBody: { required: true, content: { "application/json": media } },
        responses: { 201: ok(note), ...refused },
      },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: ok(note), ...refused } },
    },
  };
  const notes: object[] = [];
  const found = await findings(paths, ({ method, url = "", headers }, sent) => {
    const at = /^\/notes\/(-?\d+)$/.exec(url)?.[1];
    if (method === "GET" && url.startsWith("/notes/")) {
      if (at === undefined) return [400, {}];
      const one = notes[Number(at) - 100];
      return one ? [200, one] : [404, {}];
    }
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const { text: value } = parsed(sent);
    if (typeof value !== "string") return [400, {}];
    notes.push({ id: 100 + notes.length, text: value });
    return [201, notes.at(-1)];
  });
  expect(found).toEqual([]);
  expect(notes).toContainEqual({ id: expect.any(Number), text: "hello" });
});

test("an amount of cents is a multiple of 0.01, also a negative one", async () => {
  const amount = { type: "number", multipleOf: 0.01 };
  const body = { type: "object", required: ["amount"], properties: { amount } };
  const post = { requestBody: { required: true, ...json(body) }, responses: { 201: ok(body), ...refused } };
  const taken: unknown[] = [];
  const found = await findings({ "/payments": { post } }, ({ headers }, sent) => {
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const { amount: value } = parsed(sent);
    if (typeof value !== "number" || Math.abs(value * 100 - Math.round(value * 100)) > 1e-6) return [400, {}];
    taken.push(value);
    return [201, { amount: value }];
  });
  expect(found).toEqual([]);
  expect(taken).toContain(-1);
});

test.each([
  ["of a record that a body has named so is right", true, []],
  ["of nothing is wrong", false, ["invalid-accepted GET /projects/{name}"]],
])("a path beyond its bounds %s", async (_name, isKept, expected) => {
  const project = { type: "object", required: ["name"], properties: { name: text } };
  const parameter = { name: "name", in: "path", required: true, schema: { ...text, maxLength: 30 } };
  const paths = {
    "/projects": {
      post: { requestBody: { required: true, ...json(project) }, responses: { 201: ok(project), ...refused } },
    },
    "/projects/{name}": { parameters: [parameter], get: { responses: { 200: ok(project), ...refused } } },
  };
  const names = new Set<string>();
  const found = await findings(paths, ({ method, url = "", headers }, sent) => {
    if (method === "GET") {
      const name = decoded(url.replace("/projects/", ""));
      if (names.has(name)) return [200, { name }];
      return !isKept && name.length > 30 ? [200, { name: "other" }] : [404, {}];
    }
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const { name } = parsed(sent);
    if (typeof name !== "string") return [400, {}];
    if (isKept || name.length <= 30) names.add(name);
    return [201, { name }];
  });
  expect(found.map((each) => each.split(" with ")[0])).toEqual(expected);
});

test("a server that allows plain letters only gets one remark with each kind that it rejects", async () => {
  const input = { type: "object", required: ["name"], properties: { name: text } };
  const shown = { type: "object", required: ["id", "name"], properties: { id: text, name: text } };
  const requestBody = { required: true, ...json(input) };
  await findings(
    { "/tags": { post: { requestBody, responses: { 201: ok(shown), ...refused } } } },
    ({ headers }, body) => {
      if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
      const { name } = parsed(body);
      return typeof name === "string" && /^[\w .-]*$/.test(name) ? [201, { id: "1", name }] : [400, {}];
    },
  );
  const printed = formatText(last, compareBaseline(last), { color: false })
    .split("! ")
    .filter((each) => each.includes("[odd-refused]"));
  expect(printed).toHaveLength(1);
  expect(printed[0]?.match(/with [a-zA-Z ]+(?= \()/g)?.sort()).toEqual([
    "with a NUL",
    "with control characters",
    "with half of a surrogate pair",
    "with rare characters",
  ]);
});

test("a field that answers show as another type is one mistake", async () => {
  const price = { type: "string", pattern: "^[0-9]+[.][0-9][0-9]$" };
  const input = { type: "object", required: ["price"], properties: { price } };
  const shown = { type: "object", required: ["id", "price"], properties: { id: text, price } };
  const requestBody = { required: true, ...json(input) };
  const paths = {
    "/goods": { post: { requestBody, responses: { 201: ok(shown), ...refused } } },
    "/goods/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { 200: ok(shown), ...refused } },
      patch: { requestBody, responses: { 200: ok(shown), ...refused } },
    },
  };
  const kept = new Map<string, object>();
  const found = await findings(paths, ({ method, url = "", headers }, body) => {
    const [, , id = String(kept.size + 1)] = url.split("/");
    if (method === "GET") return kept.has(id) ? [200, kept.get(id)] : [404, {}];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const sent = parsed(body);
    if (typeof sent.price !== "string" || !/^[0-9]+[.][0-9][0-9]$/.test(sent.price)) return [400, {}];
    if (method === "PATCH" && !kept.has(id)) return [404, {}];
    const record = { id, price: Number(sent.price) };
    kept.set(id, record);
    return [method === "POST" ? 201 : 200, record];
  });
  expect([...new Set(found.map((each) => each.split(" ")[0]))]).toEqual(["body-invalid"]);
});

test.each([
  ["may change what the server computes from it", { readOnly: true, isWritten: true }, []],
  ["may change what no request writes", { readOnly: false, isWritten: false }, []],
  [
    "may not change another number",
    { readOnly: false, isWritten: true },
    ["update-touches-others PATCH /classes/{id} update: openSlots was not sent and changed"],
  ],
])("an update %s", async (_name, { readOnly, isWritten }, expected) => {
  const integer = { type: "integer", minimum: 1, maximum: 1000 };
  const openSlots = { type: "integer", readOnly };
  const properties = { capacity: integer, ...(isWritten ? { openSlots } : {}) };
  const input = { type: "object", required: ["capacity"], properties };
  const shown = {
    type: "object",
    required: ["id", "openSlots"],
    properties: { id: text, capacity: integer, openSlots },
  };
  const requestBody = { required: true, ...json(input) };
  const paths = {
    "/classes": { post: { requestBody, responses: { 201: ok(shown), ...refused } } },
    "/classes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { 200: ok(shown), ...refused } },
      patch: { requestBody, responses: { 200: ok(shown), ...refused } },
    },
  };
  const kept = new Map<string, object>();
  const found = await findings(paths, ({ method, url = "", headers }, body) => {
    const [, , id = String(kept.size + 1)] = url.split("/");
    if (method === "GET") return kept.has(id) ? [200, kept.get(id)] : [404, {}];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const { capacity, openSlots = Number(capacity) - 1 } = parsed(body);
    if (!Number.isInteger(capacity) || Number(capacity) < 1 || Number(capacity) > 1000) return [400, {}];
    if (method === "PATCH" && !kept.has(id)) return [404, {}];
    const record = { id, capacity, openSlots };
    kept.set(id, record);
    return [method === "POST" ? 201 : 200, record];
  });
  expect(found.filter((each) => each.startsWith("update-"))).toEqual(
    expected.map((each) => expect.stringContaining(each)),
  );
});

test.each([
  ["by the id of the droplet that is shown changes it", { droplet_id: text }, []],
  [
    "changes it unasked",
    { size: text },
    ["update-touches-others PATCH /holders/{id} update: droplet was not sent and changed"],
  ],
])("an update %s", async (_name, properties, expected) => {
  const droplet = { type: "object", properties: { id: text } };
  const holder = { type: "object", required: ["id"], properties: { id: text, size: text, droplet } };
  const input = { required: true, ...json({ type: "object", required: Object.keys(properties), properties }) };
  const parameters = [{ name: "id", in: "path", required: true, schema: text }];
  const kept = new Map<string, object>();
  const paths = {
    "/holders": { post: { requestBody: input, responses: { 201: ok(holder), ...refused } } },
    "/holders/{id}": {
      parameters,
      get: { responses: { 200: ok(holder), ...refused } },
      patch: { requestBody: input, responses: { 200: ok(holder), ...refused } },
    },
  };
  const found = await findings(paths, ({ method, url = "", headers }, body) => {
    const [, , id = String(kept.size + 1)] = url.split("/");
    if (method === "GET") return kept.has(id) ? [200, kept.get(id)] : [404, {}];
    if (!headers["content-type"]?.startsWith("application/json")) return [415, {}];
    const sent = parsed(body);
    if (Object.keys(properties).some((name) => typeof sent[name] !== "string")) return [400, {}];
    if (method === "PATCH" && !kept.has(id)) return [404, {}];
    const { droplet_id = `d${JSON.stringify(sent)}`, ...rest } = sent;
    const record = { id, ...rest, droplet: { id: droplet_id } };
    kept.set(id, record);
    return [method === "POST" ? 201 : 200, record];
  });
  expect(found.filter((each) => each.startsWith("update-"))).toEqual(
    expected.map((each) => expect.stringContaining(each)),
  );
});

test("a body with a list of ids names a record that is there, so that the rest of it is checked; 0 is no boolean", async () => {
  const flag = { type: "boolean" };
  const role = { type: "object", required: ["id", "admin"], properties: { id: text, admin: flag } };
  const written = { type: "object", required: ["admin"], properties: { admin: flag } };
  const many = {
    type: "object",
    required: ["keys", "data"],
    properties: { keys: { type: "array", minItems: 1, items: text }, data: written },
    additionalProperties: false,
  };
  const paths = {
    "/roles": {
      get: { responses: { 200: ok({ type: "array", items: role }) } },
      post: { requestBody: { required: true, ...json(written) }, responses: { 201: ok(role), ...refused } },
      patch: { requestBody: { required: true, ...json(many) }, responses: { 200: ok({}), ...refused } },
    },
    "/roles/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { 200: ok(role), ...refused } },
    },
  };
  const roles: { id: string; admin: boolean }[] = [];
  const isFlag = (value: unknown): boolean => typeof value === "boolean";
  const run = await findings(
    paths,
    ({ method, url = "", headers }, body) => {
      const { pathname } = new URL(url, "http://localhost");
      const id = pathname.split("/")[2];
      if (method === "OPTIONS") return [204];
      if (id !== undefined) {
        const found = roles.find((one) => one.id === decoded(id));
        return method === "GET" && found ? [200, found] : [404, {}];
      }
      if (method === "GET") return [200, roles];
      if (headers["content-type"] !== "application/json") return [415, {}];
      const { keys, data, admin, ...rest } = parsed(body);
      if (method === "POST") {
        if (!isFlag(admin) || keys !== undefined || data !== undefined) return [400, {}];
        roles.push({ id: `r${roles.length}`, admin: admin === true });
        return [201, roles.at(-1)];
      }
      if (method !== "PATCH") return [404, {}];
      const sent = parsed(JSON.stringify(data ?? 0));
      const isKnown =
        Array.isArray(keys) && keys.length > 0 && keys.every((key) => roles.some((one) => one.id === key));
      const isTaken = isFlag(sent.admin) || sent.admin === 0 || sent.admin === 1;
      return isKnown && isTaken && admin === undefined && Object.keys(rest).length === 0 ? [200, {}] : [400, {}];
    },
    true,
  );
  expect(run).toEqual([
    expect.stringMatching(/^invalid-accepted PATCH \/roles with a number for a boolean \(\/data\/admin\): 200/),
  ]);
});

test("rejected requests are grouped by what the server says, without the values that it repeats", async () => {
  const note = { type: "object", required: ["text"], properties: { text } };
  const post = { requestBody: { required: true, ...json(note) }, responses: { 201: ok({}), ...refused } };
  const messages: Record<string, string> = { "/a": "unknown author", "/b": "unknown author", "/c": "too late" };
  await findings(Object.fromEntries(Object.keys(messages).map((path) => [path, { post }])), ({ url = "" }, body) => {
    if (!Object.hasOwn(messages, url)) return [404, {}];
    return [400, { path: url, message: `${messages[url]}: ${parsed(body).text}`, at: new Date().toISOString() }];
  });
  const groups = groupFindings(distinctFindings(last)).filter(({ rule }) => rule === "valid-refused");
  expect(groups.map(({ findings: all }) => all.map(({ operation }) => operation))).toEqual([
    ["POST /a", "POST /b"],
    ["POST /c"],
  ]);
  const said = formatText(last, compareBaseline(last), { color: false });
  const reason = "it accepted no valid request, so that its rejections of broken ones prove nothing";
  expect(said).toContain(`Checked in part: POST /a, POST /b, POST /c: ${reason}.\n`);
});

test("an operation that fails for valid requests is checked in part, and the report names it", async () => {
  const note = { type: "object", required: ["text"], properties: { text } };
  const post = { requestBody: { required: true, ...json(note) }, responses: { 201: ok({}), ...refused } };
  await findings({ "/notes": { post } }, () => [500, {}]);
  const said = formatText(last, compareBaseline(last), { color: false });
  expect(said).toContain(
    "Checked in part: POST /notes: it fails for valid requests, so that odd ones were left out.\n",
  );
});

test("a list where an object belongs, deep in a list of records, makes a server fail: it is found", async () => {
  const names = Array.from({ length: 20 }, (_, at) => `field${at}`);
  const policy = { type: "object", properties: { retries: { type: "integer" } } };
  const properties = { ...Object.fromEntries(names.map((name) => [name, text])), policy };
  const run = { type: "object", properties };
  const post = {
    requestBody: { required: true, ...json({ type: "array", items: run }) },
    responses: { 201: ok({}), ...refused },
  };
  const others = Object.fromEntries(names.map((name) => [`/${name}`, { post: { ...post, requestBody: undefined } }]));
  const found = await findings({ ...others, "/runs": { post } }, ({ url = "", headers }, body) => {
    if (url !== "/runs") return [201, {}];
    if (headers["content-type"] !== "application/json") return [415, {}];
    let runs: unknown;
    try {
      runs = JSON.parse(body);
    } catch {
      return [400, {}];
    }
    if (!Array.isArray(runs)) return [400, {}];
    const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
    if (runs.some((one) => Array.isArray(Object(one).policy))) return [500, {}];
    const fits = (one: object): boolean =>
      Object.entries(one).every(([name, value]) =>
        name === "policy"
          ? isObject(value) && ["undefined", "number"].includes(typeof value.retries)
          : !names.includes(name) || typeof value === "string",
      );
    return runs.every((one) => isObject(one) && fits(one)) ? [201, {}] : [400, {}];
  });
  expect(found.filter((each) => each.startsWith("server-error"))).toEqual([
    "server-error POST /runs with a field of the wrong type (everywhere): 500 {}",
  ]);
});

test("bytes that are no UTF-8, in a query or a body, make a server fail: they are found", async () => {
  const note = { type: "object", required: ["text"], properties: { text } };
  const post = { requestBody: { required: true, ...json(note) }, responses: { 201: ok({}), ...refused } };
  const q = { name: "q", in: "query", schema: text };
  const get = { parameters: [q], responses: { 200: ok({}), ...refused } };
  const found = await findings({ "/notes": { get, post } }, ({ method, url = "", headers }, body) => {
    if (url.includes("%FF") || body.includes("\ufffd")) return [500, {}];
    if (method === "GET") return [200, {}];
    if (method !== "POST") return [404, {}];
    if (headers["content-type"] !== "application/json") return [415, {}];
    return typeof parsed(body).text === "string" ? [201, {}] : [400, {}];
  });
  expect(found).toEqual([
    "server-error GET /notes with bytes that are no UTF-8 (q): 500 {}",
    "server-error POST /notes with bytes that are no UTF-8: 500 {}",
  ]);
});

test("after a failed write the check goes on with another record", async () => {
  const item = { type: "object", required: ["id", "text"], properties: { id: { type: "integer" }, text } };
  const note = { type: "object", required: ["text"], properties: { text } };
  const body = { requestBody: { required: true, ...json(note) } };
  const paths = {
    "/notes": {
      get: { responses: { 200: ok({ type: "array", items: item }) } },
      post: { ...body, responses: { 201: ok(item), ...refused } },
    },
    "/notes/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { 200: ok(item), ...refused } },
      put: { ...body, responses: { 200: ok(item), ...refused } },
      delete: { responses: { 204: { description: "gone" }, ...refused } },
    },
  };
  const notes = new Map<number, { id: number; text: string; isHalf?: boolean }>();
  let next = 1;
  let late = 0;
  const found = await findings(
    paths,
    ({ method, url = "", headers }, sent) => {
      const id = Number(url.split("/")[2]);
      const known = notes.get(id);
      if (url !== "/notes" && known === undefined) return [404, {}];
      if (method === "OPTIONS") return [404, {}];
      if (known?.isHalf && method !== "DELETE") {
        late += 1;
        return [500, {}];
      }
      if (method === "GET") return [200, url === "/notes" ? [...notes.values()] : known];
      if (method === "DELETE") return notes.delete(id) ? [204] : [404, {}];
      if (method !== (url === "/notes" ? "POST" : "PUT")) return [404, {}];
      if (headers["content-type"] !== "application/json") return [415, {}];
      const { text: written } = parsed(sent);
      if (typeof written !== "string") return [400, {}];
      const record = { id: known?.id ?? next++, text: written };
      const isHalf = known !== undefined && written.includes("\u0000");
      notes.set(record.id, isHalf ? { ...record, isHalf } : record);
      return isHalf ? [500, {}] : [known ? 200 : 201, record];
    },
    true,
  );
  expect(found).toEqual(["server-error PUT /notes/{id} with a NUL (everywhere): 500 {}"]);
  expect(late).toBe(0);
});

test("a field that the server fails for, whatever its value is, is one finding", async () => {
  const note = { type: "object", required: ["text"], properties: { text, address: text } };
  const post = { requestBody: { required: true, ...json(note) }, responses: { 201: ok({}), ...refused } };
  const found = await findings({ "/notes": { post } }, ({ method, headers }, body) => {
    if (method !== "POST") return [404, {}];
    if (headers["content-type"] !== "application/json") return [415, {}];
    const { text: written, address } = parsed(body);
    if (typeof written !== "string" || !["undefined", "string"].includes(typeof address)) return [400, {}];
    return address === undefined ? [201, {}] : [500, {}];
  });
  expect(found).toEqual([
    "server-error POST /notes 500 {}",
    "server-error POST /notes with another field (/address): 500 {}",
  ]);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  type CheckReport,
  checkContract,
  compareBaseline,
  distinctFindings,
  formatText,
  toJson,
  toJunit,
} from "../src/index.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Json = Readonly<Record<string, unknown>>;
interface Call {
  readonly method: string;
  readonly path: string;
  /** With its query. */
  readonly url: string;
  /** `undefined`: no JSON. */
  readonly body: Json | undefined;
  readonly text: string;
}
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

async function check(
  paths: object,
  answer: (call: Call) => Answer,
  { disposable = true, schemas = {} }: { readonly disposable?: boolean; readonly schemas?: object } = {},
): Promise<CheckReport> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = "", url = "" } = request;
    const isJson = request.headers["content-type"] === "application/json";
    const [path = ""] = url.split("?");
    const [status, body, headers] = answer({ method, path, url, text, body: isJson ? objectOf(text) : undefined });
    response.writeHead(status, { "content-type": "application/json", allow: "", ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const description = { openapi: "3.1.0", info: { title: "Flows", version: "1" }, paths, components: { schemas } };
  return await checkContract(description, `http://127.0.0.1:${port}`, { seed: "1", disposable });
}

function objectOf(text: string): Json | undefined {
  const value = parsed(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const failures = (report: CheckReport): string[] =>
  distinctFindings(report)
    .filter(({ rule }) => rule === "server-error")
    .map(({ operation, details }) => `${operation} ${details[0]}`);

const text = { type: "string" };
const flow = {
  type: "object",
  properties: { name: text, template: { type: "object" }, limit: { type: ["integer", "null"] }, owner: text },
};
const sent = { required: true, content: { "application/json": { schema: flow } } };
const ok = { description: "ok", content: { "application/json": {} } };
const no = { description: "no" };
const id = { name: "id", in: "path", required: true, schema: text };
const responses = { 200: ok, 201: ok, 204: no, 400: no, 404: no, 405: no, 415: no };
const FLOWS = {
  "/flows": { post: { requestBody: sent, responses } },
  "/flows/{id}": { parameters: [id], patch: { requestBody: sent, responses } },
};

/** Rejects what its description allows: flows without a name, and any template. */
function flowsServer(refusal: (name: string) => unknown, isFailing: (body: Json) => boolean): (call: Call) => Answer {
  const flows = new Set<string>();
  return ({ method, path, body }) => {
    const isOne = path.startsWith("/flows/");
    if (isOne ? method !== "PATCH" : method !== "POST") return [405];
    if (isOne && !flows.has(path)) return [404];
    if (body === undefined) return [400];
    if (Object.hasOwn(body, "template")) return [400, refusal("template")];
    if (!isOne && typeof body.name !== "string") return [400, refusal("name")];
    if (isOne && isFailing(body)) return [500];
    if (!isOne) flows.add(`/flows/${flows.size + 1}`);
    return [isOne ? 200 : 201, { ...body, id: String(flows.size) }];
  };
}

test.each([
  ["as a text of its own", (name: string) => ({ detail: [{ loc: ["body", name], msg: "wrong", input: { name: 1 } }] })],
  ["before a list of complaints", (name: string) => ({ [name]: ["is wrong"] })],
  ["in quotation marks", (name: string) => ({ error: `The field "${name}" is wrong` })],
  ["not at all", () => ({ error: "wrong" })],
])("records are made, and odd values sent, where a rejection names the field %s", async (_how, refusal) => {
  const report = await check(
    FLOWS,
    flowsServer(refusal, ({ limit }) => limit === null || limit === 1e19),
  );
  expect(failures(report)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^PATCH \/flows\/\{id\} with null \(/),
      expect.stringMatching(/^PATCH \/flows\/\{id\} with a number beyond 64 bits \(/),
    ]),
  );
});

test("each optional field is sent by itself, whatever the seed", async () => {
  const isAlone = (body: Json): boolean => typeof body.owner === "string" && Object.keys(body).length === 1;
  const report = await check(
    FLOWS,
    flowsServer(() => undefined, isAlone),
  );
  expect(failures(report)).toContainEqual(
    expect.stringMatching(/^PATCH \/flows\/\{id\} with another field \(\/owner\)/),
  );
});

test("reports mask the secrets of records that answers show", async () => {
  const user = { type: "object", required: ["name"], properties: { name: { type: "integer" } } };
  const content = { "application/json": { schema: user } };
  const report = await check({ "/me": { get: { responses: { 200: { description: "", content } } } } }, () => [
    200,
    { name: "ann", password: "very private", clientSecret: 'a "quoted" text', "api-key": "k-1", hint: "password" },
  ]);
  const compared = compareBaseline(report);
  const reports = [
    formatText(report, compared, { color: false }),
    toJunit(report, compared),
    JSON.stringify(toJson(report, compared)),
  ];
  for (const written of reports) {
    expect(written).toContain("masked");
    expect(written).toContain("ann");
    expect(written).not.toMatch(/very private|k-1|quoted/);
  }
});

test("fields of the elements of a list are altered too, where a list is the body", async () => {
  const run = { type: "object", properties: { name: text, policy: { type: "object", properties: { retries: text } } } };
  const list = { "application/json": { schema: { type: "array", items: run } } };
  const report = await check(
    {
      "/runs/bulk": { post: { requestBody: { required: true, content: list }, responses: { ...responses, 200: ok } } },
    },
    ({ path, method, text: sent }) => {
      if (path !== "/runs/bulk" || method !== "POST") return [405];
      const runs = parsed(sent);
      if (!Array.isArray(runs)) return [400];
      // Every field by itself is fine, and all together are not.
      if (runs.some((one) => Object.keys(Object(one)).length > 1)) return [400];
      return runs.some((one) => Array.isArray(Object(one).policy)) ? [500] : [200, {}];
    },
  );
  expect(failures(report)).toEqual([
    expect.stringMatching(/^POST \/runs\/bulk with a field of the wrong type \(\/0\/policy\)/),
  ]);
});

test.each([true, false])(
  "a related record that is there is sent as an object with its id: disposable %s",
  async (disposable) => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = {
      Owner: {
        type: "object",
        required: ["name"],
        properties: { name: text, team: { ...text, example: "no team" }, id: text },
      },
      Task: { type: "object", properties: { name: text, owner: { oneOf: [text, ref("Owner")] }, id: text } },
    };
    const json = (name: string) => ({ "application/json": { schema: ref(name) } });
    const operations = (name: string) => ({
      [`/${name}s`]: {
        post: {
          requestBody: { required: true, content: json(name) },
          responses: { ...responses, 201: { description: "made", content: json(name) } },
        },
      },
      [`/${name}s/{id}`]: {
        parameters: [id],
        patch: { requestBody: { required: true, content: json(name) }, responses: { ...responses, 200: ok } },
        delete: { responses: { 204: no, 404: no } },
      },
    });
    const owners = new Set<string>();
    const report = await check(
      { ...operations("Owner"), ...operations("Task") },
      ({ method, path, body }) => {
        const isOne = /^\/\w+\/./.test(path);
        if (method === "DELETE" && isOne) return [204];
        if (isOne ? method !== "PATCH" : method !== "POST") return [405];
        if (body === undefined) return [400];
        const own = path.startsWith("/Owners");
        if (own && isOne && !owners.has(path)) return [404];
        const { owner } = body as { owner?: Json };
        // A record that is there is changed, and the team that the example names is not there.
        if (isOne && owner?.team === "no team" && owners.has(`/Owners/${owner.id}`)) return [500];
        const made = String(owners.size + 1);
        if (!isOne && own) owners.add(`/Owners/${made}`);
        return isOne ? [200, {}] : [201, { name: "x", ...body, id: made }];
      },
      { disposable, schemas },
    );
    expect(failures(report)).toEqual([
      expect.stringMatching(/^PATCH \/Tasks\/\{id\} with a related record that is there \(\/owner\)/),
    ]);
  },
);

test("a form that ends early must not fail, whichever media type comes first", async () => {
  const form = { "multipart/form-data": { schema: { type: "object", properties: { file: text } } } };
  const body = { required: true, content: { ...sent.content, ...form } };
  const report = await check(
    { "/imports": { post: { requestBody: body, responses } } },
    ({ text: received, method }) => {
      if (method !== "POST") return [405];
      return received.startsWith("--") && !received.trimEnd().endsWith("--") ? [500] : [200, {}];
    },
  );
  expect(failures(report)).toEqual([expect.stringContaining("POST /imports with a form that ends early: 500")]);
});

test.each([
  { type: "string", format: "binary" },
  { type: "string", contentMediaType: "application/octet-stream" },
  { type: "array", items: { type: "string", format: "binary" } },
])("a file in a form has a file name, without which servers read a text: %j", async (file) => {
  const schema = { allOf: [{ type: "object", required: ["file"], properties: { file, caption: text } }] };
  const body = { required: true, content: { "multipart/form-data": { schema } } };
  const report = await check({ "/photos": { post: { requestBody: body, responses } } }, ({ text: form, method }) => {
    if (method !== "POST") return [405];
    const parts = form.split("--conformance").filter((part) => part.includes('name="'));
    const isFile = (part: string): boolean => part.includes('; filename="');
    return parts.length > 0 && parts.every((part) => isFile(part) === part.includes('name="file"')) ? [200, {}] : [400];
  });
  expect(distinctFindings(report).filter(({ rule }) => rule === "valid-refused")).toEqual([]);
});

test.each([
  ["every page", [1, 2, 3, 4, 5].flatMap((page) => Array.from({ length: 50 }, () => page)), []],
  ["the first page again and again", [1], ["list-misses GET /flows"]],
])("a record is missed in a list that is read to its end: %s", async (_, pages, found) => {
  const flow = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer", readOnly: true }, name: text },
  };
  const list = { description: "ok", content: { "application/json": { schema: { type: "array", items: flow } } } };
  const one = { description: "ok", content: { "application/json": { schema: flow } } };
  const page = { name: "page", in: "query", schema: { type: "integer", minimum: 1 } };
  const number = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const refusals = { 400: { description: "wrong" }, 404: { description: "absent" }, 415: { description: "no JSON" } };
  const body = { required: true, content: { "application/json": { schema: flow } } };
  const paths = {
    "/flows": {
      get: { parameters: [page], responses: { 200: list, ...refusals } },
      post: { requestBody: body, responses: { 201: one, ...refusals } },
    },
    "/flows/{id}": { parameters: [number], get: { responses: { 200: one, ...refusals } } },
  };
  const flows = new Map(pages.map((_, at) => [at + 1, { id: at + 1, name: "old" } as Json]));
  const report = await check(paths, ({ method, path, url, body }) => {
    if (path === "/flows" && method === "POST") {
      if (body === undefined || !["undefined", "string"].includes(typeof body.name)) return [400];
      const made = { ...body, id: flows.size + 1 };
      flows.set(made.id, made);
      return [201, made];
    }
    if (method !== "GET") return [405];
    const number = Number(new URL(url, "http://host.test").searchParams.get("page") ?? 1);
    if (path === "/flows" && !(number >= 1)) return [400];
    const at = pages.length > 1 ? (number - 1) * 5 : 0;
    if (path === "/flows") return [200, [...flows.values()].slice(at, at + 5)];
    const record = flows.get(Number(path.slice("/flows/".length)));
    return record ? [200, record] : [404];
  });
  const names = distinctFindings(report).map(({ rule, operation }) => `${rule} ${operation}`);
  expect(names.filter((name) => name.startsWith("list-misses"))).toEqual(found);
});

test("a method that Allow alone names is a remark", async () => {
  const report = await check({ "/flows": { get: { responses } } }, ({ method }) =>
    method === "GET" ? [200, []] : [405, undefined, { allow: "GET, HEAD, SEARCH" }],
  );
  expect(distinctFindings(report)).toEqual([]);
  expect(distinctFindings(report, "note").map(({ rule, details }) => `${rule} ${details[0]}`)).toContain(
    "allow-undocumented OPTIONS: 405, Allow: GET, HEAD, SEARCH: SEARCH not documented",
  );
});

test.each([
  [true, ["DELETE /queues/{id} 500 "]],
  [false, []],
])(
  "records that were there are deleted at the end if --disposable is %s; a POST may list them",
  async (disposable, found) => {
    const queue = { type: "object", properties: { id: text } };
    const paths = {
      "/queues": { post: { requestBody: { content: { "application/json": { schema: queue } } }, responses } },
      "/queues/filter": { post: { responses } },
      "/queues/{id}": { parameters: [id], delete: { responses } },
    };
    const queues = new Set(["default"]);
    const report = await check(
      paths,
      ({ method, path }) => {
        if (path === "/queues/filter" && method === "POST") return [200, [...queues].map((name) => ({ id: name }))];
        if (path === "/queues" && method === "POST") {
          queues.add(`queue-${queues.size}`);
          return [201, { id: `queue-${queues.size - 1}` }];
        }
        const name = path.includes("%FF") ? "" : decodeURIComponent(path.slice("/queues/".length));
        if (method !== "DELETE" || path === "/queues" || name === "filter") return [405];
        if (name === "default") return [500];
        return [queues.delete(name) ? 204 : 404];
      },
      { disposable },
    );
    expect(failures(report)).toEqual(found);
  },
);

test("bodies are of the alternative that the mapping of their discriminator names", async () => {
  const method = { type: "string", enum: ["code", "link"] };
  const of = (name: string) => ({ type: "object", required: ["method", name], properties: { method, [name]: text } });
  const alternatives = ["Code", "Link"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const mapping = { code: "#/components/schemas/Code", link: "Link" };
  const schema = { oneOf: alternatives, discriminator: { propertyName: "method", mapping } };
  const post = { requestBody: { required: true, content: { "application/json": { schema } } }, responses };
  const isRight = (body: Json): boolean =>
    typeof body[{ code: "token", link: "email" }[String(body.method)] ?? ""] === "string";
  const report = await check({ "/logins": { post } }, ({ body }) => [body && isRight(body) ? 200 : 400, {}], {
    schemas: { Code: of("token"), Link: of("email") },
  });
  expect(distinctFindings(report).filter(({ rule }) => rule === "valid-refused")).toEqual([]);
});

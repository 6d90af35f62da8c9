import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liftApp } from "../../src/index.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "../runtime/running-app.js";
import { rawRequest } from "./raw-request.js";

let app: TemporaryApp;
let server: Lifted;

/** Copies as code without care does: a member `__proto__` of its own would change all objects. */
const CARELESS = `const merge = (to, from) => {
  for (const key in from) {
    if (typeof from[key] === "object" && from[key] !== null) merge((to[key] ??= {}), from[key]);
    else to[key] = from[key];
  }
  return to;
};
`;
const TREE = { $ref: "#/components/schemas/Tree" };

beforeAll(async () => {
  app = await temporaryApp({
    "config/app.js": "export default { bodyLimit: 400_000, cors: true };",
    "api/schemas/Tree.json": JSON.stringify({
      type: "object",
      properties: { id: { type: "string", readOnly: true }, kids: { type: "array", items: TREE } },
    }),
    "api/controllers/trees/plant.js": action(
      `{ method: "POST", path: "/trees", inputs: { body: { schema: ${JSON.stringify(TREE)} } }, handler: ({ body }) => body }`,
    ),
    "api/controllers/merge.js": `${CARELESS}${action(`{
      method: "POST", path: "/merge",
      inputs: {
        query: { filter: { style: "deepObject", schema: { type: "object" } }, json: { content: { "application/json": { schema: {} } }, schema: {} } },
        body: { content: { "application/json": {}, "application/x-www-form-urlencoded": {}, "multipart/form-data": {} } },
      },
      handler: ({ body, query }) => { merge({}, body); merge({}, query); return { polluted: ({}).polluted ?? null }; },
    }`)}`,
    "api/controllers/upload.js": action(
      '{ method: "POST", path: "/upload", inputs: { body: { content: { "multipart/form-data": {} } } }, handler: ({ body }) => [body.file.name ?? ""] }',
    ),
    "api/controllers/range.js": action(
      '{ method: "GET", path: "/ranges/{a}-{b}-{c}-{d}:go", handler: ({ params }) => params }',
    ),
    "api/controllers/odd-type.js": action(`{
      method: "POST", path: "/odd-type",
      inputs: { body: { content: { "application/json\\r\\nX-Injected: yes": { schema: {} } } } },
      outputs: { 200: { content: { "text/pl\\u0001ain": { schema: { type: "string" } } } }, default: { content: { "application/x\\r\\nX-Injected: yes": {} } } },
      handler: () => "text",
    }`),
    "api/controllers/failing.js": action(`{
      method: "GET", path: "/failing", inputs: { query: { token: { schema: { type: "string" } }, how: { schema: { type: "string" } } } },
      handler({ query }) {
        if (query.how === "status") throw new HttpError(0, "odd");
        if (query.how === "circle") { const details = []; details.push(details); throw new HttpError(400, "odd", { details }); }
        if (query.how === "header") return reply(200, {}, { "x-note": query.token });
        throw Object.assign(new Error("broke at postgres://shop:hunter2@db/shop\\n12:00:00 GET /admin 200\\u001b[2J"), { config: { headers: { "X-Api-Key": "hunter2", deep: { dbPassword: "hunter2" } } } });
      },
    }`),
  });
  server = await lift(app.folder, [], { NODE_ENV: "production" });
});
afterAll(async () => {
  await server?.end();
  await app?.remove();
});

const alive = async (): Promise<number> => (await send(`${server.url}/health/live`)).status;
const post = (path: string, type: string, body: string | Buffer, more: readonly string[] = []) =>
  rawRequest(server.url, [`POST ${path} HTTP/1.1`, `Content-Type: ${type}`, ...more], body);

describe("bodies", () => {
  test("JSON that is nested without end is rejected before anything walks it", async () => {
    const nested = (levels: number): string => `${'{"kids":['.repeat(levels)}${"]}".repeat(levels)}`;
    expect((await post("/trees", "application/json", nested(200))).status).toBe(200);
    const refused = await post("/trees", "application/json", nested(10_000));
    expect(refused.status).toBe(400);
    expect(refused.body).toContain("500 levels");
    expect((await post("/merge", "application/json", "[".repeat(300_000))).status).toBe(400);
    const inQuery = encodeURIComponent(`${"[".repeat(2_000)}${"]".repeat(2_000)}`);
    expect((await post(`/merge?json=${inQuery}`, "application/json", "{}")).status).toBe(400);
  });

  test.each([
    ["as it is", "application/json", '{"__proto__":{"polluted":"yes"}}'],
    ["with its letters escaped", "application/json", '{"\\u005f_pr\\u006fto__":{"polluted":"yes"}}'],
    ["deeper", "application/json", '{"a":[{"b":{"__proto__" :{"polluted":"yes"}}}]}'],
    ["through the constructor", "application/json", '{"constructor":{"prototype":{"polluted":"yes"}}}'],
    ["in a list of the constructor", "application/json", '{"constructor":[{"prototype":{"polluted":"yes"}}]}'],
    ["in a form", "application/x-www-form-urlencoded", "__proto__[polluted]=yes&a[__proto__][polluted]=yes"],
    [
      "in a multipart form",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="__proto__[polluted]"\r\n\r\nyes\r\n--b--\r\n',
    ],
    [
      "in a part of JSON",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{"__proto__":{"polluted":"yes"}}\r\n--b--\r\n',
    ],
  ])("__proto__ %s changes no objects, even in code without care", async (_name, type, body) => {
    const answer = await post("/merge", type, body);
    expect([200, 400]).toContain(answer.status);
    expect(answer.body).not.toContain("yes");
    expect((await send(`${server.url}/merge`, json("POST", {}))).body).toEqual({ polluted: null });
  });

  test.each([
    ["filter[__proto__][polluted]=yes"],
    ["filter=__proto__,x"],
    [`json=${encodeURIComponent('{"__proto__":{"polluted":"yes"}}')}`],
  ])("nor in the query: %s", async (query) => {
    await post(`/merge?${query}`, "application/json", "{}");
    expect((await send(`${server.url}/merge`, json("POST", {}))).body).toEqual({ polluted: null });
  });

  test("words that only look like it are values and names like others", async () => {
    const body = { prototype: 1, constructor: "x", text: '__proto__": {', "a\\u005f": "__proto__" };
    expect((await send(`${server.url}/merge`, json("POST", body))).status).toBe(200);
  });

  test("what is larger than the limit is rejected, also once it is decoded, in whatever layers", async () => {
    const zeros = Buffer.alloc(20_000_000);
    const encodings: readonly [string, Buffer][] = [
      ["gzip", gzipSync(zeros)],
      ["gzip, gzip", gzipSync(gzipSync(zeros))],
      ["br", brotliCompressSync(zeros.subarray(0, 2_000_000))],
    ];
    for (const [encoding, bytes] of encodings) {
      expect(bytes.length).toBeLessThan(400_000);
      expect((await post("/merge", "application/json", bytes, [`Content-Encoding: ${encoding}`])).status).toBe(413);
    }
    const layers = ["Content-Encoding: gzip, gzip, gzip, gzip, gzip"];
    expect((await post("/merge", "application/json", gzipSync("{}"), layers)).status).toBe(415);
    expect((await post("/merge", "application/json", "{".repeat(400_001))).status).toBe(413);
  });

  test("forms of more fields than anyone fills in are rejected", async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n';
    const forms: readonly [string, string][] = [
      ["application/x-www-form-urlencoded", "a&".repeat(190_000)],
      ["multipart/form-data; boundary=b", `${part.repeat(6_000)}--b--\r\n`],
    ];
    for (const [type, body] of forms) {
      const answer = await post("/merge", type, body);
      expect(answer.status).toBe(413);
      expect(answer.body).toContain("5000 fields");
    }
  });
});

test.each([
  ["../../../etc/cron.d/evil", "evil"],
  ["..\\..\\windows\\win.ini", "win.ini"],
  ["/etc/passwd", "passwd"],
  ["C:\\boot.ini", "boot.ini"],
  ["..", ""],
  ["evil\u0000.sh", "evil.sh"],
  ["été 1.txt", "été 1.txt"],
])("a file that is sent as %j leads nowhere", async (filename, expected) => {
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="${filename.replaceAll("\\", "\\\\")}"`;
  const answer = await post("/upload", "multipart/form-data; boundary=b", `${part}\r\n\r\nx\r\n--b--\r\n`);
  expect(JSON.parse(Buffer.from(answer.body, "latin1").toString())).toEqual([expected]);
});

test("a path with many parameters in one segment is compared in time that grows with its length", async () => {
  const get = (path: string) => rawRequest(server.url, [`GET ${path} HTTP/1.1`]);
  expect((await get(`/ranges/${"-".repeat(15_000)}`)).status).toBe(404);
  expect(JSON.parse((await get("/ranges/1-2-3-4-5%3ago")).body)).toEqual({ a: "1", b: "2", c: "3", d: "4-5" });
});

test("paths that nobody answers are told in an answer, however long they are", async () => {
  for (const path of [`/${"abcdefgh".repeat(1_900)}`, "/a".repeat(7_000)]) {
    expect((await rawRequest(server.url, [`GET ${path} HTTP/1.1`])).status).toBe(404);
  }
});

test("headers without end are rejected", async () => {
  const answer = await rawRequest(server.url, ["GET /merge HTTP/1.1", `X-Long: ${"a".repeat(17_000)}`]);
  expect(answer.status).toBe(431);
});

describe("what cannot be sent", () => {
  test.each([
    ["an answer of a media type that is none", "/odd-type", "application/json"],
    ["a rejection that would name it", "/odd-type", "text/csv"],
  ])("%s is answered without it, and the server goes on", async (_name, path, type) => {
    const answer = await post(path, type, "{}");
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.head).not.toMatch(/x-injected/i);
    expect(await alive()).toBe(200);
  });

  test.each([["status"], ["circle"], ["header&token=a%0d%0aX-Injected:%20yes"]])(
    "an action's odd %s is a failure of that answer alone",
    async (how) => {
      const answer = await rawRequest(server.url, [`GET /failing?how=${how} HTTP/1.1`]);
      expect([400, 500]).toContain(answer.status);
      expect(answer.head).not.toMatch(/^x-injected/im);
      expect(await alive()).toBe(200);
    },
  );

  test("a preflight's own words come back in no other header", async () => {
    const answer = await rawRequest(server.url, [
      "OPTIONS /merge HTTP/1.1",
      "Origin: https://evil.example",
      "Access-Control-Request-Method: POST",
      "Access-Control-Request-Headers: x-\u00e9\u00ff",
    ]);
    expect([204, 500]).toContain(answer.status);
    expect(await alive()).toBe(200);
  });
});

describe("what an unexpected error tells", () => {
  test("in production the client learns neither cause nor place", async () => {
    const { status, body } = await send(`${server.url}/failing?token=hunter2`);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|broke|controllers|\bat\b.*:\d+/);
  });

  test("the log learns the cause, but no query, password or key", async () => {
    await server.printed("GET /failing failed");
    expect(server.output()).toContain("broke at postgres://shop:***@db/shop");
    expect(server.output()).not.toContain("hunter2");
  });

  test("in a terminal no message can look like another line, nor move the cursor", async () => {
    let printed = "";
    const log = { write: (text: string) => (printed += text), pretty: true, color: false, say() {} };
    const lifted = await liftApp({ folder: app.folder, environment: "production", port: 0, host: "127.0.0.1", log });
    await send(`${lifted.url}/failing?token=hunter2`);
    const once = printed;
    await send(`${lifted.url}/failing`);
    await send(`${lifted.url}/failing`);
    await lifted.stop({ delayMs: 0 });
    // An error that comes again is told once, with its count.
    expect(printed.split("broke at")).toHaveLength(once.split("broke at").length);
    expect(printed).toContain("The same error, 3 times now.");
    expect(printed).toContain("broke at postgres://shop:***@db/shop");
    expect(printed).not.toContain("\u001b");
    expect(printed).not.toMatch(/^12:00:00 GET \/admin/m);
  });
});

test("who sends slowly is not waited for longer than a request may take", async () => {
  await app.write({ "config/environments/impatient.js": "export default { app: { requestTimeoutMs: 600 } };" });
  const impatient = await lift(app.folder, [], { NODE_ENV: "impatient" });
  const slowBody = await rawRequest(impatient.url, ["POST /merge HTTP/1.1", "Content-Length: 10"]);
  expect(slowBody.status).toBe(408);
  await impatient.end();
});

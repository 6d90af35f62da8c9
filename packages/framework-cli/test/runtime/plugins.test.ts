import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { framework, lift as liftText, packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import {
  type AppFiles,
  action,
  json,
  type Lifted,
  lift,
  send,
  type TemporaryApp,
  temporaryApp,
} from "./running-app.js";

let app: TemporaryApp | undefined;
let server: Lifted | undefined;
afterEach(async () => {
  if (server?.process.exitCode === null) await server.end("SIGKILL");
  server = undefined;
  await app?.remove();
});

const require = createRequire(import.meta.url);
const PLUGINS = [
  require.resolve("@fastify/compress/package.json"),
  require.resolve("@fastify/cors/package.json"),
  require.resolve("@fastify/helmet/package.json"),
  require.resolve("@fastify/rate-limit/package.json"),
  require.resolve("@fastify/static/package.json"),
  require.resolve("@fastify/websocket/package.json"),
].map(dirname);

const ACTIONS: AppFiles = {
  "api/controllers/books/list.js": action(
    '{ method: "GET", path: "/books", handler: () => [{ id: 1, title: "Emma ".repeat(400) }] }',
  ),
  "api/controllers/books/get.js": action(`{
    method: "GET", path: "/books/{id}", inputs: { path: { id: { schema: { type: "integer" } } } },
    handler: ({ params }) => reply(200, { id: params.id }, { "x-frame-options": "ALLOWALL", "set-cookie": ["a=1", "b=2"], vary: "Accept" }),
  }`),
  "api/controllers/books/create.js": action(`{
    method: "POST", path: "/books",
    inputs: { body: { schema: { type: "object", required: ["title"], properties: { title: { type: "string" } } } } },
    handler: ({ body }) => reply(201, body, { location: "/books/7" }),
  }`),
  "api/controllers/books/remove.js": action(
    '{ method: "DELETE", path: "/books/{id}", handler: () => undefined, outputs: { 204: {} } }',
  ),
  "api/controllers/stream.js": action(
    '{ method: "GET", path: "/stream", handler: () => new Blob(["a", "b"]).stream() }',
  ),
  "api/controllers/broken.js": action(
    '{ method: "GET", path: "/broken", handler: () => { throw new Error("inside"); } }',
  ),
  "api/controllers/teapot.js": action(
    '{ method: "GET", path: "/teapot", handler: () => { throw new HttpError(418, "I am a teapot"); } }',
  ),
  "api/controllers/slow.js": action(
    '{ method: "GET", path: "/slow", handler: () => new Promise((done) => setTimeout(done, 600, "late")) }',
  ),
};

async function appWith(plugins: string | undefined, more: AppFiles = {}): Promise<TemporaryApp> {
  const files = { ...ACTIONS, ...more, ...(plugins === undefined ? {} : { "config/plugins.js": plugins }) };
  const made = await temporaryApp(files);
  await mkdir(join(made.folder, "node_modules/@fastify"), { recursive: true });
  for (const plugin of PLUGINS) await symlink(plugin, join(made.folder, "node_modules/@fastify", basename(plugin)));
  return made;
}

async function lifted(
  plugins: string | undefined,
  more: AppFiles = {},
  flags: readonly string[] = [],
): Promise<string> {
  app = await appWith(plugins, more);
  server = await lift(app.folder, flags);
  return server.url;
}

const REQUESTS: readonly (readonly [path: string, init?: RequestInit])[] = [
  ["/books"],
  ["/books?x=1", { method: "HEAD" }],
  ["/books/1"],
  ["/books/one"],
  ["/books", json("POST", { title: "Emma" })],
  ["/books", json("POST", {})],
  ["/books", { method: "POST", headers: { "content-type": "application/json" }, body: "{" }],
  ["/books", { method: "POST", headers: { "content-type": "text/csv" }, body: "a,b" }],
  ["/books", { method: "POST" }],
  ["/books", json("POST", { title: "x".repeat(2_000_000) })],
  ["/books/1", { method: "DELETE" }],
  ["/books/1", { method: "PUT", body: "{}" }],
  ["/books", { method: "OPTIONS" }],
  ["/bok"],
  ["/"],
  ["/stream"],
  ["/broken"],
  ["/teapot"],
  ["/health/live"],
  ["/health/ready", { method: "HEAD" }],
];

/** Everything of the answers that does not differ from one call to the next. */
async function answers(ask: (path: string, init?: RequestInit) => Promise<Response>): Promise<readonly unknown[]> {
  const told: unknown[] = [];
  for (const [path, init = {}] of REQUESTS) {
    const headers = { "x-request-id": "one", ...init.headers };
    const answer = await ask(path, { ...init, headers });
    const { date: _, ...others } = Object.fromEntries(answer.headers);
    told.push([init.method ?? "GET", path, answer.status, others, await answer.text()]);
  }
  return told;
}

/** What `createApp` answers, in a process of its own, where its package is the one that the actions import. */
async function createdAnswers(plugins: string, requests: typeof REQUESTS): Promise<readonly unknown[]> {
  const made = await appWith(plugins, {
    "ask.js": `import { createApp } from "@onespec/framework-cli";
const app = await createApp(".", { environment: "test" });
const told = [];
for (const [path, init = {}] of JSON.parse(process.argv[2])) {
  const answer = await app.fetch(path, { ...init, headers: { "x-request-id": "one", ...init.headers } });
  told.push([path, answer.status, [...answer.headers].filter(([name]) => name !== "date"), await answer.text()]);
}
await app.close();
console.log(JSON.stringify(told));`,
  });
  try {
    const { NODE_ENV: _, VITEST: __, ...env } = process.env;
    const args = ["ask.js", JSON.stringify(requests)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: made.folder, env });
    return JSON.parse(stdout);
  } finally {
    await made.remove();
  }
}

describe("without plugins", () => {
  test("an empty list is none, and a plugin that does nothing changes no answer", async () => {
    const ask = (url: string) => answers((path, init) => fetch(`${url}${path}`, init));
    const url = await lifted(undefined);
    const none = await ask(url);
    await server?.end();
    await app?.remove();
    const empty = await lifted("export default () => [];");
    expect(await ask(empty)).toEqual(none);
    await server?.end();
    await app?.remove();
    const idle = await lifted("export default [async function idle() {}];");
    expect(await ask(idle)).toEqual(none);
  });

  test("the same in this process", async () => {
    // What would not fit into a command's arguments is asked above.
    const requests = REQUESTS.filter(([, init]) => String(init?.body ?? "").length < 1000);
    const idle = await createdAnswers("export default [async () => {}];", requests);
    expect(idle).toEqual(await createdAnswers("export default [];", requests));
    expect(idle).toHaveLength(requests.length);
  });
});

const REAL = `import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import websocket from "@fastify/websocket";

export default ({ environment }) => [
  [helmet, { contentSecurityPolicy: { directives: { defaultSrc: ["'none'"] } } }],
  [cors, { origin: ["https://shop.example"], credentials: true, strictPreflight: false }],
  [compress, { threshold: 1000 }],
  [rateLimit, { max: 1000, keyGenerator: (request) => String(request.headers["x-key"] ?? "all") }],
  websocket,
  async (fastify) => {
    const told = [];
    fastify.decorate("told", told);
    fastify.addHook("onRequest", async (request, reply) => {
      if (request.headers["x-forbidden"]) throw Object.assign(new Error("Not for you"), { statusCode: 403 });
      if (request.headers["x-wrong"]) throw new Error("a secret of ours");
      if (request.headers["x-short"]) return reply.code(299).send({ short: true });
      reply.header("x-hook", request.routeOptions.url).header("set-cookie", "hook=1").header("vary", "X-Hook");
    });
    fastify.addHook("preHandler", async (request) => told.push("preHandler " + request.method + " " + request.url));
    fastify.addHook("onSend", async (request, reply, payload) => {
      if (request.headers["x-late"]) throw Object.assign(new Error("Too late"), { statusCode: 409 });
      return typeof payload === "string" ? payload.replaceAll("Persuasion", "PERSUASION") : payload;
    });
    fastify.addHook("onResponse", async (request, reply) => told.push("onResponse " + request.url + " " + reply.statusCode));
    fastify.get("/told", async () => told);
    fastify.get("/environment", async () => ({ environment }));
    const page = { type: "object", required: ["page"], properties: { page: { type: "integer" } } };
    fastify.get("/pages", { schema: { querystring: page, response: { 200: page } } }, async ({ query }) => ({ ...query, left: "out" }));
    fastify.post("/echo", async (request) => request.body);
    fastify.get("/plugin-broken", async () => { throw new Error("a secret of ours"); });
    fastify.get("/ws", { websocket: true }, (socket) => socket.on("message", (text) => socket.send("echo " + text)));
  },
];`;

describe("plugins", () => {
  test("hooks run around actions, headers add up, routes stand beside the application's, errors are told in its words", async () => {
    const url = await lifted(REAL);
    const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
      send(`${url}${path}`, { method, headers });

    const book = await get("/books/1", { origin: "https://shop.example" });
    expect(book).toMatchObject({ status: 200, body: { id: 1 } });
    expect(Object.fromEntries(book.headers)).toMatchObject({
      // Of helmet, of the hook, and of the action, which has the last word.
      "content-security-policy": expect.stringContaining("default-src 'none'"),
      "strict-transport-security": expect.any(String),
      "x-frame-options": "ALLOWALL",
      "x-hook": "/books/:id",
      "access-control-allow-origin": "https://shop.example",
      "access-control-allow-credentials": "true",
    });
    expect(book.headers.getSetCookie()).toEqual(["hook=1", "a=1", "b=2"]);
    expect(book.headers.get("vary")?.split(", ")).toEqual(expect.arrayContaining(["X-Hook", "Accept"]));
    expect((await get("/books")).headers.get("x-frame-options")).toBe("SAMEORIGIN");

    const zipped = await fetch(`${url}/books`);
    expect([zipped.headers.get("content-encoding"), ((await zipped.json()) as unknown[]).length]).toEqual(["gzip", 1]);

    const made = await send(`${url}/books`, json("POST", { title: "Persuasion" }));
    expect([made.status, made.body, made.headers.get("location")]).toEqual([201, { title: "PERSUASION" }, "/books/7"]);
    expect((await send(`${url}/books`, json("POST", {}))).body).toMatchObject({ error: "Validation failed" });
    expect((await send(`${url}/books`, json("POST", { title: "x".repeat(2_000_000) }))).status).toBe(413);
    const packed = { method: "POST", headers: { "content-type": "application/json", "content-encoding": "gzip" } };
    const body = gzipSync('{"title":"Emma"}');
    expect((await send(`${url}/books`, { ...packed, body })).body).toEqual({ title: "Emma" });
    expect((await send(`${url}/books`, { ...packed, body: "no gzip" })).status).toBe(400);
    const bomb = gzipSync(JSON.stringify({ title: "x".repeat(2_000_000) }));
    expect((await send(`${url}/books`, { ...packed, body: bomb })).status).toBe(413);
    expect((await send(`${url}/echo`, json("POST", { a: 1 }))).body).toEqual({ a: 1 });
    expect((await get("/pages?page=2")).body).toEqual({ page: 2 });
    expect((await get("/pages")).status).toBe(400);
    expect((await get("/stream")).body).toBe("ab");
    expect((await get("/books/1", {}, "HEAD")).status).toBe(200);
    expect((await get("/books/1", {}, "DELETE")).status).toBe(204);

    expect((await get("/environment")).body).toEqual({ environment: "development" });
    expect((await get("/environment")).headers.get("x-request-id")).toEqual(expect.any(String));
    const unknown = await get("/bok");
    expect([unknown.status, unknown.body.error, unknown.headers.get("x-hook")]).toEqual([404, "Not found", "/*"]);
    expect((await get("/books", {}, "PATCH")).headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
    expect((await get("/books/1", {}, "OPTIONS")).status).toBe(204);
    const preflight = { origin: "https://shop.example", "access-control-request-method": "POST" };
    expect((await get("/books", preflight, "OPTIONS")).headers.get("access-control-allow-methods")).toBe(
      "GET,HEAD,POST",
    );

    const forbidden = await get("/books", { "x-forbidden": "1" });
    expect([forbidden.status, forbidden.body]).toEqual([
      403,
      { error: "Forbidden", details: [{ message: "Not for you" }] },
    ]);
    for (const path of ["/books", "/plugin-broken"]) {
      const wrong = await get(path, path === "/books" ? { "x-wrong": "1" } : {});
      expect([wrong.status, wrong.body.error]).toEqual([500, "Internal server error"]);
      expect(JSON.stringify(wrong.body)).not.toContain("secret");
    }
    const short = await get("/books", { "x-short": "1" });
    expect([short.status, short.body]).toEqual([299, { short: true }]);
    const late = await send(`${url}/books`, json("POST", { title: "Emma" }, { "x-late": "1" }));
    expect([late.status, late.body.error, late.headers.get("location")]).toEqual([409, "Conflict", null]);
    expect((await get("/broken")).status).toBe(500);
    expect((await get("/teapot")).body.error).toBe("I am a teapot");
    expect((await get("/books/%zz")).status).toBe(400);

    const told: readonly string[] = (await get("/told")).body;
    expect(told).toEqual(
      expect.arrayContaining(["preHandler POST /books", "onResponse /books 201", "onResponse /books/1 204"]),
    );
    await server?.printed('"path":"/environment","status":200');
    expect(server?.output()).toContain("a secret of ours");
    expect(server?.output()).toContain('"path":"/books","status":403');
  });

  test("a limit counts what clients ask, and not whether the server is well", async () => {
    const url = await lifted(
      'import limit from "@fastify/rate-limit";\nexport default [[limit, { max: 2, timeWindow: 60000 }]];',
    );
    const statuses: number[] = [];
    for (const path of ["/books", "/bok", "/books/1", "/health/live"]) statuses.push((await send(url + path)).status);
    expect(statuses).toEqual([200, 404, 429, 200]);
    const refused = await send(`${url}/books`);
    expect(refused.body).toMatchObject({ error: "Too Many Requests", details: [{ message: expect.any(String) }] });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("files beside actions: an action's path wins, what is no file is the application's 404", async () => {
    const url = await lifted(
      'import files from "@fastify/static";\nexport default [[files, { root: import.meta.dirname + "/../public" }]];',
      { "public/index.html": "<p>Hello</p>", "public/books": "a file" },
    );
    expect((await send(`${url}/index.html`)).body).toBe("<p>Hello</p>");
    expect((await send(`${url}/books`)).body).toHaveLength(1);
    const none = await send(`${url}/bok`);
    expect([none.status, none.body.details[0].nearest[0]]).toEqual([404, "/books"]);
    expect((await send(`${url}/index.html`, { method: "PUT" })).status).toBe(404);
  });

  test("WebSockets answer, and are let go when the server stops; requests under way are answered", async () => {
    const url = await lifted(REAL);
    const socket = await webSocket(url, "/ws");
    const slow = send(`${url}/slow`);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const code = await server?.end();
    expect([code, (await slow).body]).toEqual([0, "late"]);
    expect(server?.output()).not.toContain("cut off");
    await socket.closed;
  });

  test("a WebSocket that does not let go is cut off, and a plugin that does not close is told of", async () => {
    const broken =
      'async (fastify) => { fastify.addHook("onClose", async () => { throw new Error("still busy"); }); },\n];';
    const url = await lifted(REAL.replace(/\];$/, broken), {
      "config/app.js": "export default { shutdownDeadlineMs: 1500 };",
    });
    const socket = await webSocket(url, "/ws", { letsGo: false });
    expect(await server?.end()).toBe(0);
    await socket.closed;
    expect(server?.output()).toContain("1 requests were still under way and were cut off");
    expect(server?.output()).toContain("still busy");
  });

  test("workers and --watch have them, too", async () => {
    const limited = 'export default [async (fastify) => { fastify.get("/mine", async () => "one"); }];';
    const url = await lifted(limited, {}, ["--workers", "2", "--watch"]);
    expect((await send(`${url}/mine`)).body).toBe("one");
    await app?.write({ "config/plugins.js": limited.replace('"one"', '"two"') });
    await expect.poll(async () => (await send(`${url}/mine`)).body, { timeout: 20_000 }).toBe("two");
    expect(await server?.end()).toBe(0);
  });
});

test("doctor and routes tell of the application as before", async () => {
  app = await appWith('import helmet from "@fastify/helmet";\nexport default [[helmet, {}]];');
  const told = await Promise.all([["routes"], ["doctor"]].map((args) => inProcess(args, app?.folder ?? "")));
  await app.write({ "config/plugins.js": "export default [];" });
  const before = await Promise.all([["routes"], ["doctor"]].map((args) => inProcess(args, app?.folder ?? "")));
  expect(told).toEqual(before);
  expect(told.map(({ code }) => code)).toEqual([0, 0]);
});

const GUARDED: AppFiles = {
  "api/policies/bearer-auth.js": `import { defineSecurity } from "@onespec/framework-cli";
export default defineSecurity({
  name: "bearerAuth", scheme: { type: "http", scheme: "bearer" },
  authenticate: ({ value }, _request, services) => services.tokens.userOf(value),
});`,
  "api/policies/is-ann.js": "export default ({ state, query }) => state.user.name === 'Ann' && query.no === undefined;",
  "api/services/tokens.js": "export default () => ({ userOf: (token) => token && { name: token } });",
  "api/controllers/seen.js": action('{ method: "GET", path: "/seen", handler: ({ state }) => state.seen }'),
};

describe("routes of plugins", () => {
  const live = `import websocket from "@fastify/websocket";
export default [
  websocket,
  async function feed(fastify) {
    const { guard, services } = fastify.app;
    fastify.addHook("onRequest", async (request) => { request.state.seen = "by a hook"; });
    fastify.get("/live", { onRequest: guard("bearer-auth", "is-ann") }, async ({ state }) => [state.user.name, services.tokens.userOf("x").name]);
    fastify.get("/ws", { websocket: true, onRequest: guard("bearer-auth") }, (socket, { state }) =>
      socket.on("message", (text) => socket.send("echo " + text + state.user.name)));
  },
];`;

  test("are guarded by policies, use services and share state with actions", async () => {
    const url = await lifted(live, GUARDED);
    const get = (path: string, token?: string) =>
      send(url + path, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
    const anonymous = await get("/live");
    expect([anonymous.status, anonymous.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="shop"']);
    expect((await get("/live", "Bob")).status).toBe(403);
    expect((await get("/live?no=1", "Ann")).status).toBe(403);
    expect((await get("/live", "Ann")).body).toEqual(["Ann", "x"]);
    expect((await get("/ws")).status).toBe(401);
    expect((await get("/seen")).body).toBe("by a hook");
  });

  test("are listed with their plugin by routes, lift and doctor; an unknown policy stops the start", async () => {
    app = await appWith(live, GUARDED);
    const { out } = await inProcess(["routes"], app.folder);
    expect(out).toMatch(/^GET +\/live +\(plugin feed\)$/m);
    expect(out).toMatch(/^GET +\/ws +\(plugin feed\)$/m);
    const rows = JSON.parse((await inProcess(["routes", "--json"], app.folder)).out);
    expect(rows).toContainEqual(expect.objectContaining({ path: "/live", action: null, plugin: "feed" }));
    expect((await inProcess(["doctor"], app.folder)).out).toMatch(/plugins +GET \/live \(feed\), GET \/ws \(feed\)$/m);
    const lifted = await liftText(
      process.execPath,
      [join(packageFolder, "bin/framework.js"), "lift", "--port", "0"],
      app.folder,
    );
    expect(lifted.report).toMatch(/^ {2}GET +\/live +\(plugin feed\)$/m);
    await lifted.stop();
    expect(out).not.toContain("HEAD");
    await app.write({ "config/plugins.js": live.replace('"is-ann"', '"is-an"') });
    const broken = await inProcess(["routes"], app.folder);
    expect((await inProcess(["doctor"], app.folder)).out).toContain("there is no policy is-an in api/policies");
    expect(broken.code).toBe(0);
    expect(broken.err).toContain("there is no policy is-an in api/policies; did you mean is-ann?");
    expect((await framework(["lift", "--port", "0"], app.folder)).code).toBe(1);
  });
});

describe("plugins that are broken", () => {
  test.each(["/files/*", "/files/:rest"])("%s hides an action with a parameter inside a segment", async (path) => {
    app = await appWith(`export default [async (fastify) => { fastify.get("${path}", async () => 1); }];`);
    await app.write({
      "api/controllers/files/read.js": action('{ method: "GET", path: "/files/{name}.json", handler: () => "read" }'),
    });
    const { code, err } = await framework(["lift", "--port", "0"], app.folder);
    expect(code).toBe(1);
    expect(err).toContain("config/plugins.js: plugins answer GET /files/{name}.json, and so do actions.");
  });

  test.each([
    ["export default { helmet: 1 };", "config/plugins.js: it must be a list of plugins, but is an object"],
    ["export default [() => {}, 3, [() => {}, 4]];", "config/plugins.js: [1] must be a plugin"],
    [
      "export default [async function audit() { throw new Error('no key'); }];",
      "config/plugins.js: audit does not start: no key.",
    ],
    ["export default [() => {}, async (fastify) => fastify.nothing()];", "config/plugins.js: plugin 2 does not start:"],
    ['import "@fastify/nowhere";', "npm install @fastify/nowhere"],
    [
      'export default [async (fastify) => { fastify.get("/books/:isbn", async () => 1); }];',
      "config/plugins.js: plugins answer GET /books/{id}, and so do actions.",
    ],
    [
      'export default [async (fastify) => { fastify.get("/books/:isbn(^\\\\d+$)", async () => 1); }];',
      "config/plugins.js: plugins answer GET /books/{id}, and so do actions.",
    ],
    [
      'export default [async (fastify) => { fastify.addHook("onReady", async () => { throw new Error("no disk"); }); }];',
      "no disk",
    ],
  ])("%s", async (plugins, expected) => {
    app = await appWith(plugins);
    const { code, err, out } = await framework(["lift", "--port", "0"], app.folder);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(expected);
    expect(err).toContain("config/plugins.js");
    expect(err).not.toMatch(/\n\s+at /);
  });
});

/** Says hello as RFC 6455 has it, and waits for the echo. */
async function webSocket(
  url: string,
  path: string,
  { letsGo = true } = {},
): Promise<{ readonly closed: Promise<void> }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString("latin1");
    // A close is answered by a close.
    if (chunk[0] === 0x88 && letsGo) socket.end(Buffer.from([0x88, 0x80, 0, 0, 0, 0]));
  });
  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  const head = ["Upgrade: websocket", "Connection: Upgrade", `Sec-WebSocket-Key: ${key}`, "Sec-WebSocket-Version: 13"];
  socket.write([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...head, "", ""].join("\r\n"));
  await expect.poll(() => text).toContain("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
  socket.write(Buffer.concat([Buffer.from([0x81, 0x82, 0, 0, 0, 0]), Buffer.from("hi")]));
  await expect.poll(() => text).toContain("echo hi");
  return { closed };
}

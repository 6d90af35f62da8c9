import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type GeneratedClient, generatedClient } from "./generated-client.js";

let sdk: GeneratedClient;
let scratch: string;
afterEach(async () => {
  await sdk.remove();
  await rm(scratch, { recursive: true });
});

async function generate(description: object): Promise<void> {
  scratch = await mkdtemp(join(tmpdir(), "onespec-auth-"));
  const source = join(scratch, "api.json");
  await writeFile(source, JSON.stringify({ openapi: "3.1.0", info: { title: "Small", version: "1" }, ...description }));
  sdk = await generatedClient(source);
}

interface Sent {
  readonly url: string;
  readonly authorization: string | null;
  readonly key: string | null;
  readonly cookie: string | null;
}

/** What the method of that name sends. */
async function sent(options: object, method = "ping"): Promise<Sent> {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    return Response.json({});
  };
  const client = new sdk.module.default({ fetch, ...options });
  await client.all[method]();
  const { url, headers } = requests[0] as Request;
  return { url, authorization: headers.get("authorization"), key: headers.get("x-key"), cookie: headers.get("cookie") };
}

const get = (operationId: string, more: object = {}): object => ({
  get: { operationId, tags: ["all"], responses: { 200: { description: "" } }, ...more },
});
const ROOT = "https://api.example.com/v1";
const FILES = "https://files.example.com";

test("servers of paths and operations are used, also those that the root lists", async () => {
  await generate({
    servers: [{ url: ROOT }, { url: FILES }],
    paths: {
      "/ping": get("ping"),
      "/files": { servers: [{ url: FILES }], ...get("files") },
      "/old": get("old", { servers: [{ url: "/v0" }] }),
    },
  });
  const urlOf = async (method: string, options = {}): Promise<string> => (await sent(options, method)).url;
  expect(await urlOf("ping")).toBe(`${ROOT}/ping`);
  expect(await urlOf("files")).toBe(`${FILES}/files`);
  expect(await urlOf("old")).toBe("https://api.example.com/v0/old");
  // The same address, given: it is no other place.
  expect(await urlOf("files", { baseUrl: `${ROOT}/` })).toBe(`${FILES}/files`);
  // Another one, as of a mock: everything goes there.
  expect(await urlOf("files", { baseUrl: "http://localhost:3000" })).toBe("http://localhost:3000/files");
});

test("a base URL completes a description without one, and does not take the place of an operation's server", async () => {
  await generate({ paths: { "/ping": get("ping"), "/files": get("files", { servers: [{ url: FILES }] }) } });
  expect((await sent({ baseUrl: "http://localhost:3000" })).url).toBe("http://localhost:3000/ping");
  expect((await sent({ baseUrl: "http://localhost:3000" }, "files")).url).toBe(`${FILES}/files`);
});

const SCHEMES = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  bearer: { type: "http", scheme: "bearer" },
};

test("a token is sent where schemes are declared and nothing says who wants them, unless a scheme is named", async () => {
  await generate({
    servers: [{ url: ROOT }],
    components: { securitySchemes: SCHEMES },
    paths: { "/ping": get("ping"), "/open": get("open", { security: [] }) },
  });
  expect(await sent({ auth: { token: "t" } })).toMatchObject({ authorization: "Bearer t", key: null });
  expect(await sent({ auth: { token: "t", schemes: { key: "k" } } })).toMatchObject({ authorization: null, key: "k" });
  expect(await sent({ auth: { apiKey: "k" } })).toMatchObject({ authorization: null, key: "k" });
  expect(await sent({ auth: { token: "t" } }, "open")).toMatchObject({ authorization: null, key: null });
});

test("of alternatives, a token goes where it fits best, and not into a cookie of a session", async () => {
  await generate({
    servers: [{ url: ROOT }],
    components: {
      securitySchemes: {
        cookieAuth: { type: "apiKey", in: "cookie", name: "sessionid" },
        basicAuth: { type: "http", scheme: "basic" },
        tokenAuth: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: 'Token-based authentication with required prefix "Token"',
        },
      },
    },
    paths: { "/ping": get("ping", { security: [{ cookieAuth: [] }, { basicAuth: [] }, { tokenAuth: [] }, {}] }) },
  });
  expect(await sent({ auth: { token: "Token t" } })).toMatchObject({ authorization: "Token t", cookie: null });
  expect(await sent({ auth: { username: "a", password: "b" } })).toMatchObject({
    authorization: `Basic ${btoa("a:b")}`,
  });
  expect(await sent({ auth: { schemes: { cookieAuth: "c" } } })).toMatchObject({ cookie: "sessionid=c" });
  for (const file of ["README.md", "llms.txt"])
    expect(await readFile(join(sdk.folder, file), "utf8")).toContain("wants it to begin with `Token `");
});

test.each([
  [{ bearer: "t" }, "auth.bearer is not known: there are token, username, password, apiKey, schemes"],
  [{ schemes: { Bearer: "t" } }, "auth.schemes.Bearer is not known: there are bearer, key"],
])("what is no credential is rejected: %j", async (auth, message) => {
  await generate({ components: { securitySchemes: SCHEMES }, paths: { "/ping": get("ping") } });
  expect(() => new sdk.module.default({ auth })).toThrow(expect.objectContaining({ code: "AUTH_INVALID", message }));
});

const BASIC = { type: "http", scheme: "basic" };

test.each([
  [{ bearer: SCHEMES.bearer }, { username: "a", password: "b" }, "auth.username does not fit: bearer takes a token"],
  [
    { bearer: SCHEMES.bearer },
    { schemes: { bearer: { username: "a", password: "b" } } },
    "auth.schemes.bearer does not fit: bearer takes a token",
  ],
  [SCHEMES, { username: "a", password: "b" }, "auth.username does not fit: bearer takes a token, key takes apiKey"],
  [
    SCHEMES,
    { schemes: { key: { username: "a", password: "b" } } },
    "auth.schemes.key does not fit: bearer takes a token, key takes apiKey",
  ],
  [
    { basic: BASIC },
    { schemes: { basic: "t" } },
    "auth.schemes.basic does not fit: basic takes { username, password }",
  ],
  [{}, { username: "a", password: "b" }, "auth.username does not fit: there is no scheme"],
])("with the schemes %j, the credential %j is rejected", async (securitySchemes, auth, message) => {
  const [name = ""] = Object.keys(securitySchemes);
  const security = name ? [{ [name]: [] }] : [];
  await generate({ components: { securitySchemes }, security, paths: { "/ping": get("ping") } });
  expect(() => new sdk.module.default({ auth })).toThrow(
    expect.objectContaining({ code: "AUTH_INVALID", message: expect.stringContaining(message) }),
  );
});

test("a scheme may be called as what every object inherits", async () => {
  const security: object[] = [{ valueOf: [], key: [] }, { toString: [] }];
  const securitySchemes = { ...SCHEMES, valueOf: SCHEMES.bearer };
  await generate({ components: { securitySchemes }, security, paths: { "/ping": get("ping") } });
  expect(await sent({ baseUrl: ROOT, auth: { token: "t", schemes: { key: "k" } } })).toMatchObject({
    authorization: "Bearer t",
    key: "k",
  });
  expect(await sent({ baseUrl: ROOT, auth: { apiKey: "k" } })).toMatchObject({ authorization: null, key: null });
});

test("a credential that is undefined is not given", async () => {
  await generate({ components: { securitySchemes: SCHEMES }, paths: { "/ping": get("ping") } });
  const auth = { username: undefined, password: undefined, token: "t", schemes: { key: undefined } };
  expect(await sent({ baseUrl: ROOT, auth })).toMatchObject({ authorization: "Bearer t" });
});

test("outside of a page, a base URL that is a path is rejected with the next step", async () => {
  await generate({ paths: { "/ping": get("ping") } });
  await expect(sent({ baseUrl: "/api" })).rejects.toMatchObject({
    code: "BASE_URL_INVALID",
    message: expect.stringContaining("must be like https://host/v1"),
  });
});

test.each([
  [{ message: "Name is taken" }, "Name is taken"],
  [
    { error: "Validation failed", details: [{ path: "/name", message: "is required" }] },
    "Validation failed: is required",
  ],
  [{ title: "Conflict", detail: "The name is taken." }, "The name is taken."],
  ["Out of order", "Out of order"],
  [{ code: 7 }, undefined],
])("the error of the answer %j has the server's message", async (body, detail) => {
  await generate({ paths: { "/ping": get("ping") } });
  const fetch = async () => Response.json(body, { status: 409 });
  await expect(new sdk.module.default({ baseUrl: ROOT, fetch }).all.ping()).rejects.toMatchObject({ detail });
});

test.each([
  [{ baseURL: "https://example.com" }, "baseURL is not known: there are baseUrl, headers, timeoutMs, retry, auth"],
  [{ retry: { attempts: 1 } }, "retry.attempts is not known: there are limit, delayMs, maxDelayMs"],
])("an option that does not exist is rejected: %j", async (options, message) => {
  await generate({ paths: { "/ping": get("ping") } });
  expect(() => new sdk.module.default(options)).toThrow(
    expect.objectContaining({ code: "OPTION_UNKNOWN", message: expect.stringContaining(message) }),
  );
});

test("an option that a call does not have is rejected, and nothing is sent", async () => {
  await generate({ paths: { "/ping": get("ping") } });
  const { all } = new sdk.module.default({ baseUrl: ROOT, fetch: () => Promise.reject(new Error("sent")) });
  for (const [options, message] of Object.entries({
    "timeout is not known: there are baseUrl, headers, timeoutMs, retry, params, body": { timeout: 5 },
    "filter is not known": { filter: { id: 1 } },
    "retry.attempts is not known: there are limit": { retry: { attempts: 1 } },
  }).map(([message, options]) => [options, message] as const))
    await expect(all.ping(options)).rejects.toMatchObject({
      code: "OPTION_UNKNOWN",
      message: expect.stringContaining(message),
    });
});

test("retry: false sends a call once", async () => {
  await generate({ paths: { "/ping": get("ping") } });
  let count = 0;
  const fetch = async () => {
    count += 1;
    return new Response("{}", { status: 503 });
  };
  const client = new sdk.module.default({ baseUrl: "http://x.test", fetch, retry: false });
  const [group] = Object.values(client) as { ping(options?: object): Promise<unknown> }[];
  await expect(group?.ping()).rejects.toMatchObject({ status: 503 });
  expect(count).toBe(1);
  await expect(group?.ping({ retry: { limit: 1, delayMs: 1 } })).rejects.toMatchObject({ status: 503 });
  expect(count).toBe(3);
});

test.each([
  ["the only scheme", {}],
  ["one of several", { key: { type: "apiKey", in: "header", name: "x-key" } }],
])("parallel calls with an expired token share one refresh, and later calls wait for it: %s", async (_, more) => {
  await generate({
    servers: [{ url: ROOT }],
    components: { securitySchemes: { login: { type: "http", scheme: "bearer" }, ...more } },
    security: [{ login: [] }],
    paths: { "/ping": get("ping") },
  });
  const fetch = async ({ headers }: Request): Promise<Response> =>
    headers.get("authorization") === `Bearer token ${valid}` ? Response.json({}) : new Response("", { status: 401 });
  let valid = 1;
  let kept = 0;
  let finish = (): void => {};
  const asked: boolean[] = [];
  const token = async ({ refresh }: { refresh: boolean }): Promise<string> => {
    asked.push(refresh);
    if (refresh) await new Promise<void>((resolve) => (finish = resolve));
    if (refresh) kept += 1;
    return `token ${kept}`;
  };
  const client = new sdk.module.default({ fetch, auth: { token } });
  const calls = [client.all.ping(), client.all.ping(), client.all.ping()].map((call) => call.then(() => "done"));
  await expect.poll(() => asked).toEqual([false, false, false, true]);
  calls.push(client.all.ping().then(() => "done"));
  // Gives each call the time to ask for a token.
  await new Promise((resolve) => setTimeout(resolve, 20));
  finish();
  expect(await Promise.all(calls)).toEqual(["done", "done", "done", "done"]);
  expect(asked).toEqual([false, false, false, true]);
  valid = 2;
  const again = client.all.ping().then(() => "done");
  await expect.poll(() => asked).toEqual([false, false, false, true, false, true]);
  finish();
  await again;
});

const NOTHING = [undefined, null, "", async () => undefined, async () => null];

test.each([
  ["the only scheme", {}],
  ["one of several", { key: { type: "apiKey", in: "header", name: "x-key" } }],
])("a token that is nothing is not sent: %s", async (_, more) => {
  await generate({
    servers: [{ url: ROOT }],
    components: { securitySchemes: { login: { type: "http", scheme: "bearer" }, ...more } },
    security: [{ login: [] }],
    paths: { "/ping": get("ping") },
  });
  for (const nothing of NOTHING) {
    const token = typeof nothing === "function" ? nothing : () => nothing;
    expect(await sent({ auth: { token } })).toMatchObject({ authorization: null });
    if (typeof nothing !== "function")
      expect(await sent({ auth: { token: nothing } })).toMatchObject({ authorization: null });
  }
});

test("where a function has no credential, the next alternative is tried", async () => {
  await generate({
    components: {
      securitySchemes: {
        login: { type: "http", scheme: "bearer" },
        key: { type: "apiKey", in: "header", name: "x-key" },
      },
    },
    security: [{ login: [] }, { key: [] }],
    paths: { "/ping": get("ping") },
  });
  const auth = { token: () => undefined, apiKey: () => "k" };
  expect(await sent({ baseUrl: ROOT, auth })).toMatchObject({ authorization: null, key: "k" });
});

test.each<[string, (refresh: boolean) => string | undefined, string[]]>([
  ["the same token", () => "old", ["Bearer old"]],
  ["nothing", (refresh) => (refresh ? undefined : "old"), ["Bearer old"]],
  ["nothing at all", () => undefined, ["none"]],
  ["another token", (refresh) => (refresh ? "new" : "old"), ["Bearer old", "Bearer new"]],
  ["a first token", (refresh) => (refresh ? "new" : undefined), ["none", "Bearer new"]],
])("after a 401 a call is repeated only with another token: %s", async (_, tokenOf, expected) => {
  await generate({
    components: { securitySchemes: { login: { type: "http", scheme: "bearer" } } },
    security: [{ login: [] }],
    paths: { "/ping": get("ping") },
  });
  const seen: string[] = [];
  const fetch = async ({ headers }: Request): Promise<Response> => {
    seen.push(headers.get("authorization") ?? "none");
    return Response.json({ message: "Sign in." }, { status: 401 });
  };
  const token = ({ refresh }: { refresh: boolean }) => tokenOf(refresh);
  const client = new sdk.module.default({ baseUrl: ROOT, fetch, auth: { token } });
  await expect(client.all.ping()).rejects.toMatchObject({ status: 401, detail: "Sign in." });
  expect(seen).toEqual(expected);
});

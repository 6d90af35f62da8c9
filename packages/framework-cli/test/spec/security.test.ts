import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { emptyFolder, linkDependencies } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { type Lifted, lift, send } from "../runtime/running-app.js";

const problem = {
  description: "Refused.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["reason"],
        properties: { reason: { type: "string" } },
        additionalProperties: false,
      },
    },
  },
};
const operation = (security?: readonly object[]): object => ({
  ...(security && { security }),
  responses: { "204": { description: "Done." }, "401": problem },
});
const DESCRIPTION = {
  openapi: "3.1.0",
  info: { title: "Guarded", version: "1" },
  security: [{ bearerAuth: [] }],
  paths: {
    "/inherited": { post: operation() },
    "/open": { post: operation([]) },
    "/optional": { post: operation([{ bearerAuth: [] }, {}]) },
    "/either": { post: operation([{ bearerAuth: [] }, { query_key: [] }]) },
    "/both": { post: operation([{ bearerAuth: [], query_key: [] }]) },
    "/login": { post: operation([{ basicAuth: [] }]) },
    "/cookie": { post: operation([{ session: [] }]) },
    "/scoped": { post: operation([{ oauth: ["write"] }]) },
  },
  components: {
    securitySchemes: {
      bearerAuth: { type: "http", scheme: "bearer" },
      basicAuth: { type: "http", scheme: "basic" },
      query_key: { type: "apiKey", in: "query", name: "key" },
      session: { type: "apiKey", in: "cookie", name: "sid" },
      oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://a.test/t", scopes: { write: "" } } } },
      unused: { type: "openIdConnect", openIdConnectUrl: "https://a.test/o" },
    },
  },
};

const { path: parent, remove } = await emptyFolder();
await writeFile(join(parent, "api.json"), JSON.stringify(DESCRIPTION));
const made = await inProcess(["new", "app", "--spec", "api.json"], parent);
const app = join(parent, "app");
await linkDependencies(app);
const running: Lifted[] = [];
afterAll(async () => {
  for (const server of running) await server.end();
  await remove();
});

async function started(flags: readonly string[] = [], env = {}): Promise<Lifted> {
  const server = await lift(app, flags, { NODE_ENV: "development", ...env });
  running.push(server);
  return server;
}

const post = (server: Lifted, path: string, headers: Record<string, string> = {}) =>
  send(`${server.url}${path}`, { method: "POST", headers });

async function writePolicy(name: string, authenticate: string): Promise<void> {
  const file = join(app, `api/policies/${name}.js`);
  const text = (await readFile(file, "utf8"))
    .replace("import { defineSecurity }", "import { defineSecurity, HttpError }")
    .replace(/^ *\/\/ async authenticate[\s\S]*(?=^\}\);)/m, `  ${authenticate},\n`);
  await writeFile(file, text);
}

test("the import writes a policy for each scheme that operations require, and says so", () => {
  expect(made.out).toContain(
    "5 security policies to write by hand (requests are rejected until then): api/policies/bearer-auth, api/policies/basic-auth, api/policies/query-key, api/policies/session, api/policies/oauth.",
  );
});

test("until somebody writes them the policies reject, in the documented form; what is open answers", async () => {
  const server = await started();
  const absent = await post(server, "/inherited");
  expect(absent).toMatchObject({
    status: 401,
    body: { reason: expect.stringContaining("bearerAuth: send Authorization: Bearer <token>") },
  });
  expect(absent.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
  expect((await post(server, "/inherited", { authorization: "Bearer token" })).status).toBe(403);
  for (const path of ["/either?key=1", "/both?key=1", "/login", "/cookie", "/scoped"])
    expect([401, 403]).toContain((await post(server, path)).status);
  for (const path of ["/open", "/optional"]) expect([401, 403]).not.toContain((await post(server, path)).status);
  const warnings = server.report.warnings.join("\n");
  for (const scheme of ["bearerAuth", "basicAuth", "query_key", "session", "oauth"])
    expect(warnings).toContain(`Nobody checks the security scheme ${scheme} of `);
  expect(server.report).toMatchObject({ open: [expect.stringMatching(/^open/), expect.stringMatching(/^optional/)] });
});

test("doctor names the schemes that nobody checks, and what is open", async () => {
  const { out } = await inProcess(["doctor", "--json"], app);
  const checks = JSON.parse(out).checks.filter(({ name }: { name: string }) => name === "security");
  expect(checks).toHaveLength(6);
  expect(checks.at(-1)).toMatchObject({
    state: "ok",
    message: expect.stringMatching(/^2 actions are open to everybody: /),
  });
});

test("with unwrittenSecurity allow they let pass and lift says so; production does not start", async () => {
  const config = join(app, "config/environments/staging.js");
  await writeFile(config, 'export default { app: { unwrittenSecurity: "allow" } };\n');
  const server = await started(["--environment", "staging"]);
  expect([401, 403]).not.toContain((await post(server, "/both")).status);
  expect(server.report.warnings.join("\n")).toContain('every request is accepted (app.unwrittenSecurity is "allow")');
  await writeFile(join(app, "config/environments/production.js"), await readFile(config, "utf8"));
  await expect(started(["--environment", "production"])).rejects.toThrow("app.unwrittenSecurity");
});

test("written policies decide: alternatives, several at once, scopes, and what they throw", async () => {
  await writePolicy("bearer-auth", "authenticate: ({ value }) => value === 'right' && { name: 'Ann' }");
  await writePolicy("query-key", "authenticate: ({ value }) => value === 'k'");
  await writePolicy("basic-auth", "authenticate: ({ username, password }) => username === 'ann' && password === 'p:w'");
  await writePolicy("session", "authenticate: async ({ value }, request, services) => value === 's'");
  await writePolicy(
    "oauth",
    "authenticate: ({ value, scopes }) => { if (!scopes.includes(value)) throw new HttpError(403, 'Missing scope.'); return true; }",
  );
  const server = await started();
  expect(server.report.warnings).toEqual([]);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const passes = async (path: string, headers = {}) => {
    const { status } = await post(server, path, headers);
    return status !== 401 && status !== 403 ? true : status;
  };
  expect(await passes("/inherited", bearer("right"))).toBe(true);
  expect(await passes("/inherited", bearer("wrong"))).toBe(401);
  expect(await passes("/optional", bearer("wrong"))).toBe(true);
  expect(await passes("/either?key=k")).toBe(true);
  expect(await passes("/either", bearer("right"))).toBe(true);
  expect(await passes("/either?key=wrong")).toBe(401);
  expect(await passes("/both?key=k")).toBe(401);
  expect(await passes("/both?key=k", bearer("right"))).toBe(true);
  expect(await passes("/login", { authorization: `Basic ${btoa("ann:p:w")}` })).toBe(true);
  expect(await passes("/login", { authorization: `Basic ${btoa("ann:no")}` })).toBe(401);
  expect(await passes("/cookie", { cookie: "a=b; sid=s" })).toBe(true);
  expect(await passes("/scoped", bearer("write"))).toBe(true);
  expect(await passes("/scoped", bearer("read"))).toBe(403);
  const routes = JSON.parse((await inProcess(["routes", "--json"], app)).out);
  expect(routes.find(({ path }: { path: string }) => path === "/both")).toMatchObject({
    security: [["bearerAuth", "query_key"]],
  });
});

test("what was written stays when the description is imported again", async () => {
  expect((await inProcess(["spec:import", "../api.json"], app)).code).toBe(0);
  expect(await readFile(join(app, "api/policies/bearer-auth.js"), "utf8")).toContain("value === 'right'");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { framework, packageFolder } from "../command-line/framework.js";
import { action, type TemporaryApp, temporaryApp } from "./running-app.js";

let app: TemporaryApp;
beforeAll(async () => {
  app = await temporaryApp({
    "config/policies.js": 'export default { "books/*": ["signed-in"], "boks/*": [] };',
    "api/policies/signed-in.js": "export default ({ headers }) => headers.authorization !== undefined;",
    "api/policies/idle.js": "export default () => {};",
    "api/schemas/Book.json":
      '{ "type": "object", "properties": { "author": { "$ref": "#/components/schemas/Author" } } }',
    "api/schemas/Author.json": '{ "type": "object" }',
    "api/schemas/Lost.json": '{ "type": "object" }',
    "api/services/books.js": "export default () => ({ list: async (limit) => [{ limit }] });",
    "api/controllers/books/list.js": action(`{
      method: "GET", path: "/books", summary: "All books", inputs: { query: { limit: { schema: { type: "integer", maximum: 9 } }, ids: { schema: { type: "array", items: { type: "integer" } } } } },
      handler: ({ query }, services) => query.ids ?? services.books.list(query.limit),
    }`),
    "api/controllers/books/update.js": action(`{
      method: "PATCH", path: "/books/{id}", inputs: { path: { id: { schema: { type: "integer" } } }, body: { required: true, schema: { $ref: "#/components/schemas/Book" } } },
      handler: ({ params, body }) => ({ ...params, ...body }),
    }`),
  });
});
afterAll(() => app?.remove());

const run = (...args: string[]) => framework(args, app.folder);

test("routes lists what is answered, by which action, behind which policies", async () => {
  const { out } = await run("routes");
  expect(out).toBe("GET     /books       books/list    signed-in\nPATCH   /books/{id}  books/update  signed-in\n");
  expect(JSON.parse((await run("routes", "--json")).out)[0]).toEqual({
    method: "GET",
    path: "/books",
    action: "books/list",
    policies: ["signed-in"],
    security: [],
    summary: "All books",
    file: "api/controllers/books/list.js",
  });
});

test("routes --unused tells what does nothing", async () => {
  const { out } = await run("routes", "--unused");
  expect(out).toContain("api/policies: idle guards no action");
  expect(out).toContain("api/schemas: Lost is used by no action");
  expect(out).toContain('config/policies.js: "boks/*" names no action');
  expect(out).not.toMatch(/Author|signed-in/);
});

test("action runs one action with the checks of a request, without policies unless asked", async () => {
  const listed = await run("action", "books/list", '{"limit":3}');
  expect([listed.code, JSON.parse(listed.out), listed.err]).toEqual([0, [{ limit: 3 }], "200 OK\n"]);
  expect(JSON.parse((await run("action", "books/list", '{"ids":[4,5]}')).out)).toEqual([4, 5]);
  const updated = await run("action", "books/update", '{"id":7,"title":"Emma"}', "--json");
  expect(JSON.parse(updated.out)).toMatchObject({ status: 200, body: { id: 7, title: "Emma" } });
  const placed = await run("action", "books/update", '{"path":{"id":7},"body":{"id":"x"}}');
  expect(JSON.parse(placed.out)).toEqual({ id: "x" });

  const invalid = await run("action", "books/list", '{"limit":30}');
  expect(invalid.code).toBe(1);
  expect(JSON.parse(invalid.out).details[0]).toMatchObject({ in: "query", path: "/limit" });
  expect((await run("action", "books/list", "{}", "--policies")).err).toContain("403");
  expect((await run("action", "books/lst")).err).toContain("Did you mean books/list?");
  expect((await run("action", "books/list", "{limit:3}")).err).toContain("[INPUT_INVALID]");
});

test("console goes on after what throws", async () => {
  const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), "console", "--json"], {
    cwd: app.folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stdin.end(
    'throw new Error("first")\nawait Promise.reject(new Error("second"))\nawait Promise.resolve(6 * 7)\n',
  );
  const [code] = await once(child, "close");
  expect(out).toMatch(/first[\s\S]*second[\s\S]*42/);
  expect(code).toBe(0);
});

test("console knows the services and awaits", async () => {
  const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), "console", "--json"], {
    cwd: app.folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stdin.end('const list = await services.books.list(4);\nlist\n(await fetch("/nowhere")).status\n.exit\n');
  const [code] = await once(child, "close");
  expect(code).toBe(0);
  expect(out).toContain('[{"limit":4}]');
  expect(out).toContain("404");
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { framework, packageFolder } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { action, type TemporaryApp, temporaryApp } from "./running-app.js";

let app: TemporaryApp;
beforeAll(async () => {
  app = await temporaryApp({
    "config/policies.js": 'export default { "books/*": ["signed-in"] };',
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

const run = (...args: string[]) => inProcess(args, app.folder);

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
  expect(out).not.toMatch(/Author|signed-in/);
});

test("an entry of config/policies.js that names no action stops the start: what it should guard would be open", async () => {
  const open = await temporaryApp({
    "config/policies.js": 'export default { "books/delet": ["signed-in"] };',
    "api/policies/signed-in.js": "export default () => false;",
    "api/controllers/books/delete.js": action('{ method: "DELETE", path: "/books", handler: () => {} }'),
  });
  try {
    const { code, out } = await inProcess(["doctor"], open.folder);
    expect(code).toBe(1);
    expect(out).toContain('config/policies.js: "books/delet" names no action; did you mean books/delete?');
    expect((await framework(["lift", "--port", "0"], open.folder)).code).toBe(1);
  } finally {
    await open.remove();
  }
});

test("the database of DATABASE_URL that the configuration does not use is a problem; production does not start", async () => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite" };',
    "api/models/Book.js":
      'import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("Book", { title: DataTypes.STRING });',
  });
  const env = { DATABASE_URL: "postgres://user:secret@127.0.0.1:1/shop" };
  try {
    const checked = await inProcess(["doctor"], app.folder, env);
    expect(checked.code).toBe(1);
    expect(checked.out).toContain(
      "DATABASE_URL is set, and the configuration does not use it: its database is sqlite.",
    );
    for (const command of [["migrations:run"], ["lift", "--port", "0"], ["doctor"]]) {
      const { code, out, err } = await inProcess(command, app.folder, { ...env, NODE_ENV: "production" });
      expect([code, (out + err).includes("DATABASE_URL is set")], command[0]).toEqual([1, true]);
    }
    const own = await inProcess(["doctor"], app.folder, { NODE_ENV: "production" });
    expect([own.code, own.out]).toEqual([
      0,
      expect.stringContaining("sqlite data/production.sqlite does not exist yet"),
    ]);
  } finally {
    await app.remove();
  }
});

test("an environment that is probably misspelt is a warning", async () => {
  const { out } = await inProcess(["doctor"], app.folder, { NODE_ENV: "prod" });
  expect(out).toContain(
    "config/environments/prod, so it behaves as development does. Did you mean NODE_ENV=production?",
  );
});

test("action runs one action with the checks of a request, without policies unless asked", async () => {
  const listed = await run("action", "books/list", '{"limit":3}');
  expect([listed.code, JSON.parse(listed.out), listed.err]).toEqual([0, [{ limit: 3 }], "200 OK\n"]);
  expect(JSON.parse((await run("action", "books/list", '{"ids":[4,5]}')).out)).toEqual([4, 5]);
  const updated = await run("action", "books/update", '{"id":7,"title":"Emma"}', "--json");
  expect(JSON.parse(updated.out)).toMatchObject({ status: 200, body: { id: 7, title: "Emma" } });
  const placed = await run("action", "books/update", '{"path":{"id":7},"body":{"id":"x"}}');
  expect(JSON.parse(placed.out)).toEqual({ id: "x" });

  const missing = await run("action", "books/update", '{"title":"Emma"}');
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining("The path parameter id is missing.") });
  const invalid = await run("action", "books/list", '{"limit":30}');
  expect(invalid.code).toBe(1);
  expect(JSON.parse(invalid.out).details[0]).toMatchObject({ in: "query", path: "/limit" });
  expect((await run("action", "books/list", "{}", "--policies")).err).toContain("403");
  expect((await run("action", "books/lst")).err).toContain("Did you mean books/list?");
  expect((await run("action", "books/list", '{"qury":{"limit":3}}')).err).toContain("Did you mean query?");
  expect((await run("action", "books/list", "{limit:3}")).err).toContain("[INPUT_INVALID]");
});

test("action names the way to a user where the handler or its policies miss one", async () => {
  await app.write({
    "api/policies/bearer-auth.js": `import { defineSecurity } from "@onespec/framework-cli";
export default defineSecurity({ name: "bearerAuth", scheme: { type: "http", scheme: "bearer" }, authenticate: ({ value }) => value === "t" && { name: "Ada" } });`,
    "api/controllers/me/read.js": action(
      '{ method: "GET", path: "/me", security: [{ bearerAuth: [] }], handler: ({ state }) => ({ name: state.user.name }) }',
    ),
  });
  const command = `framework action me/read '{"headers":{"authorization":"Bearer <token>"}}' --policies`;
  const without = await run("action", "me/read");
  expect(without.code).toBe(1);
  expect(without.err).toContain(`did not run, so it has no user. To run them, send credentials: ${command}`);
  const anonymous = await run("action", "me/read", "--policies");
  expect(anonymous.err).toContain(`401 Unauthorized\n  hint: Send credentials: ${command}`);
  const signedIn = await run("action", "me/read", '{"headers":{"authorization":"Bearer t"}}', "--policies");
  expect([signedIn.code, JSON.parse(signedIn.out), signedIn.err]).toEqual([0, { name: "Ada" }, "200 OK\n"]);
  const help = await run("action", "--help");
  expect(help.out).toContain(command);
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

test.for([[], ["--json"]])("console %j shows the services and what JSON cannot hold, and goes on", async (flags) => {
  const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), "console", ...flags], {
    cwd: app.folder,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stdin.end("services\nconsole.log(services, JSON.stringify({ services }))\n[1n]\n6 * 7\n");
  const [code] = await once(child, "close");
  expect(out.match(/services: books/g), out).toHaveLength(3);
  expect(out).toContain("[ 1n ]");
  expect(out).toContain("42");
  expect(code).toBe(0);
});

test("console has the names that services have, and shows models and records in a line", async () => {
  const app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: ":memory:" };',
    "api/models/Book.js":
      'import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("Book", { title: DataTypes.STRING }, { timestamps: false });',
  });
  try {
    const child = spawn(process.execPath, [join(packageFolder, "bin/framework.js"), "console"], {
      cwd: app.folder,
      env: { ...process.env, NO_COLOR: "1" },
    });
    let out = "";
    child.stdout.on("data", (chunk) => (out += chunk));
    child.stdin.end(
      'await sequelize.sync();\nawait models.Book.create({ title: "Emma" });\nBook\ndatabase\nawait repository("Book").find()\n',
    );
    await once(child, "close");
    expect(out).toContain("Book, the table books: id, title");
    expect(out).toContain("database (sqlite)");
    expect(out).toContain("[ { id: 1, title: 'Emma' } ]");
    expect(out.split("\n").length).toBeLessThan(20);
  } finally {
    await app.remove();
  }
});

test("lift says that it listens on all addresses", async () => {
  const args = [join(packageFolder, "bin/framework.js"), "lift", "--port", "0", "--host", "0.0.0.0"];
  const child = spawn(process.execPath, args, { cwd: app.folder, env: { ...process.env, NO_COLOR: "1" } });
  let out = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
    if (out.includes("stops it")) child.kill();
  });
  await once(child, "close");
  expect(out).toMatch(/is up: http:\/\/localhost:\d+ \(\w+, on all addresses\)/);
});

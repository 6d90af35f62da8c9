import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { framework, run } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";
import { tcpProxy } from "./tcp-proxy.js";

const MODEL = `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", {
  id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
  title: { type: DataTypes.STRING(40), allowNull: false },
  isbn: { type: DataTypes.STRING(13), unique: true },
  pages: { type: DataTypes.INTEGER, defaultValue: 1 },
  secret: { type: DataTypes.STRING(10), hidden: true },
});`;

const controller = (method: string, path: string, handler: string, query = "{}"): string =>
  action(
    `{ method: "${method}", path: "${path}", inputs: { query: ${query}, ${path.includes("{") ? 'path: { id: { schema: { type: "integer" } } },' : ""} ${/P/.test(method) ? "body: { required: true, schema: { type: 'object' } }" : ""} }, handler: ${handler} }`,
  );

const LIST_QUERY =
  '{ limit: { schema: { type: "integer" } }, offset: { schema: { type: "integer" } }, sort: { schema: { type: "string" } }, title: { schema: { type: "array", items: { type: "string" } } }, pages: { style: "deepObject", schema: { type: "object", additionalProperties: { type: "integer" } } } }';

const FILES = {
  "config/database.js": 'export default { dialect: "sqlite", storage: "data/dev.sqlite" };',
  "config/environments/test.js": 'export default { database: { storage: ":memory:" } };',
  "config/app.js": 'export default { log: { level: "silent" } };',
  "api/models/Book.js": MODEL,
  "api/services/books.js":
    'import { createResourceService } from "@onespec/framework-cli";\nexport default (context) => ({ ...createResourceService(context, "Book") });',
  "api/controllers/books/list.js": controller(
    "GET",
    "/books",
    "({ query }, { books }) => books.list(query)",
    LIST_QUERY,
  ),
  "api/controllers/books/get.js": controller("GET", "/books/{id}", "({ params }, { books }) => books.get(params.id)"),
  "api/controllers/books/create.js": controller(
    "POST",
    "/books",
    "async ({ body }, { books }) => reply(201, await books.create(body))",
  ),
  "api/controllers/books/update.js": controller(
    "PATCH",
    "/books/{id}",
    "({ params, body }, { books }) => books.update(params.id, body)",
  ),
  "api/controllers/books/replace.js": controller(
    "PUT",
    "/books/{id}",
    "({ params, body }, { books }) => books.replace(params.id, body)",
  ),
  "api/controllers/books/remove.js": controller(
    "DELETE",
    "/books/{id}",
    "({ params }, { books }) => books.delete(params.id)",
  ),
};

let app: TemporaryApp;
let server: Lifted | undefined;
afterEach(async () => {
  await server?.end("SIGKILL");
  server = undefined;
  await app.remove();
});

describe("an application with a model", () => {
  test("is not ready until its migrations have been run, and says so at start", async () => {
    app = await temporaryApp(FILES);
    const made = await inProcess(["migrations:generate", "create-books"], app.folder);
    expect(made.code, made.err).toBe(0);
    server = await lift(app.folder);
    expect(server.report.pendingMigrations).toEqual([expect.stringMatching(/create-books$/)]);
    await server.printed("One migration has not been run");
    const waiting = await send(`${server.url}/health/ready`);
    expect([waiting.status, waiting.body.status]).toEqual([503, "migrations-pending"]);
    const refused = await send(`${server.url}/books`);
    expect(refused.status).toBe(500);
    expect(refused.body.details[0].message).toMatch(
      /^The database has no table books\. One migration has not been run: \d+-create-books\. Run: framework migrations:run$/,
    );
    const ran = await inProcess(["migrations:run"], app.folder);
    expect(ran.code, ran.err).toBe(0);
    expect((await send(`${server.url}/health/ready`)).status).toBe(200);
    expect((await send(`${server.url}/books`)).status).toBe(200);
  });

  test("a column of the model that no migration adds is named with the next step", async () => {
    app = await temporaryApp(FILES);
    await inProcess(["migrations:generate", "create-books"], app.folder);
    await inProcess(["migrations:run"], app.folder);
    const model = FILES["api/models/Book.js"];
    await app.write({ "api/models/Book.js": model.replace("title:", "subtitle: DataTypes.STRING, title:") });
    server = await lift(app.folder);
    const refused = await send(`${server.url}/books`);
    expect([refused.status, refused.body.details[0].message]).toEqual([
      500,
      "The database has no column subtitle, but a model does. If a migration has run since the start, restart the application; else run: framework migrations:generate <name>, then framework migrations:run",
    ]);
  });

  test("does not start in production before its migrations have been run, unless it is told to warn", async () => {
    app = await temporaryApp(FILES);
    await inProcess(["migrations:generate", "create-books"], app.folder);
    const production = { NODE_ENV: "production", HOST: "127.0.0.1" };
    const refused = await framework(["lift", "--port", "0", "--host", "127.0.0.1"], app.folder, production);
    expect(refused).toMatchObject({ code: 1, out: "" });
    expect(refused.err).toMatch(/One migration has not been run on the database: \d{14}-create-books\./);
    expect(refused.err).toContain("Run: framework migrations:run");
    await app.write({ "config/app.js": 'export default { pendingMigrations: "warn", shutdownDelayMs: 0 };' });
    server = await lift(app.folder, ["--host", "127.0.0.1"], production);
    await server.printed("One migration has not been run");
    await server.end();
    await app.write({ "config/app.js": "export default { shutdownDelayMs: 0 };" });
    const ran = await inProcess(["migrations:run"], app.folder, production);
    expect(ran.code, ran.err).toBe(0);
    server = await lift(app.folder, ["--host", "127.0.0.1"], production);
    expect(server.report.pendingMigrations).toEqual([]);
  });

  test("keeps records: list with order, filters and pages, get, create, update, replace, delete, 404 and 409", async () => {
    app = await temporaryApp(FILES);
    await inProcess(["migrations:generate", "create-books"], app.folder);
    await inProcess(["migrations:run"], app.folder);
    server = await lift(app.folder);
    const { url } = server;
    const call = (path: string, init?: RequestInit) => send(`${url}${path}`, init);
    const titles = async (query: string) =>
      (await call(`/books${query}`)).body.map(({ title }: { title: string }) => title);

    const created = await call("/books", json("POST", { title: "Emma", isbn: "1", pages: 300, secret: "s" }));
    expect(created).toMatchObject({ status: 201, body: { id: 1, title: "Emma", pages: 300 } });
    expect(created.body).not.toHaveProperty("secret");
    await call("/books", json("POST", { title: "Persuasion", isbn: "2", pages: 200 }));
    await call("/books", json("POST", { title: "Sanditon", isbn: "3" }));

    expect(await titles("")).toEqual(["Emma", "Persuasion", "Sanditon"]);
    expect(await titles("?sort=-pages&limit=2")).toEqual(["Emma", "Persuasion"]);
    expect(await titles("?limit=1&offset=1")).toEqual(["Persuasion"]);
    expect(await titles("?title=Emma&title=Sanditon")).toEqual(["Emma", "Sanditon"]);
    expect(await titles("?pages[gte]=200&pages[lt]=300")).toEqual(["Persuasion"]);
    const unsorted = await call("/books?sort=pagse");
    expect([unsorted.status, unsorted.body.details[0].message]).toEqual([
      400,
      "Book has no field pagse; did you mean pages?",
    ]);

    expect((await call("/books/1", json("PATCH", { pages: 301, id: 9 }))).body).toMatchObject({
      id: 1,
      title: "Emma",
      pages: 301,
    });
    expect((await call("/books/1", json("PUT", { title: "Emma" }))).body).toMatchObject({
      id: 1,
      isbn: null,
      pages: 1,
    });
    const taken = await call("/books/1", json("PATCH", { isbn: "2" }));
    expect([taken.status, taken.body.details[0].path]).toEqual([409, "/isbn"]);
    expect((await call("/books", json("POST", {}))).status).toBe(400);
    expect((await call("/books", json("POST", { title: "a", nonsense: 1 }))).status).toBe(400);
    expect((await call("/books/1", { method: "DELETE" })).status).toBe(204);
    for (const method of ["GET", "DELETE"]) {
      expect(await call("/books/1", { method })).toMatchObject({
        status: 404,
        body: { error: "No Book has the id 1." },
      });
    }
    expect(await server.end()).toBe(0);
    server = await lift(app.folder);
    expect((await send(`${server.url}/books/2`)).body.title).toBe("Persuasion");
  });

  test("createApp gives tests the application without a port, on an empty database of its own", async () => {
    app = await temporaryApp({
      ...FILES,
      "check.mjs": `import assert from "node:assert/strict";
        import { createApp } from "@onespec/framework-cli";
        for (const round of [1, 2]) {
          const app = await createApp(".", { environment: "test" });
          assert.deepEqual(await (await app.fetch("/books")).json(), []);
          const reply = await app.fetch("/books", { method: "POST", headers: { "content-type": "application/json" }, body: '{"title":"Emma"}' });
          assert.equal(reply.status, 201);
          assert.equal(await app.database.repository("Book").count(), 1);
          app.services.books = { get: async (id) => ({ id, from: "stand-in" }) };
          assert.equal((await (await app.fetch("http://any.host/books/7")).json()).from, "stand-in");
          await app.close();
        }
        console.log("checked");`,
    });
    await inProcess(["migrations:generate", "create-books"], app.folder);
    expect(await run(process.execPath, ["check.mjs"], app.folder)).toMatchObject({ code: 0, out: "checked\n" });
    expect(existsSync(join(app.folder, "data"))).toBe(false);
    await app.write({ "config/environments/test.js": "export default {};" });
    const real = await run(process.execPath, ["check.mjs"], app.folder);
    expect(real.err).toContain('data/dev.sqlite does not have "test" in its name');
  });
});

test("a task opens the application of the working folder in its usual environment, and keeps its records", async () => {
  app = await temporaryApp({
    ...FILES,
    "config/database.js": 'export default { dialect: "sqlite" };',
    "api/services/mail.js": `export default ({ repository, transaction, afterCommit, log }) => {
      const told = [];
      return {
        told,
        order: (title, fails) => transaction(async () => {
          await repository("Book").create({ title });
          await afterCommit(() => told.push(title));
          if (fails) throw new Error("no paper");
        }),
      };
    };`,
    "tasks/import-books.js": `import { createApp } from "@onespec/framework-cli";
      const app = await createApp();
      try {
        await app.services.mail.order("Emma");
        await app.services.mail.order("Persuasion", true).catch(() => {});
        console.log(await app.database.repository("Book").count(), app.services.mail.told.join());
      } finally {
        await app.close();
      }`,
  });
  await inProcess(["migrations:generate", "create-books"], app.folder);
  await inProcess(["migrations:run"], app.folder);
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const task = () => run(process.execPath, ["tasks/import-books.js"], app?.folder ?? "", env as Record<string, string>);
  expect(await task()).toMatchObject({ code: 0, out: "1 Emma\n" });
  expect(await task()).toMatchObject({ code: 0, out: "2 Emma\n" });
  expect(existsSync(join(app.folder, "data/development.sqlite"))).toBe(true);
});

/** Each an empty one. */
const onPostgres = async () => (await liveDatabases()).find(({ config }) => config.dialect === "postgres");
const postgres = await onPostgres();
const another = await onPostgres();

describe("a database that is away", () => {
  test("is waited for, with its address and without its secrets, then told", async () => {
    const nobody = createServer().listen(0, "127.0.0.1");
    await once(nobody, "listening");
    const { port } = nobody.address() as { port: number };
    nobody.close();
    app = await temporaryApp({
      ...FILES,
      "config/database.js": `export default { url: "postgres://ann:hunter2@127.0.0.1:${port}/shop", connectTimeoutMs: 900 };`,
    });
    const { code, err } = await framework(["lift", "--port", "0"], app.folder);
    expect(code).toBe(1);
    expect(err).toContain(`Waiting for the database at 127.0.0.1:${port}/shop ...`);
    expect(err).toContain("[UNAVAILABLE]");
    expect(err).not.toContain("hunter2");
  });

  test.skipIf(postgres === undefined || postgres.skip !== undefined)(
    "an application lives on PostgreSQL as it does on SQLite",
    async () => {
      app = await temporaryApp({
        ...FILES,
        "config/database.js": `export default ${JSON.stringify(postgres?.config)};`,
      });
      await inProcess(["migrations:generate", "create-books"], app.folder);
      expect((await inProcess(["migrations:run"], app.folder)).code).toBe(0);
      server = await lift(app.folder);
      expect((await send(`${server.url}/books`, json("POST", { title: "Emma" }))).status).toBe(201);
      expect((await send(`${server.url}/health/ready`)).status).toBe(200);
    },
  );

  test.skipIf(another === undefined || another.skip !== undefined)(
    "while it runs, makes it unready and answers 503, until the database is back",
    async () => {
      const { host = "127.0.0.1", port = 5432, ...config } = another?.config ?? {};
      const proxy = await tcpProxy(host, port);
      const through = { ...config, host: "127.0.0.1", port: proxy.port, connectTimeoutMs: 1500 };
      app = await temporaryApp({ ...FILES, "config/database.js": `export default ${JSON.stringify(through)};` });
      await inProcess(["migrations:generate", "create-books"], app.folder);
      expect((await inProcess(["migrations:run"], app.folder)).err).toBe("");
      server = await lift(app.folder);
      const { url } = server;
      expect((await send(`${url}/books`)).body).toEqual([]);
      await proxy.cut();
      expect(await send(`${url}/health/ready`)).toMatchObject({ status: 503, body: { status: "database-away" } });
      expect(await send(`${url}/books`)).toMatchObject({ status: 503, body: { error: "Service unavailable" } });
      expect((await send(`${url}/health/live`)).status).toBe(200);
      await proxy.restore();
      await expect.poll(async () => (await send(`${url}/health/ready`)).status, { timeout: 15_000 }).toBe(200);
      expect((await send(`${url}/books`)).status).toBe(200);
      expect(await server.end()).toBe(0);
      server = undefined;
      await proxy.cut();
    },
  );
});

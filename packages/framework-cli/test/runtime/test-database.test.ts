import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createApp } from "../../src/app/create-app.js";
import { withTestApp } from "../../src/testing/with-test-app.js";
import { run } from "../command-line/framework.js";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { action, type TemporaryApp, temporaryApp } from "./running-app.js";

/** Records refer to each other in a circle, are only marked as removed, and have hooks that let nobody remove them. */
const FILES = {
  "api/models/Workspace.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Workspace", {
  name: DataTypes.STRING(40),
  mainLabelId: { type: DataTypes.INTEGER, references: { model: "Label" } },
}, { paranoid: true });`,
  "api/models/Label.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Label", {
  name: DataTypes.STRING(40),
  workspaceId: { type: DataTypes.INTEGER, allowNull: false, references: { model: "Workspace" } },
}, { paranoid: true, associations: { workspace: { belongsTo: "Workspace", foreignKey: "workspaceId" } } });`,
};
const HOOKS = `hooks: { beforeDestroy() { throw new Error("keep it"); }, beforeBulkDestroy() { throw new Error("keep them"); } }, `;

let app: TemporaryApp;
afterEach(() => {
  vi.unstubAllEnvs();
  return app.remove();
});

describe.each([...(await liveDatabases()), await liveMongo()])("the database of tests on $name", ({ config, skip }) => {
  test.skipIf(skip !== undefined)(
    "begins empty, with ids from 1, whatever models and hooks say",
    { timeout: 60_000 },
    async () => {
      const isMongo = config.dialect === "mongodb";
      const label = FILES["api/models/Label.js"];
      app = await temporaryApp({
        ...FILES,
        "api/models/Label.js": isMongo ? label : label.replace("paranoid: true, ", `paranoid: true, ${HOOKS}`),
        "config/database.js": `export default ${JSON.stringify(config)};`,
        "config/environments/test.js": `export default { database: ${JSON.stringify(config)} };`,
      });
      expect(await inProcess(["migrations:generate", "create-all"], app.folder)).toMatchObject({ code: 0 });
      for (const round of [1, 2, 3]) {
        const opened = await createApp(app.folder, { environment: "test" });
        try {
          const repository = (name: string) => opened.database?.repository(name) ?? expect.unreachable();
          const workspace = await repository("Workspace").create({ name: "a" });
          const { id } = await repository("Label").create({ name: "b", workspaceId: workspace.id });
          await repository("Workspace").update(workspace.id, { mainLabelId: id });
          expect({ round, workspace: workspace.id, label: id }).toEqual({ round, workspace: 1, label: 1 });
          expect(await repository("Label").count()).toBe(1);
        } finally {
          await opened.close();
        }
      }
    },
  );
});

const LIBRARY = {
  "api/models/Author.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Author", { name: DataTypes.STRING(40) });`,
  "api/models/Book.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", {
  title: DataTypes.STRING(40),
  authorId: { type: DataTypes.INTEGER, references: { model: "Author" } },
}, { associations: { author: { belongsTo: "Author", foreignKey: "authorId" } } });`,
  "api/services/books.js": `import { createResourceService } from "@onespec/framework-cli";
export default (context) => ({ ...createResourceService(context, "Book", { include: ["author"] }) });`,
  "api/controllers/uploads/create.js": action(`{
    method: "POST", path: "/uploads",
    inputs: { body: { content: {
      "multipart/form-data": { schema: { type: "object", properties: { photo: { type: "string", format: "binary" }, note: { type: "string" } } } },
      "application/x-www-form-urlencoded": { schema: { type: "object", properties: { note: { type: "string" } } } },
      "image/png": {},
    } } },
    handler: async ({ body }) => ({ note: body.note, name: body.photo?.name, bytes: (await (body.photo ?? body).buffer?.())?.length }),
  }`),
};

test("app.request sends forms, files and bytes as fetch does", async () => {
  app = await temporaryApp(LIBRARY);
  await inProcess(["migrations:generate", "create-all"], app.folder);
  await withTestApp(async ({ request }) => {
    const form = new FormData();
    form.set("note", "hello");
    form.set("photo", new Blob(["abc"]), "cat.png");
    expect((await request("POST", "/uploads", form)).body).toEqual({ note: "hello", name: "cat.png", bytes: 3 });
    expect((await request("POST", "/uploads", new URLSearchParams({ note: "hi" }))).body).toEqual({ note: "hi" });
    const image = new Blob(["abcd"], { type: "image/png" });
    expect((await request("POST", "/uploads", image)).body).toEqual({ bytes: 4 });
    const bytes = new Uint8Array(5);
    expect((await request("POST", "/uploads", bytes, { "content-type": "image/png" })).body).toEqual({ bytes: 5 });
  }, app.folder);
});

test("app.headers are sent with every request, also after another object takes their place", async () => {
  app = await temporaryApp({
    "api/controllers/echo/list.js": action(
      `{ method: "GET", path: "/echo", handler: ({ headers }) => headers.authorization ?? "nobody" }`,
    ),
  });
  await withTestApp(async (opened) => {
    opened.headers.authorization = "Bearer ann";
    expect((await opened.request("GET", "/echo")).body).toBe("Bearer ann");
    opened.headers = {};
    expect((await opened.request("GET", "/echo")).body).toBe("nobody");
  }, app.folder);
});

test("a list rejects query parameters that it does not know, and counts without pages", async () => {
  const query =
    '{ limit: { schema: { type: "integer" } }, title: { schema: { type: "string" } }, id: { style: "deepObject", schema: { type: "object", additionalProperties: { type: "integer" } } } }';
  app = await temporaryApp({
    ...LIBRARY,
    "api/controllers/books/list.js":
      action(`{ method: "GET", path: "/books", inputs: { query: ${query}, unknownQuery: "refuse" },
      handler: async ({ query }, { books }) => [await books.count(query), (await books.list(query)).length] }`),
  });
  await inProcess(["migrations:generate", "create-all"], app.folder);
  await withTestApp(async ({ request, repository }) => {
    await repository("Book").createMany([{ title: "a" }, { title: "b" }, { title: "b" }]);
    expect((await request("GET", "/books?limit=1&title=b")).body).toEqual([2, 1]);
    expect((await request("GET", "/books?id[gt]=1&limit=1")).body).toEqual([2, 1]);
    const unknown = await request("GET", "/books?titel=b&page=2");
    expect(unknown.status).toBe(400);
    expect(unknown.body.details).toEqual([
      { in: "query", path: "/titel", message: "is no query parameter here; did you mean title?", keyword: "unknown" },
      {
        in: "query",
        path: "/page",
        message: "is no query parameter here; known are limit, title, id",
        keyword: "unknown",
      },
    ]);
  }, app.folder);
});

test("an HttpError that a hook of a model throws is the answer", async () => {
  app = await temporaryApp({
    ...LIBRARY,
    "api/models/Author.js": `import { DataTypes, defineModel, HttpError } from "@onespec/framework-cli";
export default defineModel("Author", { name: DataTypes.STRING(40) }, {
  hooks: { beforeCreate() { throw new HttpError(422, "No more authors."); } },
});`,
    "api/controllers/authors/create.js": `import { defineAction } from "@onespec/framework-cli";
export default defineAction({ method: "POST", path: "/authors", handler: (_request, { authors }) => authors.create({ name: "Ann" }) });`,
    "api/services/authors.js": `import { createResourceService } from "@onespec/framework-cli";
export default (context) => createResourceService(context, "Author");`,
    "check.mjs": `import { withTestApp } from "@onespec/framework-cli/testing";
await withTestApp(async (app) => { const { status, body } = await app.request("POST", "/authors"); console.log(status, body.error); });`,
  });
  await inProcess(["migrations:generate", "create-all"], app.folder);
  expect(await run(process.execPath, ["check.mjs"], app.folder)).toMatchObject({ out: "422 No more authors.\n" });
});

test("a service with include answers writes in the shape of reads", async () => {
  app = await temporaryApp(LIBRARY);
  await inProcess(["migrations:generate", "create-all"], app.folder);
  await withTestApp(async ({ services: { books }, repository }) => {
    const [ann, bob] = await repository("Author").createMany([{ name: "Ann" }, { name: "Bob" }]);
    const created = await books.create({ title: "Emma", authorId: ann?.id });
    expect(created.author).toMatchObject({ name: "Ann" });
    expect(created).toEqual(await books.get(created.id));
    expect((await books.update(created.id, { authorId: bob?.id })).author).toMatchObject({ name: "Bob" });
    expect((await books.replace(created.id, { title: "Sanditon" })).author).toBeNull();
  }, app.folder);
});

const postgres = (await liveDatabases()).find(({ name }) => name === "postgres");

test.skipIf(postgres?.skip !== undefined)(
  "TEST_DATABASE_URL is the database of tests, whatever the application's is",
  async () => {
    const { host, port, username, password, database } = postgres?.config ?? {};
    app = await temporaryApp({ ...LIBRARY, "config/database.js": 'export default { dialect: "sqlite" };' });
    await inProcess(["migrations:generate", "create-all"], app.folder);
    vi.stubEnv("TEST_DATABASE_URL", `postgres://${username}:${password}@${host}:${port}/${database}`);
    const dialect = (folder: string) =>
      createApp(folder, { environment: "test" }).then(async (opened) => {
        await opened.close();
        return opened.database?.dialect;
      });
    expect(await dialect(app.folder)).toBe("postgres");
    vi.stubEnv("TEST_DATABASE_URL", `postgres://${username}:${password}@${host}:${port}/postgres`);
    await expect(dialect(app.folder)).rejects.toMatchObject({
      code: "NOT_A_TEST_DATABASE",
      hint: expect.stringContaining("set TEST_DATABASE_URL to its address"),
    });
  },
);

test("a database of tests with a migration that is gone or changed is rejected until it is created again", async () => {
  app = await temporaryApp({
    ...LIBRARY,
    "config/environments/test.js": 'export default { database: { storage: "data/test.sqlite" } };',
  });
  await inProcess(["migrations:generate", "create-all"], app.folder);
  await app.write({
    "migrations/20990101000000-isbn.js": `export async function up({ schema }) {
  await schema.addColumn("books", { name: "isbn", type: "text" });
}`,
  });
  const open = async () => (await createApp(app.folder, { environment: "test" })).close();
  await open();
  await rm(join(app.folder, "migrations/20990101000000-isbn.js"));
  await expect(open()).rejects.toMatchObject({
    code: "TEST_DATABASE_STALE",
    message: expect.stringContaining("20990101000000-isbn was applied, but its file is gone."),
  });
  expect(await inProcess(["db:reset"], app.folder, { NODE_ENV: "test" })).toMatchObject({ code: 0 });
  await open();
});

test("an error that an action throws is printed in tests, with its place", async () => {
  app = await temporaryApp({
    "api/controllers/books/list.js": action(`{ method: "GET", path: "/books",
  handler: () => { throw new Error("no shelf"); } }`),
    "check.mjs": `import { withTestApp } from "@onespec/framework-cli/testing";
await withTestApp(async (app) => console.log((await app.request("GET", "/books")).status));`,
  });
  const { out, err } = await run(process.execPath, ["check.mjs"], app.folder);
  expect(out).toBe("500\n");
  expect(err).toContain("no shelf");
  expect(err).toContain("api/controllers/books/list.js:");
});

import { afterAll, describe, expect, test } from "vitest";
import type { DatabaseConfig } from "../../src/database/database-config.js";
import { openDatabase } from "../../src/database/open-database.js";
import type { Row } from "../../src/database/repository.js";
import { DataTypes } from "../../src/model/data-types.js";
import { defineModel } from "../../src/model/define-model.js";
import { entitiesFromModels } from "../../src/model/entities-from-models.js";
import { action, type Lifted, lift, type TemporaryApp, temporaryApp } from "../runtime/running-app.js";
import { prepareDatabase } from "../servers/create-tables.js";
import { liveDatabases, liveMongo } from "../servers/live-databases.js";
import { CANARY, TEXTS, VALUES } from "./injection-payloads.js";

const MODELS = {
  Book: `{
    title: DataTypes.STRING(200), note: DataTypes.TEXT, pages: DataTypes.INTEGER, sold: DataTypes.BIGINT, price: DataTypes.DECIMAL(10, 2),
    weight: DataTypes.DOUBLE, status: DataTypes.ENUM("draft", "out"), inPrint: DataTypes.BOOLEAN, at: DataTypes.DATE, day: DataTypes.DATEONLY,
    code: DataTypes.UUID, meta: DataTypes.JSON, secret: { type: DataTypes.STRING(80), hidden: true },
  }`,
  Tag: "{ name: { type: DataTypes.STRING(200), primaryKey: true }, color: DataTypes.STRING(40) }",
  Canary: "{ word: { type: DataTypes.STRING(80) } }",
} as const;
const FIELDS = [
  "title",
  "note",
  "pages",
  "sold",
  "price",
  "weight",
  "status",
  "inPrint",
  "at",
  "day",
  "code",
  "meta",
  "id",
];

const ENTITIES = entitiesFromModels(
  Object.entries(MODELS).map(([name, fields]) =>
    defineModel(name, new Function("DataTypes", `return (${fields});`)(DataTypes)),
  ),
);

/** Takes whatever is sent: nothing between clients and the database but the services. */
const ANY = "{ schema: {} }";
const FILES = {
  "config/app.js": 'export default { log: { level: "debug" } };',
  "config/database.js": "export default { ...JSON.parse(process.env.TEST_DATABASE), logQueries: true };",
  ...Object.fromEntries(
    Object.entries(MODELS).map(([name, fields]) => [
      `api/models/${name}.js`,
      `import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("${name}", ${fields});\n`,
    ]),
  ),
  "api/services/books.js":
    'import { createResourceService } from "@onespec/framework-cli";\nexport default (context) => ({ ...createResourceService(context, "Book"), find: (query) => context.repository("Book").find(query) });',
  "api/services/tags.js":
    'import { createResourceService } from "@onespec/framework-cli";\nexport default (context) => createResourceService(context, "Tag");',
  "api/controllers/books/list.js": action(`{
    method: "GET", path: "/books",
    inputs: { query: { limit: { schema: { type: "integer", minimum: 1 } }, offset: { schema: { type: "integer", minimum: 0 } }, sort: { schema: { type: "string" } },
      ${FIELDS.map((name) => `${name}: { style: "deepObject", schema: { type: ["string", "object"] } }`).join(", ")} } },
    handler: ({ query }, { books }) => books.list(query),
  }`),
  "api/controllers/books/find.js": action(
    `{ method: "POST", path: "/find", inputs: { body: ${ANY} }, handler: ({ body }, { books }) => books.find(body) }`,
  ),
  "api/controllers/books/create.js": action(
    `{ method: "POST", path: "/books", inputs: { body: ${ANY} }, handler: async ({ body }, { books }) => reply(201, await books.create(body)) }`,
  ),
  "api/controllers/books/update.js": action(
    `{ method: "PATCH", path: "/books/{id}", inputs: { body: ${ANY} }, handler: ({ params, body }, { books }) => books.update(params.id, body) }`,
  ),
  "api/controllers/books/get.js": action(
    '{ method: "GET", path: "/books/{id}", handler: ({ params }, { books }) => books.get(params.id) }',
  ),
  "api/controllers/tags/put.js": action(
    `{ method: "PUT", path: "/tags/{name}", inputs: { body: ${ANY} }, handler: ({ params, body }, { tags }) => tags.replace(params.name, body) }`,
  ),
  "api/controllers/tags/create.js": action(
    `{ method: "POST", path: "/tags", inputs: { body: ${ANY} }, handler: ({ body }, { tags }) => tags.create(body) }`,
  ),
  "api/controllers/tags/remove.js": action(
    '{ method: "DELETE", path: "/tags/{name}", handler: async ({ params }, { tags }) => { await tags.delete(params.name); return reply(204); } }',
  ),
};

let app: TemporaryApp | undefined;
afterAll(() => app?.remove());

/** All rows of all tables. */
async function contents(config: DatabaseConfig): Promise<Readonly<Record<string, readonly Row[]>>> {
  const database = await openDatabase(config, ENTITIES, process.cwd());
  const tables = await Promise.all(
    ENTITIES.map(async ({ name }) => [name, await database.repository(name).find()] as const),
  );
  await database.close();
  return Object.fromEntries(tables);
}

async function plant(config: DatabaseConfig): Promise<void> {
  await prepareDatabase(ENTITIES, config);
  const database = await openDatabase(config, ENTITIES, process.cwd());
  for (const word of ["first", "second"]) await database.repository("Canary").create({ word });
  for (const title of ["Emma", "Dracula"])
    await database.repository("Book").create({ title, status: "out", pages: 3, meta: { a: 1 }, secret: "hidden" });
  await database.repository("Tag").create({ name: "old", color: "red" });
  await database.close();
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each door says what it answers.
  readonly answer: any;
}

/** Sends what is asked for in turn, eight at a time. */
async function sendAll(
  server: Lifted,
  requests: readonly (readonly [method: string, path: string, body?: unknown])[],
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const queue = requests.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const [method, path, body] of queue) {
        const init =
          body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
        const answer = await fetch(`${server.url}${path}`, { method, ...init });
        const text = await answer.text();
        sent.push({ method, path, body, status: answer.status, answer: text === "" ? undefined : JSON.parse(text) });
      }
    }),
  );
  return sent;
}

const failures = (sent: readonly Sent[]): readonly string[] =>
  sent
    .filter(({ status }) => status >= 500)
    .map(({ method, path, body, status }) => `${method} ${path} ${JSON.stringify(body)}: ${status}`);

const databases = [...(await liveDatabases()), await liveMongo()];

describe.each(databases.map((database) => [database.name, database] as const))("on %s", (name, { config, skip }) => {
  test.skipIf(skip !== undefined)(
    "no value that a client sends is anything but a value",
    { timeout: 240_000 },
    async () => {
      app ??= await temporaryApp(FILES);
      await plant(config);
      const before = await contents(config);
      const server = await lift(app.folder, [], { TEST_DATABASE: JSON.stringify(config) });
      try {
        const text = encodeURIComponent;
        const field = (at: number): string => FIELDS[at % FIELDS.length] ?? "title";
        // Every door with every payload on one database; on the others every second.
        const share = <T>(doors: readonly T[], at: number): readonly T[] =>
          name === "sqlite" ? doors : doors.filter((_, door) => (door + at) % 2 === 0);
        const asked = TEXTS.map((each) => each.toWellFormed()).flatMap((each, at) =>
          share(
            [
              ["GET", `/books?title=${text(each)}`],
              ["GET", `/books?${field(at)}=${text(each)}`],
              ["GET", `/books?${field(at)}[${text(each)}]=1`],
              [
                "GET",
                `/books?title[${["eq", "ne", "gt", "contains", "startsWith", "in", "isNull"][at % 7]}]=${text(each)}`,
              ],
              ["GET", `/books?sort=${text(each)}`],
              ["GET", `/books?sort=-title,${text(each)}&limit=${text(each)}`],
              ["GET", `/books/${text(each)}`],
              ["DELETE", `/tags/${text(each)}`],
              ["PUT", `/tags/${text(each)}`, { color: each.slice(0, 40) }],
              ["PATCH", `/books/${text(each)}`, { title: "changed" }],
              ["PATCH", "/books/1", { [each]: 1 }],
              ["POST", "/find", { where: { [each]: 1 } }],
              ["POST", "/find", { where: { title: { [each]: 1 } } }],
              ["POST", "/find", { order: [[each, "asc"]] }],
              ["POST", "/find", { order: [["title", each]] }],
              ["POST", "/find", { fields: [each] }],
              ["POST", "/find", { include: [each] }],
              ["POST", "/find", { limit: each, offset: each }],
            ] as [string, string, unknown?][],
            at,
          ),
        );
        const valued = VALUES.flatMap((value, at) =>
          share(
            [
              ["POST", "/find", { where: { title: value } }],
              ["POST", "/find", { where: { [field(at)]: { eq: value } } }],
              ["POST", "/find", { where: { id: { in: [value] } } }],
              ["POST", "/find", { where: { id: {}, title: [] } }],
              ["POST", "/find", { where: value }],
              ["POST", "/find", { where: { or: [value] } }],
              ["POST", "/find", { order: value, fields: value, include: value }],
              ["POST", "/find", { limit: value }],
              ["POST", "/find", value],
              ["PATCH", "/books/9999", { [field(at)]: value }],
            ] as [string, string, unknown?][],
            at,
          ),
        );
        const sent = await sendAll(server, [...asked, ...valued]);
        expect(failures(sent)).toEqual([]);
        expect(await contents(config)).toEqual(before);

        // What is stored comes back as it was, and is found by itself alone.
        const stored = await sendAll(server, [
          ...TEXTS.map((each): [string, string, unknown] => [
            "POST",
            "/books",
            { title: each, note: each, meta: { [each]: each } },
          ]),
          ...VALUES.map((value): [string, string, unknown] => ["POST", "/books", { title: "value", meta: value }]),
          ...VALUES.map((value, at): [string, string, unknown] => [
            "POST",
            "/books",
            { title: "wrong", [field(at)]: value, secret: value },
          ]),
        ]);
        expect(failures(stored)).toEqual([]);
        const kept = stored.filter(({ status }) => status === 201);
        expect(kept.length).toBeGreaterThan(TEXTS.length / 2 + VALUES.length / 2);
        const read = await sendAll(
          server,
          kept.map(({ answer }): [string, string] => ["GET", `/books/${answer.id}`]),
        );
        const byId = new Map(read.map(({ answer }) => [answer.id, answer]));
        for (const { body, answer } of kept) {
          const { title, meta } = body as { readonly title: string; readonly meta?: unknown };
          expect(byId.get(answer.id)).toEqual(answer);
          expect(answer.title).toBe(title);
          if (title !== "wrong") expect(answer.meta).toEqual(meta);
          expect(answer).not.toHaveProperty("secret");
        }
        const titles = kept
          .map(({ body }) => (body as { readonly title: string }).title)
          .filter((title) => title.includes(CANARY));
        const found = await sendAll(
          server,
          titles.map((title): [string, string] => ["GET", `/books?title=${text(title)}&limit=100`]),
        );
        expect(found.map(({ answer }) => answer.length)).toEqual(found.map(() => 1));
        const after = await contents(config);
        expect(after.Canary).toEqual(before.Canary);
        expect(after.Tag).toEqual(before.Tag);
        expect(after.Book?.length).toBe((before.Book?.length ?? 0) + kept.length);

        const statements = server
          .output()
          .split("\n")
          .filter((line) => line.includes('"sql":'));
        if (name !== "mongodb") expect(statements.length).toBeGreaterThan(100);
        expect(statements.filter((line) => line.includes(CANARY))).toEqual([]);
      } finally {
        await server.end();
      }
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcess } from "../command-line/in-process.js";
import { liveDatabases } from "../servers/live-databases.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const model = (name: string, fields: string, options = ""): string =>
  `import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("${name}", { ${fields} }, { timestamps: false, ${options} });\n`;
const reference = (table: string, onDelete: string): string =>
  `{ type: DataTypes.INTEGER, references: { model: "${table}", key: "id" }, onDelete: "${onDelete}" }`;

/** `POST /books` creates a Book, `DELETE /books/1` removes it: the same for every model. */
const actions = (name: string, path: string): Record<string, string> => ({
  [`api/controllers/${path}/create.js`]: action(`{
    method: "POST", path: "/${path}", inputs: { body: { schema: { type: "object" } } },
    handler: ({ body }, services) => services.records.create("${name}", body),
  }`),
  [`api/controllers/${path}/delete.js`]: action(`{
    method: "DELETE", path: "/${path}/{id}", inputs: { path: { id: { schema: { type: "integer" } } } },
    handler: ({ params }, services) => services.records.remove("${name}", params.id),
  }`),
});

let app: TemporaryApp;
beforeAll(async () => {
  app = await temporaryApp({
    "config/database.js": "export default JSON.parse(process.env.TEST_DATABASE);",
    "api/models/Publisher.js": model("Publisher", "name: DataTypes.STRING"),
    "api/models/Author.js": model("Author", "name: DataTypes.STRING"),
    "api/models/Book.js": model(
      "Book",
      `authorId: ${reference("authors", "RESTRICT")}, publisherId: ${reference("publishers", "CASCADE")}, title: DataTypes.STRING`,
    ),
    "api/models/Loan.js": model("Loan", `bookId: ${reference("books", "RESTRICT")}`),
    // A hook: its records are written through Sequelize's model.
    "api/models/Review.js": model(
      "Review",
      `bookId: ${reference("books", "RESTRICT")}, authorId: ${reference("authors", "RESTRICT")}`,
      "hooks: { beforeCreate() {} }",
    ),
    "api/services/records.js": `export default ({ repository }) => ({
      create: (name, values) => repository(name).create(values),
      remove: (name, id) => repository(name).remove(id),
    });`,
    ...actions("Publisher", "publishers"),
    ...actions("Author", "authors"),
    ...actions("Book", "books"),
    ...actions("Loan", "loans"),
    ...actions("Review", "reviews"),
  });
});
afterAll(() => app?.remove());

const databases = (await liveDatabases()).filter(({ skip }) => skip === undefined);

describe.each(databases.map(({ name, config }) => [name, config] as const))("on %s", (_name, config) => {
  const env = { TEST_DATABASE: JSON.stringify(config) };
  let running: Lifted;
  beforeAll(async () => {
    const { code, err } = await inProcess(["db:sync"], app.folder, env);
    expect(code, err).toBe(0);
    running = await lift(app.folder, [], env);
  }, 60_000);
  afterAll(() => running?.end());

  const create = async (path: string, values: object): Promise<number> => {
    const { status, body } = await send(`${running.url}/${path}`, json("POST", values));
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };
  const refused = async (method: string, path: string, values?: object): Promise<readonly [string, string]> => {
    const { status, body } = await send(`${running.url}/${path}`, values ? json(method, values) : { method });
    expect(status).toBe(409);
    expect(body.details).toHaveLength(1);
    expect(body.details[0].in).toBe(values ? "body" : "path");
    return [body.details[0].path, body.details[0].message];
  };

  test("a 409 names the reference that leads nowhere, of several the wrong one", async () => {
    const authorId = await create("authors", { name: "Ada" });
    expect(await refused("POST", "books", { title: "Notes", authorId, publisherId: 99 })).toEqual([
      "/publisherId",
      "The record that Book.publisherId refers to does not exist.",
    ]);
    expect(await refused("POST", "books", { title: "Notes", authorId: 99 })).toEqual([
      "/authorId",
      "The record that Book.authorId refers to does not exist.",
    ]);
    expect(await refused("POST", "reviews", { authorId, bookId: 99 })).toEqual([
      "/bookId",
      "The record that Review.bookId refers to does not exist.",
    ]);
  });

  test("a 409 names the model and the field that still refer to a record", async () => {
    const authorId = await create("authors", { name: "Ada" });
    const publisherId = await create("publishers", { name: "Press" });
    const bookId = await create("books", { title: "Notes", authorId, publisherId });
    expect(await refused("DELETE", `authors/${authorId}`)).toEqual([
      "/id",
      "This Author cannot be removed: Book.authorId still refers to it.",
    ]);
    await create("loans", { bookId });
    expect(await refused("DELETE", `books/${bookId}`)).toEqual([
      "/id",
      "This Book cannot be removed: Loan.bookId still refers to it.",
    ]);
    expect(await refused("DELETE", `publishers/${publisherId}`)).toEqual([
      "/id",
      "This Publisher cannot be removed: Loan.bookId still refers to a record of Book that goes with it.",
    ]);
  });
});

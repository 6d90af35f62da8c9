import { afterAll, beforeAll, expect, test } from "vitest";
import { framework } from "../command-line/framework.js";
import { action, json, type Lifted, lift, send, type TemporaryApp, temporaryApp } from "./running-app.js";

const model = (name: string, fields: string): string =>
  `import { DataTypes, defineModel } from "@onespec/framework-cli";\nexport default defineModel("${name}", { ${fields} }, { timestamps: false });\n`;

let app: TemporaryApp;
let running: Lifted;
beforeAll(async () => {
  app = await temporaryApp({
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/references.sqlite" };',
    "api/models/Author.js": model("Author", "name: DataTypes.STRING"),
    "api/models/Book.js": model(
      "Book",
      'authorId: { type: DataTypes.INTEGER, references: { model: "authors", key: "id" }, onDelete: "RESTRICT" }, title: DataTypes.STRING',
    ),
    "api/services/books.js": `export default ({ repository }) => ({
      create: (values) => repository("Book").create(values),
      author: () => repository("Author").create({ name: "Ada" }),
      removeAuthor: (id) => repository("Author").remove(id),
    });`,
    "api/controllers/books/create.js": action(`{
      method: "POST", path: "/books", inputs: { body: { schema: { type: "object" } } },
      handler: ({ body }, services) => services.books.create(body),
    }`),
    "api/controllers/authors/create.js": action(
      '{ method: "POST", path: "/authors", handler: (_, services) => services.books.author() }',
    ),
    "api/controllers/authors/delete.js": action(`{
      method: "DELETE", path: "/authors/{id}", inputs: { path: { id: { schema: { type: "integer" } } } },
      handler: ({ params }, services) => services.books.removeAuthor(params.id),
    }`),
  });
  for (const command of [["migrations:generate", "start"], ["migrations:run"]]) {
    const { code, err } = await framework(command, app.folder);
    expect(code, err).toBe(0);
  }
  running = await lift(app.folder);
});
afterAll(async () => {
  await running?.end();
  await app?.remove();
});

test("a 409 says which reference leads nowhere, or that others still refer to the record", async () => {
  const dangling = await send(`${running.url}/books`, json("POST", { title: "Notes", authorId: 7 }));
  expect(dangling.status).toBe(409);
  expect(dangling.body.details[0]).toMatchObject({
    path: "/authorId",
    message: "The record that Book.authorId refers to does not exist.",
  });
  const { body: author } = await send(`${running.url}/authors`, { method: "POST" });
  await send(`${running.url}/books`, json("POST", { title: "Notes", authorId: author.id }));
  const held = await send(`${running.url}/authors/${author.id}`, { method: "DELETE" });
  expect(held.status).toBe(409);
  expect(held.body.details[0].message).toBe("This Author cannot be removed: another record still refers to it.");
});

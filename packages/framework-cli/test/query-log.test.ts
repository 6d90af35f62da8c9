import { expect, test } from "vitest";
import { framework } from "./command-line/framework.js";
import { inProcess } from "./command-line/in-process.js";
import { action, json, lift, send, temporaryApp } from "./runtime/running-app.js";

test("with logQueries the log tells every statement at level debug, without its values", async () => {
  const app = await temporaryApp({
    "config/app.js": 'export default { log: { level: "debug" }, shutdownDelayMs: 0 };',
    "config/database.js": 'export default { dialect: "sqlite", storage: "data/log.sqlite", logQueries: true };',
    "api/models/Book.js": `import { DataTypes, defineModel } from "@onespec/framework-cli";
export default defineModel("Book", { title: DataTypes.STRING(40) });`,
    "api/services/books.js": 'export default ({ repository }) => repository("Book");',
    "api/controllers/books/create.js": action(
      `{ method: "POST", path: "/books", inputs: { body: { schema: { type: "object" } } }, handler: ({ body }, { books }) => books.create(body) }`,
    ),
  });
  try {
    await inProcess(["migrations:generate", "books"], app.folder);
    await inProcess(["migrations:run"], app.folder);
    const typed = await framework(["console"], app.folder, {}, 'await repository("Book").count()\n');
    expect(typed.err).toMatch(/SELECT count.*\([\d.]+ ms\)\n/i);
    const lifted = await lift(app.folder);
    expect((await send(`${lifted.url}/books`, json("POST", { title: "a secret title" }))).body).toMatchObject({
      id: 1,
    });
    await lifted.printed("INSERT INTO");
    expect(lifted.output()).toContain('"msg":"query"');
    expect(lifted.output()).not.toContain("a secret title");
    await lifted.end();
  } finally {
    await app.remove();
  }
});

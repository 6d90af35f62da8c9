// Hand-written Fastify and SQL on the bare driver, set up well. Usage: node framework-fastify-driver.mjs <file or url>
import { DatabaseSync } from "@photostructure/sqlite";
import Fastify from "fastify";
import pg from "pg";
import { BY_ID, CHANGED_BOOK, NEW_BOOK, PAGE } from "./book-schema.mjs";

const COLUMNS = ["title", "isbn", "pages", "price", "in_print", "published", "created_at", "updated_at"];
const SELECT = `SELECT id, ${COLUMNS.join(", ")} FROM books`;
const books = process.argv[2].startsWith("postgres:") ? onPostgres(process.argv[2]) : onSqlite(process.argv[2]);

const app = Fastify();
app.get("/hello", async () => ({ hello: "world" }));
app.get("/books/:id", { schema: { params: BY_ID } }, async (request, reply) => {
  const row = await books.get(request.params.id);
  return row === undefined ? reply.code(404).send({ error: "Not found" }) : bookOf(row);
});
app.get("/books", { schema: { querystring: PAGE } }, async ({ query }) =>
  (await books.list(query.limit, query.offset)).map(bookOf),
);
app.post("/books", { schema: { body: NEW_BOOK } }, async (request, reply) => {
  const { title, isbn, pages, price, inPrint, published } = request.body;
  const now = new Date().toISOString();
  reply.code(201);
  return bookOf(
    await books.insert([title, isbn, pages, price, inPrint, published, now, now].map((each) => each ?? null)),
  );
});
app.patch("/books/:id", { schema: { params: BY_ID, body: CHANGED_BOOK } }, async (request, reply) => {
  const { inPrint, ...others } = request.body;
  const changes = {
    ...others,
    ...(inPrint !== undefined && { in_print: inPrint }),
    updated_at: new Date().toISOString(),
  };
  const row = await books.update(request.params.id, changes);
  return row === undefined ? reply.code(404).send({ error: "Not found" }) : bookOf(row);
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));

function bookOf({ in_print, created_at, updated_at, ...row }) {
  return {
    ...row,
    inPrint: in_print === null ? null : Boolean(in_print),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

function onSqlite(file) {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000");
  const get = database.prepare(`${SELECT} WHERE id = ?`);
  const list = database.prepare(`${SELECT} ORDER BY id LIMIT ? OFFSET ?`);
  const marks = COLUMNS.map(() => "?").join(", ");
  const insert = database.prepare(
    `INSERT INTO books (${COLUMNS.join(", ")}) VALUES (${marks}) RETURNING id, ${COLUMNS.join(", ")}`,
  );
  const updates = new Map();
  const asValue = (each) => (typeof each === "boolean" ? Number(each) : each);
  return {
    // Without it the connection would be collected as garbage, and closed.
    database,
    get: (id) => get.get(id),
    list: (limit, offset) => list.all(limit, offset),
    insert: (values) => insert.get(...values.map(asValue)),
    update: (id, changes) => {
      const columns = Object.keys(changes);
      let update = updates.get(columns.join());
      if (update === undefined) {
        update = database.prepare(
          `UPDATE books SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE id = ? RETURNING id, ${COLUMNS.join(", ")}`,
        );
        updates.set(columns.join(), update);
      }
      return update.get(...Object.values(changes).map(asValue), id);
    },
  };
}

function onPostgres(url) {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  const marks = COLUMNS.map((_, index) => `$${index + 1}`).join(", ");
  const run = async (name, text, values) => (await pool.query({ name, text, values })).rows;
  return {
    get: async (id) => (await run("get", `${SELECT} WHERE id = $1`, [id]))[0],
    list: (limit, offset) => run("list", `${SELECT} ORDER BY id LIMIT $1 OFFSET $2`, [limit, offset]),
    insert: async (values) =>
      (
        await run(
          "insert",
          `INSERT INTO books (${COLUMNS.join(", ")}) VALUES (${marks}) RETURNING id, ${COLUMNS.join(", ")}`,
          values,
        )
      )[0],
    update: async (id, changes) => {
      const columns = Object.keys(changes);
      const set = columns.map((column, index) => `${column} = $${index + 2}`).join(", ");
      const text = `UPDATE books SET ${set} WHERE id = $1 RETURNING id, ${COLUMNS.join(", ")}`;
      return (await run(`update ${columns}`, text, [id, ...Object.values(changes)]))[0];
    },
  };
}

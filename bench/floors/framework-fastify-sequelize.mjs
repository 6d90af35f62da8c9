// Hand-written Fastify over Sequelize's instances. Usage: node framework-fastify-sequelize.mjs <file or url>
import Fastify from "fastify";
import { BY_ID, CHANGED_BOOK, NEW_BOOK, PAGE } from "./book-schema.mjs";
import { booksBySequelize } from "./books-by-sequelize.mjs";

const Book = await booksBySequelize(process.argv[2]);
const app = Fastify();
app.get("/hello", async () => ({ hello: "world" }));
app.get("/books/:id", { schema: { params: BY_ID } }, async (request, reply) => {
  return (await Book.findByPk(request.params.id)) ?? reply.code(404).send({ error: "Not found" });
});
app.get("/books", { schema: { querystring: PAGE } }, async ({ query }) =>
  Book.findAll({ limit: query.limit, offset: query.offset, order: [["id", "ASC"]] }),
);
app.post("/books", { schema: { body: NEW_BOOK } }, async (request, reply) => {
  reply.code(201);
  return Book.create(request.body);
});
app.patch("/books/:id", { schema: { params: BY_ID, body: CHANGED_BOOK } }, async (request, reply) => {
  const book = await Book.findByPk(request.params.id);
  return (await book?.update(request.body)) ?? reply.code(404).send({ error: "Not found" });
});
console.log(await app.listen({ port: 0, host: "127.0.0.1" }));

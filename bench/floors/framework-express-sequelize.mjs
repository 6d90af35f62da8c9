// Hand-written Express over Sequelize's instances. Usage: node framework-express-sequelize.mjs <file or url>
import express from "express";
import { booksBySequelize } from "./books-by-sequelize.mjs";

const Book = await booksBySequelize(process.argv[2]);
const app = express();
app.use(express.json());
app.get("/hello", (_request, response) => response.json({ hello: "world" }));
app.get("/books/:id", async (request, response) => {
  const book = await Book.findByPk(Number(request.params.id));
  if (book === null) response.status(404).json({ error: "Not found" });
  else response.json(book);
});
app.get("/books", async (request, response) => {
  const { limit = 20, offset = 0 } = request.query;
  response.json(await Book.findAll({ limit: Number(limit), offset: Number(offset), order: [["id", "ASC"]] }));
});
app.post("/books", async (request, response) => {
  response.status(201).json(await Book.create(request.body));
});
app.patch("/books/:id", async (request, response) => {
  const book = await Book.findByPk(Number(request.params.id));
  if (book === null) response.status(404).json({ error: "Not found" });
  else response.json(await book.update(request.body));
});
const server = app.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));

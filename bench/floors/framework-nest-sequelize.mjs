// NestJS on Express over Sequelize's instances. Usage: node framework-nest-sequelize.mjs <file or url> <folder with NestJS>
import { createRequire } from "node:module";
import { join } from "node:path";
import { booksBySequelize } from "./books-by-sequelize.mjs";

const load = createRequire(join(process.argv[3], "package.json"));
load("reflect-metadata");
const { Body, Controller, Get, Module, NotFoundException, Param, ParseIntPipe, Patch, Post, Query, ValidationPipe } =
  load("@nestjs/common");
const { NestFactory } = load("@nestjs/core");
const is = load("class-validator");

const Book = await booksBySequelize(process.argv[2]);

class NewBook {}
class ChangedBook {}
const FIELDS = {
  title: [is.IsString(), is.Length(1, 120)],
  isbn: [is.IsOptional(), is.IsString(), is.MaxLength(20)],
  pages: [is.IsOptional(), is.IsInt()],
  price: [is.IsOptional(), is.IsDecimal()],
  inPrint: [is.IsOptional(), is.IsBoolean()],
  published: [is.IsOptional(), is.IsDateString()],
};
decorateFields(NewBook, FIELDS);
decorateFields(ChangedBook, { ...FIELDS, title: [is.IsOptional(), ...FIELDS.title] });

class Books {
  hello() {
    return { hello: "world" };
  }
  async get(id) {
    const book = await Book.findByPk(id);
    if (book === null) throw new NotFoundException();
    return book;
  }
  list(limit = 20, offset = 0) {
    return Book.findAll({ limit: Number(limit), offset: Number(offset), order: [["id", "ASC"]] });
  }
  create(book) {
    return Book.create({ ...book });
  }
  async update(id, changes) {
    return (await this.get(id)).update({ ...changes });
  }
}
// What TypeScript makes of decorators.
decorateMethod("hello", Get("hello"), []);
decorateMethod("get", Get("books/:id"), [[Number, Param("id", ParseIntPipe)]]);
decorateMethod("list", Get("books"), [
  [Object, Query("limit")],
  [Object, Query("offset")],
]);
decorateMethod("create", Post("books"), [[NewBook, Body()]]);
decorateMethod("update", Patch("books/:id"), [
  [Number, Param("id", ParseIntPipe)],
  [ChangedBook, Body()],
]);
Controller()(Books);

class App {}
Module({ controllers: [Books] })(App);

const app = await NestFactory.create(App, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true }));
await app.listen(0, "127.0.0.1");
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);

function decorateFields(type, fields) {
  for (const [name, decorators] of Object.entries(fields)) {
    for (const decorate of decorators) decorate(type.prototype, name);
  }
}

function decorateMethod(name, route, parameters) {
  const { prototype } = Books;
  Reflect.defineMetadata(
    "design:paramtypes",
    parameters.map(([type]) => type),
    prototype,
    name,
  );
  parameters.forEach(([, decorate], index) => {
    decorate(prototype, name, index);
  });
  route(prototype, name, Object.getOwnPropertyDescriptor(prototype, name));
}

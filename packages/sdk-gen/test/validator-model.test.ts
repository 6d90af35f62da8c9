import { expect, test } from "vitest";
import { ValidationError } from "../src/runtime/errors.js";
import { model } from "../src/runtime/model.js";
import type { SchemaData } from "../src/runtime/schema-data.js";
import { withKeywords } from "./with-keywords.js";

const status: SchemaData = { enum: ["new", "sold", null] };
const base: SchemaData = {
  required: ["id"],
  readOnlyProperties: ["id"],
  properties: { id: { type: "integer", minimum: 1 } },
};
const book: SchemaData = withKeywords({
  type: "object",
  required: ["title"],
  readOnlyProperties: ["id"],
  writeOnlyProperties: ["secret"],
  allOf: [() => base],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 20, pattern: "^[A-Z]" },
    price: { type: ["number", "null"], minimum: 0, exclusiveMaximum: 100 },
    pages: { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
    status: () => status,
    author: { anyOf: [() => base, { type: "null" }] },
    published: { allOf: [{ type: "string" }, { format: "date" }] },
    secret: { type: "string", format: "password" },
    any: true,
  },
});
const Book = model<Record<string, unknown>>("Book", book);

test("a model takes right values and throws every mistake of wrong ones", () => {
  expect(Book.parse({ title: "Emma" })).toEqual({ title: "Emma" });
  expect(() => Book.parse({ price: -1 })).toThrow(ValidationError);
  try {
    Book.parse({ price: -1 });
  } catch (error) {
    expect((error as ValidationError).issues.map(({ path }) => path)).toEqual(["/title", "/price"]);
  }
});

test("safeParse and isValid say the same without throwing, for requests or answers", () => {
  expect(Book.safeParse({ title: "Emma" })).toEqual({ success: true, data: { title: "Emma" } });
  expect(Book.safeParse({}, "response")).toMatchObject({
    success: false,
    issues: [{ path: "/title" }, { path: "/id" }],
  });
  expect([Book.isValid({ title: "Emma" }), Book.isValid({ title: "Emma" }, "response")]).toEqual([true, false]);
});

test("an instance holds the values and is JSON again", () => {
  const instance = new Book({ title: "Emma" });
  expect(instance).toBeInstanceOf(Book);
  expect(JSON.stringify(instance)).toBe('{"title":"Emma"}');
  expect(() => new Book({})).toThrow(ValidationError);
  expect([Book.name, Book.modelName, Book.schema]).toEqual(["Book", "Book", book]);
});

test("a model is a Standard Schema", () => {
  const standard = Book["~standard"];
  expect([standard.version, standard.vendor]).toEqual([1, "onespec"]);
  expect(standard.validate({ title: "Emma" })).toEqual({ value: { title: "Emma" } });
  expect(standard.validate({ title: "Emma", author: { "a/b": 1, id: 0 } })).toEqual({ value: expect.anything() });
  const map = model("Map", withKeywords({ additionalProperties: { type: "string" } }));
  expect(map["~standard"].validate({ "a/b~c": 1 })).toEqual({
    issues: [{ message: "must be a string", path: ["a/b~c"] }],
  });
});

test("fields tell a form what it needs to know", () => {
  const plain = { required: false, nullable: false, readOnly: false, writeOnly: false };
  expect(Book.fields).toEqual([
    { name: "title", ...plain, type: "string", required: true, minLength: 1, maxLength: 20, pattern: "^[A-Z]" },
    { name: "price", ...plain, type: "number", nullable: true, min: 0, max: 100 },
    { name: "pages", ...plain, type: "integer", min: 1, max: 9 },
    { name: "status", ...plain, type: "string", nullable: true, enum: ["new", "sold", null] },
    { name: "author", ...plain, type: "object", nullable: true },
    { name: "published", ...plain, type: "string", format: "date" },
    { name: "secret", ...plain, type: "string", format: "password", writeOnly: true },
    { name: "any", ...plain },
    { name: "id", ...plain, type: "integer", required: true, readOnly: true, min: 1 },
  ]);
  expect(Book.fields).toBe(Book.fields);
});

test("fields of alternatives are those of all, of which none is required by itself", () => {
  const choice: SchemaData = { oneOf: [() => base, { required: ["x"], properties: { x: { type: "boolean" } } }] };
  expect(
    model("Choice", withKeywords(choice)).fields.map(({ name, required, readOnly }) => [name, required, readOnly]),
  ).toEqual([
    ["id", false, true],
    ["x", false, false],
  ]);
});

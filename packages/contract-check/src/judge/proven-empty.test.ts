import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRawDocument } from "../description/raw-document.js";
import { isProvenEmpty } from "./proven-empty.js";
import { createSchemaBook } from "./schema-book.js";

const list = { type: "array", items: { type: "string" } };
const object = { type: "object" };

test.each([
  ["a property that must be two types", { allOf: [need("result", object), need("result", list)] }, true],
  ["the same property, left to the server", { allOf: [give("result", object), give("result", list)] }, false],
  [
    "no alternative fits",
    { allOf: [need("result", { anyOf: [object, { type: "string" }] }), need("result", list)] },
    true,
  ],
  [
    "one part forbids what another asks for",
    { allOf: [{ additionalProperties: false, properties: {} }, need("result", object)] },
    true,
  ],
  [
    "one part forbids what another allows",
    { allOf: [{ additionalProperties: false, properties: {} }, give("result", object)] },
    false,
  ],
  [
    "one part knows what another asks for",
    { allOf: [{ additionalProperties: false, properties: { result: object } }, need("result", object)] },
    false,
  ],
  ["one alternative fits", { allOf: [need("result", { oneOf: [object, list] }), need("result", list)] }, false],
  ["enumerations without a common value", { allOf: [{ enum: ["a", "b"] }, { enum: ["c"] }] }, true],
  ["bounds that cross", { type: "integer", minimum: 5, maximum: 4 }, true],
  ["items that cannot be, and may be left out", { type: "array", items: { allOf: [object, list] } }, false],
  ["items that cannot be, and must be there", { type: "array", minItems: 1, items: { allOf: [object, list] } }, true],
  ["a schema that holds itself", { $ref: "#/components/schemas/Node" }, false],
])("%s", async (_name, schema, isEmpty) => {
  const folder = await mkdtemp(join(tmpdir(), "proof-"));
  const file = join(folder, "api.json");
  const content = { "application/json": { schema } };
  const Node = { type: "object", required: ["next"], properties: { next: { $ref: "#/components/schemas/Node" } } };
  const paths = { "/one": { get: { responses: { 200: { description: "", content } } } } };
  const info = { title: "T", version: "1" };
  await writeFile(file, JSON.stringify({ openapi: "3.0.3", info, paths, components: { schemas: { Node } } }));
  const book = createSchemaBook(await readRawDocument(file), "response");
  await rm(folder, { recursive: true });
  const place = book.place("/paths/~1one/get/responses/200/content/application~1json/schema");
  expect(isProvenEmpty(book, [place])).toBe(isEmpty);
});

function give(name: string, schema: object): object {
  return { type: "object", properties: { [name]: schema } };
}

function need(name: string, schema: object): object {
  return { ...give(name, schema), required: [name] };
}

import { inOneGo, loadDescription, type MediaType, type SchemaRegistry } from "@onespec/spec-core";
import { expect, test } from "vitest";
import { coerceForm } from "./coerce-form.js";
import { parseForm } from "./parse-form.js";
import { TooManyFields } from "./too-many-fields.js";
import { TypedPart, type WireValue } from "./wire-value.js";

async function form(properties: object, encoding: object = {}): Promise<[SchemaRegistry, MediaType]> {
  const content = { "application/x-www-form-urlencoded": { schema: { type: "object", properties }, encoding } };
  const paths = { "/a": { post: { requestBody: { content }, responses: { 204: { description: "done" } } } } };
  const api = await loadDescription({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  return [api.schemas, api.operations[0]?.requestBody?.content[0] as MediaType];
}

const LIST = { type: "array", items: { type: "integer" } };

test("many fields are nested and coerced as few are", async () => {
  const [schemas, media] = await form({ a: { type: "object", additionalProperties: LIST } });
  const text = Array.from({ length: 3_000 }, (_, index) => `a[n${index % 700}][]=${index}`).join("&");
  const value = inOneGo(parseForm(schemas, media, text, { mostFields: 3_000 })) as { a: Record<string, number[]> };
  expect(Object.keys(value.a)).toHaveLength(700);
  expect(value.a.n1).toEqual([1, 701, 1_401, 2_101, 2_801]);
});

test("the items of a field count as fields", async () => {
  const [schemas, media] = await form({ a: LIST }, { a: { explode: false } });
  const read = (items: number) =>
    inOneGo(parseForm(schemas, media, `a=${Array(items).fill("1").join()}`, { mostFields: 1_000 }));
  expect(read(1_000)).toEqual({ a: Array(1_000).fill(1) });
  expect(() => read(1_001)).toThrow(TooManyFields);
});

test("the only file of a list is its item", async () => {
  const [schemas, media] = await form({ files: { type: "array", items: { type: "string", format: "binary" } } });
  const fields: [string, WireValue][] = [["files", new TypedPart("bytes")]];
  expect(inOneGo(coerceForm(schemas, media, fields, {}))).toEqual({ files: ["bytes"] });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generateSdk } from "../dist/index.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "onespec-semver-types-"));
});
afterEach(() => rm(folder, { recursive: true }));

interface Parts {
  readonly body?: object;
  readonly answer?: object;
  readonly media?: string;
  readonly schemas?: object;
}

/** One operation that takes and answers something. */
function description({ body, answer = {}, media = "application/json", schemas = {} }: Parts): object {
  return {
    openapi: "3.1.0",
    info: { title: "Paint", version: "1" },
    paths: {
      "/paint": {
        post: {
          operationId: "paint",
          ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
          responses: { 200: { description: "", content: { [media]: { schema: answer } } } },
        },
      },
    },
    components: { schemas },
  };
}

/** Breaking changes, as callers read them. */
async function breaking(before: Parts, after: Parts): Promise<string[]> {
  const source = join(folder, "api.json");
  const out = join(folder, "sdk");
  await writeFile(source, JSON.stringify(description(before)));
  await generateSdk(source, out);
  await writeFile(source, JSON.stringify(description(after)));
  const { surface } = await generateSdk(source, out);
  return surface.filter(({ effect }) => effect === "breaking").map(({ message }) => message);
}

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const Cat = object({ name: TEXT }, { required: ["name"] });
const Dog = object({ name: TEXT, bark: NUMBER }, { required: ["name", "bark"] });
const Fur = object({ fur: TEXT }, { required: ["fur"] });
const Color = { type: "string", enum: ["red", "blue"] };
const schemas = { Cat, Dog, Fur, Color };
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const [cat, dog] = [ref("Cat"), ref("Dog")];
const records = (schema: object): object => ({ type: "object", additionalProperties: schema });

test.each<[string, Parts, Parts, RegExp]>([
  ["an answer that is another record", { answer: dog }, { answer: cat }, /`paint\.\w+\(\)` was `Dog`, is `Cat`/],
  [
    "an answer that may be something else",
    { answer: TEXT },
    { answer: { type: ["string", "number"] } },
    /is `string \| number`/,
  ],
  ["an answer that may be null", { answer: cat }, { answer: { anyOf: [cat, { type: "null" }] } }, /is `Cat \| null`/],
  [
    "an object that may be null",
    { answer: object({ a: TEXT }) },
    { answer: { ...object({ a: TEXT }), type: ["object", "null"] } },
    /is `object \| null`/,
  ],
  ["an answer of another media type", { answer: cat }, { answer: cat, media: "image/png" }, /is `Blob`/],
  [
    "records by name that lack a property",
    { answer: records(object({ a: TEXT, b: TEXT })) },
    { answer: records(object({ a: TEXT })) },
    /`paint\.\w+\(\)` was/,
  ],
  [
    "an alternative that bodies lost",
    { body: { anyOf: [cat, dog] } },
    { body: { anyOf: [dog, ref("Fur")] } },
    /was `Cat \| Dog`, is `Dog \| Fur`/,
  ],
  [
    "a part that bodies need as well",
    { body: { allOf: [cat] } },
    { body: { allOf: [cat, ref("Fur")] } },
    /fur` is new and required/,
  ],
  [
    "a body that may not be null any more",
    { body: { ...object({ a: TEXT }), type: ["object", "null"] } },
    { body: object({ a: TEXT }) },
    /was `object \| null`, is `object`/,
  ],
  ["a body that had no schema", { body: {} }, { body: object({ a: TEXT }) }, /was `unknown`, is `object`/],
  [
    "a property inside a property of a record",
    { body: ref("Nest"), schemas: { Nest: object({ in: object({ a: TEXT }) }) } },
    { body: ref("Nest"), schemas: { Nest: object({ in: object({ a: TEXT, b: TEXT }, { required: ["b"] }) }) } },
    /`Nest\.in` was `\{ a\?: .*b: string/,
  ],
  [
    "no further properties",
    { body: object({ a: TEXT }) },
    { body: object({ a: TEXT }, { additionalProperties: false }) },
    /`additionalProperties` was none, is `false`/,
  ],
  ...Object.entries({
    dependentRequired: { a: ["b"] },
    dependentSchemas: { a: cat },
    patternProperties: { "^x-": TEXT },
    propertyNames: { pattern: "^[a-z]" },
    unevaluatedProperties: false,
    not: { required: ["b"] },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
    if: { required: ["a"] },
  }).map(([keyword, value]): [string, Parts, Parts, RegExp] => [
    `\`${keyword}\` of bodies`,
    { body: object({ a: TEXT, b: TEXT }) },
    {
      body: object(
        { a: TEXT, b: TEXT },
        { [keyword]: value, ...JSON.parse(keyword === "if" ? '{"then":{"required":["b"]}}' : "{}") },
      ),
    },
    new RegExp(`\`${keyword}\` was none, is`),
  ]),
  [
    "`contains` of a list",
    { body: object({ a: { type: "array", items: TEXT } }) },
    { body: object({ a: { type: "array", items: TEXT, contains: { const: "x" } } }) },
    /`contains` was none/,
  ],
])("%s is breaking", async (_, before, after, message) => {
  const found = await breaking({ schemas, ...before }, { schemas, ...after });
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(message)]));
});

test.each<[string, Parts, Parts]>([
  ["an answer that lost an alternative", { answer: { anyOf: [cat, dog] } }, { answer: dog }],
  [
    "an answer with a property more",
    { answer: object({ a: object({ b: TEXT }) }) },
    { answer: object({ a: object({ b: TEXT, c: TEXT }, { required: ["c"] }) }) },
  ],
  [
    "a record with a property more inside",
    { answer: ref("Nest"), schemas: { Nest: object({ in: object({ a: TEXT }) }) } },
    { answer: ref("Nest"), schemas: { Nest: object({ in: object({ a: TEXT, b: TEXT }) }) } },
  ],
  [
    "an answer that is a part more",
    { answer: object({ a: { allOf: [cat, ref("Fur")] } }) },
    { answer: object({ a: { allOf: [cat, ref("Fur"), dog] } }) },
  ],
  [
    "a body with an alternative more",
    { body: object({ a: { anyOf: [cat, dog] } }) },
    { body: object({ a: { anyOf: [cat, dog, ref("Fur")] } }) },
  ],
  ["a body that may be null", { body: cat }, { body: { anyOf: [cat, { type: "null" }] } }],
  ["a value that may be anything", { body: object({ a: TEXT }) }, { body: object({ a: {} }) }],
  ["an answer that says what it is", { answer: object({ a: {} }) }, { answer: object({ a: TEXT }) }],
  [
    "a list of values with a name",
    { body: object({ a: Color, z: ref("Color") }) },
    { body: object({ a: ref("Color"), z: ref("Color") }) },
  ],
  [
    "the record that fits takes its place",
    { body: object({ a: dog }) },
    {
      body: object({ a: ref("Hound") }),
      schemas: { ...schemas, Hound: object({ name: TEXT, bark: { type: ["number", "string"] } }) },
    },
  ],
  [
    "an answer that is not null any more",
    { answer: object({ a: { anyOf: [Color, { type: "null" }] } }) },
    { answer: object({ a: Color }) },
  ],
  [
    "a pattern of nothing",
    { body: object({ a: { ...TEXT, pattern: "^a" } }) },
    { body: object({ a: { ...TEXT, pattern: "" } }) },
  ],
  [
    "a property that only answers have",
    { body: ref("Pet"), answer: ref("Pet"), schemas: { Pet: object({ a: TEXT }) } },
    { body: ref("Pet"), answer: ref("Pet"), schemas: { Pet: object({ a: TEXT, id: { ...NUMBER, readOnly: true } }) } },
  ],
])("%s is not breaking", async (_, before, after) => {
  expect(await breaking({ schemas, ...before }, { schemas, ...after })).toEqual([]);
});

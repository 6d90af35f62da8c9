import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDescription } from "../load-description.js";
import type { JsonSchema, Schema, SchemaRegistry } from "./schema.js";

const folder = process.env.CORPUS_DIR;
/** All of them with ONESPEC_LONG=1. */
const isChosen = (_file: string, at: number): boolean => process.env.ONESPEC_LONG === "1" || at % 10 === 2;
const files = folder === undefined ? [] : descriptionFiles(folder).filter(isChosen);
const VALUES = [{}, [], "a", 1, true, null];

function descriptionFiles(directory: string): string[] {
  const manifest = JSON.parse(readFileSync(join(directory, "manifest.json"), "utf8")) as {
    readonly items: readonly { readonly file: string }[];
  };
  return manifest.items.map(({ file }) => join(directory, file));
}

test.skipIf(folder === undefined)("the corpus (set CORPUS_DIR to the folder of real descriptions)", () => {
  expect(files.length).toBeGreaterThan(0);
});

test.each(files)(
  "every schema of %s converts and compiles in both views, and a value that is not valid has violations",
  async (file) => {
    const { operations, schemas } = await loadDescription(file);
    const met = new Set<Schema>();
    for (const { parameters, requestBody, responses } of operations) {
      for (const { schema } of parameters) visit(schemas, schema, met);
      for (const { content } of [...(requestBody ? [requestBody] : []), ...responses]) {
        for (const { schema } of content) if (schema) visit(schemas, schema, met);
      }
    }
    for (const view of ["request", "response"] as const) {
      for (const schema of met) {
        const validator = schemas.validator(schema, view);
        for (const value of VALUES) {
          const isValid = validator.violations(value).length === 0;
          expect([schema.uri, value, isValid]).toEqual([schema.uri, value, validator.isValid(value)]);
        }
      }
    }
  },
  300_000,
);

/** Collects the schema and all that it refers to. */
function visit(schemas: SchemaRegistry, schema: Schema, met: Set<Schema>): void {
  if (met.has(schema)) return;
  met.add(schema);
  for (const uri of references(schema.json)) visit(schemas, schemas.at(uri), met);
}

function references(json: JsonSchema): string[] {
  if (typeof json === "boolean") return [];
  if (json.$ref !== undefined) return [json.$ref];
  const { properties, patternProperties, allOf, anyOf, oneOf, prefixItems, items, additionalProperties, not } = json;
  return [
    ...Object.values({ ...properties, ...patternProperties }),
    ...[allOf, anyOf, oneOf, prefixItems].flatMap((list) => list ?? []),
    ...[items, additionalProperties, not].filter((inner) => inner !== undefined),
  ].flatMap(references);
}

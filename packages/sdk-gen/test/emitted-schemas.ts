import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ApiDescription, isByExample, loadDescription, type Operation, type Schema } from "@onespec/spec-core";
import { emitSchema, emitSchemaAt, type SchemaScope } from "../src/emit/emit-schema.js";
import { NameTable } from "../src/plan/name-table.js";
import { planModels } from "../src/plan/plan-models.js";
import type { SchemaData } from "../src/runtime/schema-data.js";
import * as keywords from "../src/runtime/validate/keywords/index.js";

/** A schema as the description has it, and as a generated client would. */
export interface EmittedSchema {
  readonly schema: Schema;
  readonly data: SchemaData;
}

/** The schemas of a description, read back from the text that is written for clients. */
export async function emittedSchemas(
  source: string | object,
): Promise<{ readonly api: ApiDescription; readonly schemas: readonly EmittedSchema[] }> {
  const api = await loadDescription(source);
  const modelAt = planModels(api, new NameTable(new Set()));
  const scope: SchemaScope = { schemas: api.schemas, modelAt, used: new Set(), keywords: new Set() };
  const models = [...new Set(modelAt.values())];
  const schemas = [...new Set([...models.map((model) => model.schema), ...api.operations.flatMap(operationSchemas)])];
  const constants = models.map(({ name, schema }) => `const ${name}Schema = ${emitSchema(schema.json, scope)};`);
  const list = schemas.map((schema) => `${emitSchemaAt(schema, scope)},`);
  const text = [
    `export const make = ({ ${[...scope.keywords].join(", ")} }) => {`,
    ...constants,
    "return [",
    ...list,
    "]; };",
  ].join("\n");
  const folder = await mkdtemp(join(tmpdir(), "onespec-schemas-"));
  const file = join(folder, "schemas.mjs");
  await writeFile(file, text);
  const { make } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    make: (checks: typeof keywords) => readonly SchemaData[];
  };
  const all = make(keywords);
  await rm(folder, { recursive: true, force: true });
  return { api, schemas: schemas.map((schema, at) => ({ schema, data: all[at] ?? true })) };
}

function operationSchemas({ parameters, requestBody, responses }: Operation): Schema[] {
  const media = [...(requestBody?.content ?? []), ...responses.flatMap(({ content }) => content)];
  return [...parameters, ...media].flatMap(({ schema }) => (schema && !isByExample(schema) ? schema : []));
}

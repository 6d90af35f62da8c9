import type { ApiDescription, JsonSchema, MediaType, Schema } from "@onespec/spec-core";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import { fileTest } from "./file-schemas.js";
import { pascalCase } from "./identifier.js";
import type { NameTable } from "./name-table.js";
import { operationReferences, referencesIn, someSchemaPart } from "./schema-parts.js";
import type { ModelPlan } from "./sdk-plan.js";

/** Four times as many as the largest known descriptions have. */
const MOST_MODELS = 20_000;

/** Plans a model for each named schema and each other target of a reference, sorted by name. @throws SdkGenError MODELS_TOO_MANY */
export function planModels(api: ApiDescription, names: NameTable): ReadonlyMap<string, ModelPlan> {
  const named = [...api.schemas.named].sort(([left], [right]) => (left < right ? -1 : 1));
  const found = new Map<string, ModelPlan>();
  const isSplit = splitTest(api);
  const { sent, answered } = schemaUses(api);
  const add = (uri: string, schema: Schema, wanted: string, isNamed: boolean): void => {
    if (found.size >= MOST_MODELS) throw tooMany();
    const name = names.take(pascalCase(wanted, "Model"), `schema ${uri}`, "Model");
    // The class `Book` is exported together with its schema, `BookSchema`.
    names.keep(`${name}Schema`);
    const uses = { sent: sent.has(uri), answered: answered.has(uri) };
    found.set(uri, { name, schema, named: isNamed, inputName: name, ...uses });
  };
  for (const [name, schema] of named) add(schema.uri, schema, name, true);
  for (const uri of [...referencedUris(api)].sort()) {
    const schema = api.schemas.at(uri);
    const known = found.get(schema.uri);
    if (known) found.set(uri, known);
    else add(uri, schema, schema.name ?? nameFromUri(uri), false);
  }
  const plans = new Map<ModelPlan, ModelPlan>();
  for (const [uri, plan] of found) {
    // Runs after all schemas have names, so that a schema called BookInput keeps its name.
    const hasTwo = isSplit(uri, plan.schema) && (plan.answered || !plan.sent);
    const known = plans.get(plan) ?? {
      ...plan,
      inputName: hasTwo ? names.take(inputName(plan.name, names), `input of ${uri}`) : plan.name,
    };
    plans.set(plan, known);
    found.set(uri, known);
  }
  return found;
}

/** `ProductInput`, or `ProductRequest` if another schema has that name. `PartInputRequest` for a schema `PartInput`. */
function inputName(name: string, names: NameTable): string {
  return names.has(`${name}Input`) || name.endsWith("Input") ? `${name}Request` : `${name}Input`;
}

function tooMany(): SdkGenError {
  return new SdkGenError("MODELS_TOO_MANY", `The description has more than ${MOST_MODELS} schemas to make models of.`, {
    hint: "Remove schemas that no operation uses, or split it into several descriptions, one client each.",
  });
}

/** All URIs that schemas of the API refer to, directly or indirectly. */
function referencedUris(api: ApiDescription): Set<string> {
  const uris = new Set<string>();
  for (const { json } of api.schemas.named.values()) referencesIn(json, uris);
  for (const operation of api.operations) operationReferences(operation, uris);
  // The loop also visits URIs that it adds.
  for (const uri of uris) referencesIn(api.schemas.at(uri).json, uris);
  return uris;
}

function nameFromUri(uri: string): string {
  const tokens = uri
    .split(/[#/]/)
    .filter(
      (token) =>
        token !== "" && !/^(components|schemas|definitions|properties|paths|allOf|oneOf|anyOf|\d+)$/.test(token),
    );
  return tokens
    .slice(-2)
    .join(" ")
    .replace(/\.(json|ya?ml)$/i, "");
}

/** Tests if requests and responses have different types for a schema, because of readOnly, writeOnly, enums or dates in it. */
function splitTest(api: ApiDescription): (uri: string, schema: Schema) => boolean {
  const known = new Map<string, boolean>();
  const isFile = fileTest(api);
  const differs = (schema: JsonSchema, path: Set<string>): boolean => {
    if (typeof schema === "boolean") return false;
    if (
      schema.readOnly === true ||
      schema.writeOnly === true ||
      schema.format === "date-time" ||
      schema.format === "date" ||
      isFile(schema)
    )
      return true;
    if (schema.enum?.some((member) => typeof member === "string")) return true;
    if (schema.$ref !== undefined && at(schema.$ref, path)) return true;
    return someSchemaPart(schema, (part) => differs(part, path));
  };
  const at = (uri: string, path: Set<string>): boolean => {
    const before = known.get(uri);
    if (before !== undefined) return before;
    if (path.has(uri)) return false;
    path.add(uri);
    const result = differs(api.schemas.at(uri).json, path);
    // `false` within a cycle is only certain for its entry.
    if (result || path.size === 1) known.set(uri, result);
    return result;
  };
  return (uri) => at(uri, new Set());
}

/** The URIs of the schemas that requests and answers reach. */
export interface SchemaUses {
  readonly sent: ReadonlySet<string>;
  readonly answered: ReadonlySet<string>;
}

/** Finds which schemas requests and answers reach, directly or through others. */
function schemaUses({ operations, schemas }: ApiDescription): SchemaUses {
  const reached = (used: readonly { readonly uri: string; readonly json: JsonSchema }[]): ReadonlySet<string> => {
    const found = new Set(used.map(({ uri }) => uri));
    for (const { json } of used) referencesIn(json, found);
    // The loop also visits URIs that it adds.
    for (const uri of found) referencesIn(schemas.at(uri).json, found);
    return found;
  };
  const of = (content: readonly MediaType[] = []) =>
    content.flatMap(({ schema, itemSchema }) => [schema ?? [], itemSchema ?? []].flat());
  return {
    sent: reached(
      operations.flatMap(({ parameters, requestBody }) => [
        ...parameters.map(({ schema }) => schema),
        ...of(requestBody?.content),
      ]),
    ),
    answered: reached(operations.flatMap(({ responses }) => responses.flatMap(({ content }) => of(content)))),
  };
}

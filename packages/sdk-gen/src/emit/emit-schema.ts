import type { JsonSchema, JsonSchemaObject, Schema } from "@onespec/spec-core";
import type { ModelPlan } from "../plan/sdk-plan.js";
import { literal, propertyName } from "./escape.js";

/** Where references lead, and a note of those that were met, so that the file can import them. */
export interface SchemaScope {
  readonly modelAt: ReadonlyMap<string, ModelPlan>;
  readonly used: Set<ModelPlan>;
}

const SCALARS = [
  "type",
  "format",
  "enum",
  "const",
  "readOnly",
  "writeOnly",
  "required",
  "dependentRequired",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;
const ONE = [
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "contains",
  "unevaluatedItems",
  "not",
  "if",
  "then",
  "else",
] as const;
const LISTS = ["prefixItems", "allOf", "anyOf", "oneOf"] as const;
const MAPS = ["properties", "patternProperties", "dependentSchemas"] as const;

/** A schema by name where it has a file of its own, else written out. */
export function emitSchemaAt({ uri, json }: Schema, scope: SchemaScope): string {
  return emitSchema(scope.modelAt.has(uri) ? { $ref: uri } : json, scope);
}

/** A schema as the data that the runtime's validator takes: only what it checks, keywords and names in one fixed order. */
export function emitSchema(schema: JsonSchema, scope: SchemaScope): string {
  if (typeof schema === "boolean") return String(schema);
  const { $ref } = schema;
  if ($ref !== undefined) {
    const rest = members(schema, scope);
    const target = reference($ref, scope);
    if (rest.length === 0) return target;
    return `{ allOf: [${target}, { ${rest.join(", ")} }] }`;
  }
  const parts = members(schema, scope);
  return parts.length === 0 ? "true" : `{ ${parts.join(", ")} }`;
}

function members(schema: JsonSchemaObject, scope: SchemaScope): string[] {
  return [
    ...SCALARS.flatMap((keyword) =>
      schema[keyword] === undefined || isIdle(keyword, schema[keyword])
        ? []
        : [`${keyword}: ${literal(schema[keyword])}`],
    ),
    ...MAPS.flatMap((keyword) => {
      const map = schema[keyword];
      return map && Object.keys(map).length > 0 ? [`${keyword}: ${emitMap(map, scope)}`] : [];
    }),
    ...ONE.flatMap((keyword) => {
      const part = schema[keyword];
      return part === undefined || (part === true && keyword !== "unevaluatedProperties")
        ? []
        : [`${keyword}: ${emitSchema(part, scope)}`];
    }),
    ...LISTS.flatMap((keyword) => {
      const list = schema[keyword];
      return list && list.length > 0 ? [`${keyword}: [${list.map((part) => emitSchema(part, scope)).join(", ")}]`] : [];
    }),
    ...discriminator(schema, scope),
  ];
}

function isIdle(keyword: string, value: unknown): boolean {
  return value === false
    ? keyword === "readOnly" || keyword === "writeOnly" || keyword === "uniqueItems"
    : Array.isArray(value) && value.length === 0 && keyword === "required";
}

function emitMap(map: Readonly<Record<string, JsonSchema>>, scope: SchemaScope): string {
  const entries = sorted(map).map(([name, schema]) => `${propertyName(name)}: ${emitSchema(schema, scope)}`);
  return `{ ${entries.join(", ")} }`;
}

function discriminator({ discriminator: given, oneOf, anyOf }: JsonSchemaObject, scope: SchemaScope): string[] {
  if (!given?.propertyName || (!oneOf && !anyOf)) return [];
  const mapping = sorted(given.mapping ?? {}).map(([tag, uri]) => `${propertyName(tag)}: ${reference(uri, scope)}`);
  return [
    `discriminator: { propertyName: ${literal(given.propertyName)}${mapping.length > 0 ? `, mapping: { ${mapping.join(", ")} }` : ""} }`,
  ];
}

function reference(uri: string, { modelAt, used }: SchemaScope): string {
  const model = modelAt.get(uri);
  if (!model) return "true";
  used.add(model);
  return `() => ${model.name}Schema`;
}

/** Entries by name, in code unit order: the same on every machine. */
export function sorted<T>(map: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(map).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

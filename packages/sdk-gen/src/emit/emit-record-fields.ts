import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "@onespec/spec-core";
import { comparedFormat } from "../plan/compared-format.js";
import { partsOf, referencesIn } from "../plan/schema-parts.js";
import type { ModelPlan } from "../plan/sdk-plan.js";
import { sorted } from "../sorted.js";
import { emitSchema, formatEntry, type SchemaScope } from "./emit-schema.js";
import { literal, propertyName } from "./escape.js";

/**
 * Depth of properties that queries check: `a`, and `a.b` if the record declares that object inline. Deeper names are
 * not checked.
 */
const LEVELS = 2;
/** The depth up to which parts of schemas are searched. */
const MOST_PARTS = 8;

/**
 * The fields of a record and their types, for queries. References are inlined and shortened: otherwise the bundle of
 * one resource would include most models of the description. Models that requests import anyway stay references.
 */
export function emitRecordFields(schema: JsonSchema, scope: SchemaScope): string {
  return emitField(schema, { ...scope, isQueried: true, loaded: loadedBy(scope) }, LEVELS);
}

interface FieldScope extends SchemaScope {
  readonly loaded: ReadonlySet<ModelPlan>;
}

/** The models that a file imports, directly or indirectly. */
function loadedBy({ used, modelAt }: SchemaScope): ReadonlySet<ModelPlan> {
  const loaded = new Set(used);
  for (const model of loaded) {
    for (const uri of referencesOf(model)) {
      const other = modelAt.get(uri);
      if (other) loaded.add(other);
    }
  }
  return loaded;
}

const references = new WeakMap<ModelPlan, ReadonlySet<string>>();

/** Cached, since every resource needs it. */
function referencesOf(model: ModelPlan): ReadonlySet<string> {
  let known = references.get(model);
  if (!known) {
    const found = new Set<string>();
    referencesIn(model.schema.json, found);
    known = found;
    references.set(model, known);
  }
  return known;
}

function emitField(schema: JsonSchema, scope: FieldScope, levels: number): string {
  const { schemas, modelAt, loaded } = scope;
  const uri = typeof schema === "object" ? schema.$ref : undefined;
  const model = uri === undefined ? undefined : modelAt.get(uri);
  if (model && loaded.has(model)) return emitSchema(schema, scope);
  const target = schemas.follow(schema);
  if (typeof target === "boolean") return String(target);
  const all = [...new Set(within(schemas, target))];
  const fields = fieldsOf(schemas, target);
  const items = itemsOf(all);
  const isPlain = fields.size === 0 && items === undefined && partsOf(target).length === 0;
  if (isPlain && target.type !== "object") return emitSchema(target, scope);
  const types = [...typesOf(schemas, target)].sort();
  const properties = sorted(levels === 0 ? {} : Object.fromEntries(fields)).map(([name, either]) => {
    const texts = new Set(either.map((field) => emitField(field, scope, refersOn(field) ? 0 : levels - 1)));
    const [only = "true"] = texts;
    const text = texts.size === 1 ? only : emitEither(either, texts, scope);
    scope.written?.noteName(text, name);
    return `${propertyName(name)}: ${text}`;
  });
  const only = items === undefined && fields.size === 0 ? onlyOne(all) : undefined;
  const format = only && comparedFormat(only);
  const members = only?.enum && types.includes("null") ? [...new Set([...only.enum, null])] : only?.enum;
  const parts = [
    ...(types.length === 0 ? [] : [`type: ${literal(types.length === 1 ? types[0] : types)}`]),
    ...formatEntry(format, scope),
    ...(members === undefined ? [] : [`enum: ${literal(members)}`]),
    ...(properties.length === 0 ? [] : [`properties: { ${properties.join(", ")} }`]),
    ...(items === undefined || levels === 0 ? [] : [`items: ${emitField(items, scope, refersOn(items) ? 0 : levels)}`]),
    ...(fields.size === 0 && target.additionalProperties === false ? ["additionalProperties: false"] : []),
    // The types have an index signature then, and queries take any name.
    ...(fields.size > 0 && typeof target.additionalProperties === "object" ? ["additionalProperties: true"] : []),
  ];
  // Queries check single fields of the record, and never the record itself.
  if (levels < LEVELS && (properties.length > 0 || target.additionalProperties === false)) {
    scope.keywords.add("objectMembers");
    parts.push("uses: [objectMembers]");
  }
  const text = parts.length === 0 ? "true" : `{ ${parts.join(", ")} }`;
  scope.written?.note(text);
  return text;
}

/**
 * A property that the alternatives of a record declare differently, such as the constant that identifies the
 * alternative.
 */
function emitEither(fields: readonly JsonSchema[], texts: ReadonlySet<string>, { schemas }: FieldScope): string {
  if (texts.has("true")) return "true";
  const types = [...typesOf(schemas, { anyOf: fields })].sort();
  const members = fields.map((field) => {
    const target = schemas.follow(field);
    return typeof target === "boolean" ? undefined : (target.enum ?? ("const" in target ? [target.const] : undefined));
  });
  const isEnum = members.every((some) => some !== undefined);
  const telling = [...texts].filter((text) => !ONLY_TYPE.test(text));
  const parts = [
    ...(types.length === 0 ? [] : [`type: ${literal(types.length === 1 ? types[0] : types)}`]),
    ...(isEnum ? [`enum: ${literal([...new Set(members.flat())])}`] : []),
    ...(isEnum || telling.length === 0 ? [] : [`anyOf: [${telling.join(", ")}]`]),
  ];
  return `{ ${parts.join(", ")} }`;
}

const ONLY_TYPE = /^\{ type: (?:"\w+"|\[[^\]]*\]) \}$/;

/** True for a reference, and for a combination with one. */
function refersOn(schema: JsonSchema): boolean {
  return typeof schema === "object" && (schema.$ref !== undefined || partsOf(schema).some(refersOn));
}

/** The schema with all its parts and branches, recursively. */
function within(schemas: SchemaRegistry, schema: JsonSchema, depth = 0): readonly JsonSchemaObject[] {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return [];
  const parts = partsOf(target);
  return parts.length === 0 ? [target] : [target, ...parts.flatMap((part) => within(schemas, part, depth + 1))];
}

/**
 * The properties of the schema and its parts, with the first declaration of each. For a property of alternatives, the
 * declaration in each of them.
 */
function fieldsOf(schemas: SchemaRegistry, schema: JsonSchema, depth = 0): ReadonlyMap<string, readonly JsonSchema[]> {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return new Map();
  const { properties = {}, allOf = [], anyOf = [], oneOf = [] } = target;
  const within = (part: JsonSchema) => [...fieldsOf(schemas, part, depth + 1)];
  const fields = new Map<string, readonly JsonSchema[]>();
  for (const [name, some] of [...anyOf, ...oneOf].flatMap(within))
    fields.set(name, [...new Set([...(fields.get(name) ?? []), ...some])]);
  for (const [name, some] of [...allOf].reverse().flatMap(within)) fields.set(name, some);
  for (const [name, field] of Object.entries(properties)) fields.set(name, [field]);
  return fields;
}

function itemsOf(all: readonly JsonSchemaObject[]): JsonSchema | undefined {
  return all.find(({ items }) => items !== undefined)?.items;
}

/** The JSON types of a value; empty for any type. */
function typesOf(schemas: SchemaRegistry, schema: JsonSchema, depth = 0): ReadonlySet<string> {
  const target = schemas.follow(schema);
  if (typeof target === "boolean" || depth > MOST_PARTS) return new Set();
  if (target.type !== undefined) return new Set([target.type].flat());
  if (target.enum) return new Set(target.enum.map(typeOf));
  if ("const" in target) return new Set([typeOf(target.const)]);
  const choices = [target.anyOf ?? [], target.oneOf ?? []].filter((branches) => branches.length > 0);
  for (const branches of choices) {
    const found = branches.map((branch) => typesOf(schemas, branch, depth + 1));
    if (found.every(({ size }) => size > 0)) return new Set(found.flatMap((types) => [...types]));
  }
  for (const part of target.allOf ?? []) {
    const found = typesOf(schemas, part, depth + 1);
    if (found.size > 0) return found;
  }
  return new Set(target.properties ? ["object"] : []);
}

function typeOf(member: unknown): string {
  return member === null ? "null" : Array.isArray(member) ? "array" : typeof member;
}

/** The only schema among the parts and branches, null apart, that describes the value. */
function onlyOne(all: readonly JsonSchemaObject[]): JsonSchemaObject | undefined {
  const speaking = all.filter(
    (part) => part.type !== "null" && (partsOf(part).length === 0 || (part.format ?? part.enum) !== undefined),
  );
  return speaking.length === 1 ? speaking[0] : undefined;
}

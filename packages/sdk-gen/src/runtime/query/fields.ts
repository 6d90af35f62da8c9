import { ValidationError } from "../errors.js";
import type { Place } from "../resource-spec.js";
import type { SchemaData, SchemaObject } from "../schema-data.js";
import { issueOf, thereAre } from "../validate/issue.js";
import { partsOf, targetOf, typesOf } from "../validate/types-of.js";

const declared = new WeakMap<SchemaObject, ReadonlyMap<string, SchemaData>>();

/** The properties of a schema, its parts and branches. Empty if the schema names none, so that any may exist. Cached. */
export function fieldsOf(schema: SchemaData): ReadonlyMap<string, SchemaData> {
  const target = targetOf(schema);
  if (typeof target !== "object") return new Map();
  let fields = declared.get(target);
  if (!fields) {
    // A schema inside itself adds nothing.
    declared.set(target, new Map());
    fields = declaredBy(target);
    declared.set(target, fields);
  }
  return fields;
}

/** The first declaration of a name wins. Branches, which are kinds of a record, may each have their own. */
function declaredBy({ properties = {}, allOf = [], anyOf = [], oneOf = [] }: SchemaObject): Map<string, SchemaData> {
  const within = (part: SchemaData) => [...fieldsOf(part)];
  const kinds = new Map<string, Set<boolean | SchemaObject>>();
  for (const [name, field] of [...anyOf, ...oneOf].flatMap(within))
    kinds.set(name, (kinds.get(name) ?? new Set()).add(targetOf(field)));
  return new Map([
    ...[...kinds].map(([name, fields]) => [name, eitherOf([...fields])] as const),
    ...[...allOf].reverse().flatMap(within),
    ...Object.entries(properties),
  ]);
}

function eitherOf(fields: readonly (boolean | SchemaObject)[]): SchemaData {
  const [only = true] = fields;
  const objects = fields.filter((field) => typeof field === "object");
  if (fields.length === 1) return only;
  if (objects.length < fields.length) return true;
  const members = objects.map((field) => field.enum ?? ("const" in field ? [field.const] : undefined));
  const types = objects.map((field) => typesOf(field));
  return {
    ...(types.every(({ size }) => size > 0) && { type: [...new Set(types.flatMap((some) => [...some]))] }),
    ...(members.every((some) => some !== undefined) && { enum: members.flat() }),
    anyOf: objects,
  };
}

/** The schema at a path, also inside arrays. `undefined` if there is no such field, `true` if any value is allowed. */
export function fieldAt(schema: SchemaData | undefined, [name, ...rest]: Place): SchemaData | undefined {
  if (name === undefined || schema === undefined) return schema;
  const fields = fieldsOf(schema);
  const target = targetOf(schema);
  const { type = "object", items, additionalProperties: further } = typeof target === "object" ? target : {};
  let field = fields.get(name);
  // Undeclared properties exist only if the description allows them.
  if (fields.size > 0) field ??= further || undefined;
  else if (items !== undefined) field = fieldAt(items, [name]);
  else if (target && further !== false && [type].flat().includes("object")) field = true;
  return fieldAt(field, rest);
}

/** The format of a schema or of one of its parts. */
export function formatOf(schema: SchemaData): SchemaObject["format"] {
  return [...within(schema)].find(({ format }) => format)?.format;
}

/** The schema with its parts and branches, recursively. */
function within(schema: SchemaData, found: Set<SchemaObject> = new Set()): ReadonlySet<SchemaObject> {
  const target = targetOf(schema);
  if (typeof target === "object" && !found.has(target)) {
    found.add(target);
    for (const part of partsOf(target)) within(part, found);
  }
  return found;
}

/** The error of a clause: `sort.title`. */
export function invalidClause(resource: string, clause: string, message: string, keyword = "query"): ValidationError {
  return new ValidationError([issueOf(undefined, clause, keyword, message)], `${resource}.find`);
}

/** The path of a field. @throws ValidationError if there is no such field */
export function fieldIn(
  { schema, name: resource }: { readonly schema: SchemaData; readonly name: string },
  clause: string,
  name: string,
  keyword?: string,
): readonly string[] {
  const place = name.split(".");
  if (fieldAt(schema, place) !== undefined) return place;
  const message = `is not a field${thereAre(fieldsOf(schema).keys())}`;
  throw invalidClause(resource, `${clause}.${name}`, message, keyword);
}

import {
  type JsonSchema,
  objectProperties,
  type Schema,
  type SchemaRegistry,
  withoutReadOnly,
  withoutWriteOnly,
} from "@onespec/spec-core";
import { schemaShape } from "./schema-shape.js";

/** A copy of a value without the properties that its schema flags; the value itself when it has none. */
export type Stripper = (value: unknown) => unknown;

type Flag = "readOnly" | "writeOnly";

/** Beyond this many schemas below one it is taken to flag something, which costs a walk over each value and changes nothing else. */
const SEARCH_LIMIT = 300;

/**
 * What takes flagged properties out of values of one schema, as cheap as the schema allows; `undefined` when it flags none.
 * Most schemas flag some properties at the top and nothing below.
 */
export function propertyStripper(schemas: SchemaRegistry, schema: Schema, flag: Flag): Stripper | undefined {
  const root = schemas.follow(schema.json);
  const properties = [...objectProperties(schemas, root).values()];
  const flagged = new Set(properties.filter((property) => property[flag]).map(({ name }) => name));
  const isSimple = typeof root === "object" && !root.oneOf && !root.anyOf && root.items === undefined;
  const isDeep = flagsBelow(schemas, root, flag, flagged);
  if (flagged.size === 0 && !isDeep) return undefined;
  if (isSimple && !isDeep) return (value) => withoutNames(value, flagged);
  const strip = flag === "readOnly" ? withoutReadOnly : withoutWriteOnly;
  return (value) => strip(value, schema, schemas);
}

function withoutNames(value: unknown, names: ReadonlySet<string>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  for (const name of names) {
    if (Object.hasOwn(value, name)) return Object.fromEntries(Object.entries(value).filter(([key]) => !names.has(key)));
  }
  return value;
}

/** Is there a flagged property anywhere but among those of the root that are known? */
function flagsBelow(schemas: SchemaRegistry, root: JsonSchema, flag: Flag, known: ReadonlySet<string>): boolean {
  const seen = new Set<object>();
  const queue: JsonSchema[] = [];
  const add = (json: JsonSchema): void => {
    const target = schemas.follow(json);
    if (typeof target === "boolean" || seen.has(target)) return;
    seen.add(target);
    queue.push(target);
  };
  const shape = schemaShape(schemas, root);
  for (const { name, schema } of shape.properties.values()) if (!known.has(name)) add(schema);
  for (const json of [shape.items, shape.additional]) if (json !== undefined) add(json);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.size > SEARCH_LIMIT) return true;
    const { properties, items, additional } = schemaShape(schemas, next);
    for (const property of properties.values()) {
      if (property[flag]) return true;
      add(property.schema);
    }
    if (items !== undefined) add(items);
    if (additional !== undefined) add(additional);
  }
  return false;
}

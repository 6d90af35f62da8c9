import { FORMAT_NAMES, keywordNames } from "../src/emit/schema-keywords.js";
import type { SchemaData, SchemaObject } from "../src/runtime/schema-data.js";
import type { Format, Keyword } from "../src/runtime/validate/keyword.js";
import * as keywords from "../src/runtime/validate/keywords/index.js";

const CHECKS: Readonly<Record<string, Keyword | Format>> = keywords;
const known = new Map<object, SchemaData>();

/** The schema with the checks that its rarer keywords need, as generated files have them. Written by hand it would be a list beside each schema. */
export function withKeywords(schema: SchemaData): SchemaData {
  if (typeof schema === "boolean") return schema;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const made = typeof schema === "function" ? () => withKeywords(schema()) : equipped(schema);
  known.set(schema, made);
  return made;
}

function equipped(schema: SchemaObject): SchemaObject {
  const { format, type, enum: members, const: constant, ...others } = schema;
  const check = typeof format === "string" ? CHECKS[FORMAT_NAMES[format] ?? ""] : undefined;
  const inside = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, visited(name, value)]));
  return {
    ...schema,
    ...inside,
    ...(check ? { format: check as Format } : {}),
    uses: keywordNames({ ...schema }).map((name) => CHECKS[name] as Keyword),
  };
}

const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);

function visited(name: string, value: unknown): unknown {
  if (typeof value === "function") return withKeywords(value as SchemaData);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => visited("", item));
  if (name === "discriminator") {
    const { subtypes, ...rest } = value as NonNullable<SchemaObject["discriminator"]>;
    return { ...rest, ...(subtypes ? { subtypes: mapped(subtypes) } : {}) };
  }
  return MAPS.has(name) ? mapped(value) : name === "dependentRequired" ? value : withKeywords(value as SchemaObject);
}

function mapped(schemas: object): object {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, withKeywords(schema)]));
}

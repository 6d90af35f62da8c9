import {
  type JsonSchema,
  joinPointer,
  type Schema,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";
import type { PlacedFile } from "../model/sent-file.js";

/** Keywords that ask something of a text, which bytes that were put aside are not. */
const OF_TEXT = new Set(["minLength", "maxLength", "pattern", "format", "enum", "const"]);

/** Replaces the violations of files that were put aside by those of their sizes. */
export function withFileViolations(
  schemas: SchemaRegistry,
  schema: Schema,
  files: readonly PlacedFile[],
  violations: readonly SchemaViolation[],
): readonly SchemaViolation[] {
  const aside = new Map(
    files.flatMap(({ place, file }) => (file.content ? [[joinPointer("", ...place), { place, file }] as const] : [])),
  );
  if (aside.size === 0) return violations;
  const others = violations.filter(({ path, keyword }) => !(aside.has(path) && OF_TEXT.has(keyword)));
  const ofSize = [...aside].flatMap(([path, { place, file }]) => {
    const json = schemas.follow(jsonAt(schemas, schema.json, place));
    if (typeof json !== "object") return [];
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = json;
    if (file.size < minLength) return [violation(path, "minLength", `has fewer than ${minLength} bytes`, minLength)];
    if (file.size > maxLength) return [violation(path, "maxLength", `has more than ${maxLength} bytes`, maxLength)];
    return [];
  });
  return [...others, ...ofSize];
}

function violation(path: string, keyword: string, message: string, limit: number): SchemaViolation {
  return { path, keyword, message, params: { limit } };
}

function jsonAt(schemas: SchemaRegistry, json: JsonSchema, place: readonly string[]): JsonSchema {
  return place.reduce((current: JsonSchema, name) => {
    const { properties, items, additional } = schemaShape(schemas, current);
    return properties.get(name)?.schema ?? items ?? additional ?? true;
  }, json);
}

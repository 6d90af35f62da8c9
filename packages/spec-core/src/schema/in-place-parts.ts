import type { JsonSchema, JsonSchemaObject } from "./schema.js";

/** The schema and each one inside it that is about the same value, references not followed. */
export function inPlaceParts(json: JsonSchema): JsonSchemaObject[] {
  const found: JsonSchemaObject[] = [];
  isSomePart(json, (part) => {
    found.push(part);
    return false;
  });
  return found;
}

/** Is there one among the schema and those inside it that are about the same value? */
export function isSomePart(json: JsonSchema, test: (part: JsonSchemaObject) => boolean): boolean {
  if (typeof json === "boolean") return false;
  if (test(json)) return true;
  const { allOf, oneOf, anyOf, not, if: condition, then: yes, else: no, dependentSchemas } = json;
  for (const list of [allOf, oneOf, anyOf]) if (list?.some((part) => isSomePart(part, test))) return true;
  for (const part of [not, condition, yes, no]) if (part !== undefined && isSomePart(part, test)) return true;
  return dependentSchemas !== undefined && Object.values(dependentSchemas).some((part) => isSomePart(part, test));
}

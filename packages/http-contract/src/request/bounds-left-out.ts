import { type JsonSchema, keywordsOf, type SchemaRegistry, type SchemaViolation } from "@onespec/spec-core";

/** Keywords that bound a value. Another schema for the same value, such as a looser one in the request, does not lift them. */
const BOUNDS: ReadonlySet<string> = new Set([
  "multipleOf",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "format",
]);

/**
 * Finds where a sent value is beyond a bound that its request leaves out and the record's schema has: a price with three decimals. No answer
 * could show it. A bound that the request has as well is the one that clients go by.
 */
export function boundsLeftOut(
  schemas: SchemaRegistry,
  sent: JsonSchema,
  kept: JsonSchema,
): (value: unknown) => readonly SchemaViolation[] {
  const said = keywordsOf(schemas, sent);
  const validator = schemas.validator(schemas.schemaOf(kept), "response");
  return (value) =>
    value === undefined || validator.isValid(value)
      ? []
      : validator
          .violations(value)
          .filter(({ path, keyword }) => path === "" && BOUNDS.has(keyword) && !Object.hasOwn(said, keyword));
}

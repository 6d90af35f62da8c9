import {
  type JsonSchema,
  keywordsOf,
  type SchemaRegistry,
  type SchemaViolation,
  schemaShape,
} from "@onespec/spec-core";

/** Keywords that bound a value. Another schema for the same value, such as a looser one in the request, does not lift them. */
const BOUNDS: ReadonlySet<string> = new Set([
  "multipleOf",
  "maximum",
  "minimum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
]);

/** Keywords that list or describe the allowed values. */
export const CHOICES: ReadonlySet<string> = new Set(["enum", "const", "pattern", "format"]);

/**
 * Finds sent values that violate a bound of the record's schema which the request's schema lacks: a price with three
 * decimals. No answer could show such a value. Also looks into the items of a list. If the request's schema has the
 * bound too, its own value counts.
 * @param more further keywords to treat as bounds
 */
export function boundsLeftOut(
  schemas: SchemaRegistry,
  sent: JsonSchema,
  kept: JsonSchema,
  more: ReadonlySet<string> = NONE,
): (value: unknown) => readonly SchemaViolation[] {
  const said = keywordsOf(schemas, sent);
  const validator = schemas.validator(schemas.schemaOf(kept), "response");
  const isLeftOut = (keyword: string): boolean =>
    (BOUNDS.has(keyword) || more.has(keyword)) && !Object.hasOwn(said, keyword);
  return (value) => {
    if (value === undefined || validator.isValid(value)) return [];
    const own = validator.violations(value).filter(({ path, keyword }) => path === "" && isLeftOut(keyword));
    const [from, to] = [sent, kept].map((json) => schemaShape(schemas, json).items);
    if (!Array.isArray(value) || to === undefined) return own;
    const ofItem = boundsLeftOut(schemas, from ?? true, to, more);
    return [...own, ...value.flatMap((item, at) => ofItem(item).map((one) => ({ ...one, path: `/${at}${one.path}` })))];
  };
}

const NONE: ReadonlySet<string> = new Set();

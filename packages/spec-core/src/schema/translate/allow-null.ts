import { isObject } from "../../json/is-object.js";
import type { JsonSchema } from "../schema.js";
import { isAnnotation } from "../shape/reference-siblings.js";

type Keywords = Record<string, unknown>;

/** Keywords under which a plain `type: [..., "null"]` does not yet let null through. */
const COMBINATORS = ["allOf", "anyOf", "oneOf", "not", "$ref", "const", "if"];

/**
 * Null that a description means but strict validators reject: `nullable` without a `type` beside it has no effect, an `enum`
 * beside it must name null itself (OpenAPI 3.0.3, "Schema Object"), and from 3.1 on nobody knows the keyword. It is taken in
 * requests; answers never hold it.
 */
const LOOSE_NULL = { type: "null", "x-loose-null": true } as const;

export function isLooseNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["x-loose-null"] === true;
}

/**
 * Lets null through.
 * @param isKnown does the document's version have the keyword?
 * @param isAnswered may answers hold it as well, whatever strict validators say?
 * @see OpenAPI 3.0.4, "Schema Object", nullable
 */
export function allowNull(out: Keywords, isKnown: boolean, isAnswered = false): JsonSchema & object {
  const { enum: values, type } = out;
  const isEnumerated = Array.isArray(values) && !values.includes(null);
  if (!COMBINATORS.some((keyword) => keyword in out)) {
    if (type === undefined && !isEnumerated) return out as JsonSchema & object;
    if (isKnown && type !== undefined && !isEnumerated) {
      out.type = [...new Set([type, "null"].flat())];
      return out as JsonSchema & object;
    }
  }
  const outer: Keywords = {};
  const inner: Keywords = {};
  for (const [keyword, value] of Object.entries(out)) {
    const annotates = isAnnotation(keyword) && keyword !== "discriminator";
    (annotates ? outer : inner)[keyword] = value;
  }
  const { allOf, ...others } = inner;
  const [only, ...more] = (allOf as JsonSchema[] | undefined) ?? [];
  const bare = only !== undefined && more.length === 0 && Object.keys(others).length === 0;
  return { ...outer, anyOf: [bare ? only : (inner as JsonSchema), isAnswered ? { type: "null" } : LOOSE_NULL] };
}

/**
 * True for the alternative "or null" as generators write it beside a reference: `{ nullable: true }`, which says nothing else, or an
 * enumeration of null alone.
 */
export function meansNull(raw: unknown): boolean {
  if (!isObject(raw)) return false;
  const { nullable, enum: values } = raw;
  if (Array.isArray(values) && values.length > 0) return nullable === true && values.every((value) => value === null);
  return nullable === true && Object.keys(raw).every((keyword) => isAnnotation(keyword) && keyword !== "discriminator");
}

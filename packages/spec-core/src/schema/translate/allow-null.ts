import { isObject } from "../../json/is-object.js";
import type { JsonSchema } from "../schema.js";
import { isAnnotation } from "../shape/reference-siblings.js";

type Keywords = Record<string, unknown>;

/** Keywords that may still reject null if the schema has `type: [..., "null"]`. */
const COMBINATORS = ["allOf", "anyOf", "oneOf", "not", "$ref", "const", "if"];

/**
 * The alternative for null if a description intends null but strict validators reject it. `nullable` without `type` has
 * no effect, and `enum` must then contain null itself (OpenAPI 3.0.3, "Schema Object"). From 3.1 on, the keyword does
 * not exist. Requests accept such a null, but answers never contain it.
 */
const LOOSE_NULL = { type: "null", "x-loose-null": true } as const;

export function isLooseNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["x-loose-null"] === true;
}

/**
 * Makes a schema accept null.
 * @param isKnown true if the document's version has the keyword
 * @param isAnswered true if answers may contain null too, even if strict validators reject it
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
 * True for "or null" as generators write it next to a reference: `{ nullable: true }` without other keywords, or an
 * `enum` with only null.
 */
export function meansNull(raw: unknown): boolean {
  if (!isObject(raw)) return false;
  const { nullable, enum: values } = raw;
  if (Array.isArray(values) && values.length > 0) return nullable === true && values.every((value) => value === null);
  return nullable === true && Object.keys(raw).every((keyword) => isAnnotation(keyword) && keyword !== "discriminator");
}

import { isAnnotation } from "./reference-siblings.js";
import type { JsonSchema } from "./schema.js";

type Keywords = Record<string, unknown>;

/** Keywords under which a plain `type: [..., "null"]` does not yet let null through. */
const COMBINATORS = ["allOf", "anyOf", "oneOf", "not", "$ref", "const", "if"];

/**
 * Null that a description means but strict validators refuse: `nullable` without a `type` beside it has no effect (OpenAPI 3.0.3,
 * "Schema Object"). It is taken in requests; answers never hold it.
 */
const LOOSE_NULL = { type: "null", "x-loose-null": true } as const;

export function isLooseNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["x-loose-null"] === true;
}

/** Lets null through. @see OpenAPI 3.0.4, "Schema Object", nullable */
export function allowNull(out: Keywords): JsonSchema & object {
  if (!COMBINATORS.some((keyword) => keyword in out)) {
    if (out.type !== undefined) out.type = [...new Set([out.type, "null"].flat())];
    if (Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null];
    return out as JsonSchema & object;
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
  return { ...outer, anyOf: [bare ? only : (inner as JsonSchema), LOOSE_NULL] };
}

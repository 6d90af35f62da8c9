import type { JsonSchema } from "@onespec/spec-core";
import { docComment } from "./doc-comment.js";

/** The lines of the comment, each after a line break and two spaces. */
export function propertyComment(property: JsonSchema, comments: Map<JsonSchema, string> | undefined): string {
  if (typeof property === "boolean") return "";
  const known = comments?.get(property);
  if (known !== undefined) return known;
  let text = "";
  for (const line of docComment(...propertyDoc(property))) text += `\n  ${line}`;
  comments?.set(property, text);
  return text;
}

/** Limits that a type cannot express. */
const TOLD = ["minimum", "maximum", "minLength", "maxLength", "pattern"] as const;

function propertyDoc(property: JsonSchema): (string | undefined)[] {
  if (typeof property === "boolean") return [];
  const { description, title, format, deprecated } = property;
  const facts = format ? [format] : [];
  for (const keyword of TOLD) {
    const limit = property[keyword];
    // A larger limit would be printed rounded, and the format already implies it.
    const isRounded = typeof limit === "number" && Math.abs(limit) > Number.MAX_SAFE_INTEGER;
    if (limit !== undefined && !isRounded) facts.push(`${keyword} ${String(limit)}`);
  }
  const extra = facts.join(", ");
  return [description ?? title, extra === "" ? undefined : `(${extra})`, deprecated ? "@deprecated" : undefined];
}

import { isReference } from "../../json/is-object.js";
import { wordList } from "../../words/word-list.js";

/** A reference without siblings that say anything: another name for its target. */
export function isBareReference(raw: unknown, dialect: "3.0" | "3.1"): raw is { readonly $ref: string } {
  return isReference(raw) && !Object.keys(raw).some((keyword) => isKeptSibling(keyword, dialect));
}

/** OpenAPI 3.0, "Reference Object": siblings are ignored. Siblings that only describe the place are kept all the same. */
export function isKeptSibling(keyword: string, dialect: "3.0" | "3.1"): boolean {
  if (keyword === "$ref" || keyword === "$dynamicRef" || keyword === "summary" || IDENTIFIERS.has(keyword))
    return false;
  return dialect === "3.1" || isAnnotation(keyword);
}

/** Keywords that say nothing about whether a value is valid; with the vendor's `x-` ones. */
const ANNOTATIONS = new Set(
  wordList(`
  title description default example examples deprecated readOnly writeOnly nullable externalDocs xml discriminator
`),
);

/** Identify or hold schemas. References are URIs by now, and what they point to is found in the document. */
const IDENTIFIERS = new Set([
  "$id",
  "id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$vocabulary",
  "$comment",
  "$defs",
  "definitions",
]);

/** True for keywords that identify a schema or contain others, such as `$id` and `$defs`. */
export function isIdentifier(keyword: string): boolean {
  return IDENTIFIERS.has(keyword);
}

/** True for keywords that only describe. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}

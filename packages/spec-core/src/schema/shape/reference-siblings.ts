import { isReference } from "../../json/is-object.js";
import { wordList } from "../../words/word-list.js";

/** True for a reference without siblings that have an effect. It is only another name for its target. */
export function isBareReference(raw: unknown, dialect: "3.0" | "3.1"): raw is { readonly $ref: string } {
  return isReference(raw) && !Object.keys(raw).some((keyword) => isKeptSibling(keyword, dialect));
}

/**
 * True for siblings of a reference that are kept. OpenAPI 3.0 ignores all of them ("Reference Object"), but those that
 * only describe are kept.
 */
export function isKeptSibling(keyword: string, dialect: "3.0" | "3.1"): boolean {
  if (keyword === "$ref" || keyword === "$dynamicRef" || keyword === "summary" || IDENTIFIERS.has(keyword))
    return false;
  return dialect === "3.1" || isAnnotation(keyword);
}

/** Keywords that do not affect whether a value is valid. The `x-` keywords of vendors are added by `isAnnotation`. */
const ANNOTATIONS = new Set(
  wordList(`
  title description default example examples deprecated readOnly writeOnly nullable externalDocs xml discriminator
`),
);

/**
 * Keywords that identify or contain schemas. They are not needed: references are URIs already, and their targets are
 * found in the document.
 */
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

import type { Documents } from "../../document/documents.js";
import { isObject } from "../../json/is-object.js";

/** The direction in which a property is omitted: readOnly in requests, writeOnly in responses. */
export type PropertyFlag = "readOnly" | "writeOnly";

/**
 * True if the schema, as written in the description, has the flag: directly, behind a reference, in a part of its
 * `allOf`, or in its only alternative next to null. Reads the document, so that a property's schema need not be
 * converted.
 */
export function hasFlag(documents: Documents, raw: unknown, flag: PropertyFlag): boolean {
  return carries(documents, raw, flag, undefined, { parts: 0 });
}

/** Maximum depth of parts, including references, that are searched for a flag. */
const DEEPEST = 200;
const MOST_PARTS = 2_000;

function carries(
  documents: Documents,
  raw: unknown,
  flag: PropertyFlag,
  path: ReadonlySet<unknown> | undefined,
  seen: { parts: number },
): boolean {
  seen.parts += 1;
  if (!isObject(raw)) return false;
  if (raw[flag] === true || raw[flag] === "true") return true;
  const parts: unknown[] = [];
  if (typeof raw.$ref === "string") parts.push(documents.at(raw.$ref)?.value);
  if (raw.allOf !== undefined) parts.push(...[raw.allOf].flat());
  if (raw.anyOf !== undefined || raw.oneOf !== undefined) {
    const alternatives = [raw.anyOf ?? [], raw.oneOf ?? []].flat().filter((part) => !isNull(part));
    if (alternatives.length === 1) parts.push(alternatives[0]);
  }
  if (parts.length === 0 || path?.has(raw) || (path?.size ?? 0) > DEEPEST || seen.parts > MOST_PARTS) return false;
  const open = new Set(path).add(raw);
  return parts.some((part) => carries(documents, part, flag, open, seen));
}

function isNull(raw: unknown): boolean {
  return isObject(raw) && raw.type === "null";
}

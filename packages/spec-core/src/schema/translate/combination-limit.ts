import type { Documents } from "../../document/documents.js";
import { isObject, type JsonObject } from "../../json/is-object.js";

/** The size of a schema with all schemas that apply to the same value. */
interface Extent {
  /** Number of parts and alternatives. A schema counts each time it is used. */
  readonly parts: number;
  /** The longest path from the schema to one of them. */
  readonly steps: number;
}

/** Ten times the number of parts of the largest known schema. */
const MOST_PARTS = 10_000;
const MOST_STEPS = 200;
const ALONE: Extent = { parts: 1, steps: 0 };
const LISTS = ["allOf", "oneOf", "anyOf"] as const;
const SINGLES = ["not", "if", "then", "else"] as const;
const COMBINING = [...LISTS, ...SINGLES, "dependentSchemas"] as const;

/**
 * Creates a function that finds schemas with too many combinations of other schemas (`allOf`, `oneOf`, ..., including
 * references). `allOf: [next, next]`, thirty schemas deep, has a billion. Reads the schemas of the document, and only
 * the requested ones and those that they lead to, each once.
 */
export function createCombinationLimit(
  documents: Pick<Documents, "at">,
): (raw: JsonObject) => "too-deep" | "too-large" | undefined {
  const known = new Map<object, Extent>();
  const open = new Set<object>();

  function extentOf(raw: JsonObject): Extent {
    const before = known.get(raw);
    if (before !== undefined) return before;
    if (open.has(raw) || !isCombined(raw)) return ALONE;
    // A result above the limit is enough, and the stack might not hold the whole path.
    if (open.size > MOST_STEPS * 2) return { parts: 1, steps: MOST_STEPS + 1 };
    open.add(raw);
    let parts = 1;
    let steps = 0;
    for (const part of partsOf(raw, documents)) {
      if (!isObject(part)) continue;
      const extent = extentOf(part);
      parts += extent.parts;
      steps = Math.max(steps, isOnlyName(raw) ? extent.steps : extent.steps + 1);
    }
    open.delete(raw);
    const extent = { parts, steps };
    known.set(raw, extent);
    return extent;
  }

  return (raw) => {
    if (isOnlyName(raw) || !isCombined(raw)) return undefined;
    const { parts, steps } = extentOf(raw);
    if (steps > MOST_STEPS) return "too-deep";
    return parts > MOST_PARTS ? "too-large" : undefined;
  };
}

function isCombined(raw: JsonObject): boolean {
  return typeof raw.$ref === "string" || COMBINING.some((keyword) => raw[keyword] !== undefined);
}

/** True for a reference without other keywords. */
function isOnlyName(raw: JsonObject): boolean {
  if (typeof raw.$ref !== "string") return false;
  for (const keyword in raw) if (keyword !== "$ref") return false;
  return true;
}

function partsOf(raw: JsonObject, documents: Pick<Documents, "at">): readonly unknown[] {
  return [
    ...(typeof raw.$ref === "string" ? [documents.at(raw.$ref)?.value] : []),
    ...LISTS.flatMap((keyword) => raw[keyword]),
    ...SINGLES.map((keyword) => raw[keyword]),
    ...(isObject(raw.dependentSchemas) ? Object.values(raw.dependentSchemas) : []),
  ];
}

/** The schema without the keywords that apply other schemas to the same value. */
export function withoutCombinations(raw: JsonObject): JsonObject {
  const dropped: ReadonlySet<string> = new Set(["$ref", ...COMBINING]);
  return Object.fromEntries(Object.entries(raw).filter(([keyword]) => !dropped.has(keyword)));
}

import type { Documents } from "../document/documents.js";
import { isJsonObject, type JsonObject } from "../document/json-object.js";

/** How much a schema comes to with everything put in its place that is about the same value. */
interface Extent {
  /** Parts and alternatives, each counted wherever it is named. */
  readonly parts: number;
  /** The longest way from the schema to one of them. */
  readonly steps: number;
}

/** Ten times as many as the largest schema has that is known. */
const MOST_PARTS = 10_000;
const MOST_STEPS = 200;
const ALONE: Extent = { parts: 1, steps: 0 };

const LISTS = ["allOf", "oneOf", "anyOf"] as const;
const SINGLES = ["not", "if", "then", "else"] as const;
const DROPPED: ReadonlySet<string> = new Set(["$ref", ...LISTS, ...SINGLES, "dependentSchemas"]);

/**
 * Tells the schemas that name others for the same value (`allOf`, `oneOf`, ..., references followed) so often that nobody can try
 * all the ways through them: `allOf: [next, next]`, thirty schemas deep, is a billion. Looks at schemas as they are written, and
 * only at those that are asked for and what they lead to, each once.
 */
export function createExtentCheck(
  documents: Pick<Documents, "at">,
): (raw: JsonObject) => "too-deep" | "too-large" | undefined {
  const known = new WeakMap<object, Extent>();
  const open = new Set<object>();

  function extentOf(raw: JsonObject): Extent {
    const root = new Visit(raw, documents);
    const visits = [root];
    open.add(raw);
    for (let visit = visits.at(-1); visit !== undefined; visit = visits.at(-1)) {
      const next = visit.next();
      if (next === undefined) {
        visits.pop();
        open.delete(visit.raw);
        known.set(visit.raw, visit.extent);
        visits.at(-1)?.add(visit.extent);
        continue;
      }
      const extent = known.get(next) ?? (open.has(next) || !isCombined(next) ? ALONE : undefined);
      if (extent !== undefined) visit.add(extent);
      else {
        open.add(next);
        visits.push(new Visit(next, documents));
      }
    }
    return root.extent;
  }

  return (raw) => {
    if (isOnlyName(raw) || !isCombined(raw)) return undefined;
    const { parts, steps } = known.get(raw) ?? extentOf(raw);
    if (steps > MOST_STEPS) return "too-deep";
    return parts > MOST_PARTS ? "too-large" : undefined;
  };
}

/** A schema whose parts are being looked at, one after the other. */
class Visit {
  readonly raw: JsonObject;
  #parts = 1;
  #steps = 0;
  #index = 0;
  readonly #named: readonly unknown[];

  constructor(raw: JsonObject, documents: Pick<Documents, "at">) {
    this.raw = raw;
    this.#named = partsOf(raw, documents);
  }

  next(): JsonObject | undefined {
    while (this.#index < this.#named.length) {
      const part = this.#named[this.#index];
      this.#index += 1;
      if (isJsonObject(part)) return part;
    }
    return undefined;
  }

  add({ parts, steps }: Extent): void {
    this.#parts += parts;
    this.#steps = Math.max(this.#steps, isOnlyName(this.raw) ? steps : steps + 1);
  }

  get extent(): Extent {
    return { parts: this.#parts, steps: this.#steps };
  }
}

/** Asked of every schema, so each keyword is looked up by its name. */
function isCombined(raw: JsonObject): boolean {
  return (
    typeof raw.$ref === "string" ||
    raw.allOf !== undefined ||
    raw.oneOf !== undefined ||
    raw.anyOf !== undefined ||
    raw.not !== undefined ||
    raw.if !== undefined ||
    raw.then !== undefined ||
    raw.else !== undefined ||
    raw.dependentSchemas !== undefined
  );
}

/** Is it a reference and nothing else? */
function isOnlyName(raw: JsonObject): boolean {
  if (typeof raw.$ref !== "string") return false;
  for (const keyword in raw) if (keyword !== "$ref") return false;
  return true;
}

function partsOf(raw: JsonObject, documents: Pick<Documents, "at">): readonly unknown[] {
  const parts: unknown[] = [];
  if (typeof raw.$ref === "string") parts.push(documents.at(raw.$ref)?.value);
  for (const keyword of LISTS) {
    const list = raw[keyword];
    if (Array.isArray(list)) for (const part of list) parts.push(part);
    else parts.push(list);
  }
  for (const keyword of SINGLES) parts.push(raw[keyword]);
  if (isJsonObject(raw.dependentSchemas)) parts.push(...Object.values(raw.dependentSchemas));
  return parts;
}

/** The schema without the keywords that name others for the same value. */
export function withoutCombinations(raw: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([keyword]) => !DROPPED.has(keyword)));
}

import type { JsonSchema, SchemaRegistry } from "./schema.js";
import { isNullSchema } from "./unwrap-schema.js";

export type PropertyFlag = "readOnly" | "writeOnly";

/** Which properties of an object schema carry a flag, wherever in its parts they are declared. Results are kept. */
export interface FlaggedProperties {
  names(json: JsonSchema): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** A property's name and whether a place that declares it flags it. */
type Declared = Map<string, boolean>;

/**
 * A property that any part of an `allOf` flags is flagged (JSON Schema Validation 2020-12, section 9.4); one that only
 * some alternatives of a `oneOf` or `anyOf` declare is flagged when all of these flag it.
 */
export function createFlaggedProperties(schemas: SchemaRegistry, flag: PropertyFlag): FlaggedProperties {
  const known = new WeakMap<object, ReadonlySet<string>>();

  function declared(json: JsonSchema, open: Set<object>): Declared {
    const target = schemas.follow(json);
    const found: Declared = new Map();
    if (typeof target === "boolean" || open.has(target)) return found;
    open.add(target);
    for (const [name, property] of Object.entries(target.properties ?? {})) {
      found.set(name, isFlagged(schemas, property, flag));
    }
    for (const part of target.allOf ?? []) merge(found, declared(part, open), (a, b) => a || b);
    const alternatives: Declared = new Map();
    for (const branch of [target.oneOf, target.anyOf, target.then, target.else].flat()) {
      if (branch !== undefined) merge(alternatives, declared(branch, open), (a, b) => a && b);
    }
    merge(found, alternatives, (a, b) => a || b);
    open.delete(target);
    return found;
  }

  return {
    names(json) {
      const target = schemas.follow(json);
      if (typeof target === "boolean") return NONE;
      let names = known.get(target);
      if (names === undefined) {
        names = new Set([...declared(target, new Set())].filter(([, flagged]) => flagged).map(([name]) => name));
        known.set(target, names.size === 0 ? NONE : names);
      }
      return names;
    },
  };
}

/** Does the schema carry the flag itself, behind references, or in a part of its `allOf`? */
export function isFlagged(schemas: SchemaRegistry, json: JsonSchema, flag: PropertyFlag): boolean {
  return isFlaggedBeyond(schemas, json, flag, undefined);
}

function isFlaggedBeyond(
  schemas: SchemaRegistry,
  json: JsonSchema,
  flag: PropertyFlag,
  open: Set<object> | undefined,
): boolean {
  if (typeof json === "boolean") return false;
  if (json[flag] === true) return true;
  const target = schemas.follow(json);
  if (typeof target === "boolean") return false;
  if (target[flag] === true) return true;
  const alternatives = (target.anyOf ?? target.oneOf)?.filter((branch) => !isNullSchema(branch));
  const parts = [...(target.allOf ?? []), ...(alternatives?.length === 1 ? alternatives : [])];
  if (parts.length === 0 || open?.has(target)) return false;
  const path = new Set(open).add(target);
  return parts.some((part) => isFlaggedBeyond(schemas, part, flag, path));
}

function merge(into: Declared, from: Declared, both: (a: boolean, b: boolean) => boolean): void {
  for (const [name, flagged] of from) {
    const before = into.get(name);
    into.set(name, before === undefined ? flagged : both(before, flagged));
  }
}

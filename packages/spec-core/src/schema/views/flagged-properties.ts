import { getOrMake } from "../../lazy/caches.js";
import type { JsonSchema, JsonSchemaObject, SchemaRegistry } from "../schema.js";
import type { PropertyFlag } from "../shape/schema-flags.js";

/** Finds the properties of an object schema that have a flag, in all its parts. Results are cached. */
export interface FlaggedProperties {
  names(json: JsonSchema): ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Names of properties, and whether their declarations have the flag. */
type Declared = Map<string, boolean>;

interface Work {
  steps: number;
  readonly results: Map<object, Declared>;
}

const MOST_STEPS = 10_000;

/**
 * A property is flagged if any part of an `allOf` flags it (JSON Schema Validation 2020-12, section 9.4). A property
 * that only alternatives of a `oneOf` or `anyOf` declare is flagged if all of its declarations are.
 */
export function createFlaggedProperties(schemas: SchemaRegistry, flag: PropertyFlag): FlaggedProperties {
  const known = new WeakMap<object, ReadonlySet<string>>();

  function declared(json: JsonSchema, open: Set<object>, work: Work): Declared {
    const target = schemas.follow(json);
    const found: Declared = new Map();
    if (typeof target === "boolean" || open.has(target)) return found;
    // A schema that is used many times is read each time, until that takes too many steps.
    const isBusy = ++work.steps > MOST_STEPS;
    const before = isBusy ? work.results.get(target) : undefined;
    if (before) return before;
    open.add(target);
    for (const [name, property] of Object.entries(target.properties ?? {})) {
      found.set(name, schemas.isFlagged(property, flag));
    }
    for (const part of target.allOf ?? []) merge(found, declared(part, open, work), (a, b) => a || b);
    const alternatives: Declared = new Map();
    for (const list of [target.oneOf, target.anyOf, [target.then ?? true, target.else ?? true]]) {
      for (const branch of list ?? []) merge(alternatives, declared(branch, open, work), (a, b) => a && b);
    }
    merge(found, alternatives, (a, b) => a || b);
    open.delete(target);
    if (isBusy) work.results.set(target, found);
    return found;
  }

  /** Nearly every schema declares its properties directly, so no declarations need to be compared. */
  function own({ properties = {} }: JsonSchemaObject): ReadonlySet<string> {
    const names = Object.keys(properties).filter((name) => schemas.isFlagged(properties[name] ?? true, flag));
    return names.length === 0 ? NONE : new Set(names);
  }

  function combined(schema: JsonSchemaObject): ReadonlySet<string> {
    const names = [...declared(schema, new Set(), { steps: 0, results: new Map() })]
      .filter(([, flagged]) => flagged)
      .map(([name]) => name);
    return names.length === 0 ? NONE : new Set(names);
  }

  return {
    names(json) {
      const target = schemas.follow(json);
      if (typeof target === "boolean" || (target.properties === undefined && isWhole(target))) return NONE;
      return getOrMake(known, target, () => (isWhole(target) ? own(target) : combined(target)));
    },
  };
}

function isWhole({ allOf, oneOf, anyOf, then: yes, else: no }: JsonSchemaObject): boolean {
  return (allOf ?? oneOf ?? anyOf ?? yes ?? no) === undefined;
}

function merge(into: Declared, from: Declared, both: (a: boolean, b: boolean) => boolean): void {
  for (const [name, flagged] of from) {
    const before = into.get(name);
    into.set(name, before === undefined ? flagged : both(before, flagged));
  }
}

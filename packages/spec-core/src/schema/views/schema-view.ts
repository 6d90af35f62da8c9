import { getOrMake } from "../../lazy/caches.js";
import { type Matcher, toMatcher } from "../patterns/matcher.js";
import type { JsonSchema, Schema, SchemaRegistry } from "../schema.js";
import { subtypesOf } from "../shape/subtypes.js";
import type { CheckedSchema, CheckedUnit, TaggedUnits } from "./checked-schema.js";
import { createFlaggedProperties } from "./flagged-properties.js";
import { type ActiveSchemas, activeFor, createInPlaceGraph, NOT_ACTIVE } from "./in-place-graph.js";
import { type Place, ViewBuilder, type ViewContext, type ViewRules } from "./view-builder.js";

/**
 * The view of requests. readOnly properties are not required, and their values are not checked.
 * @see OpenAPI 3.0.4, "Schema Object", readOnly
 */
export const REQUEST_VIEW: ViewRules = { hides: "readOnly", checksHidden: false };

/** The view of responses. writeOnly properties are not required. @see OpenAPI 3.0.4, "Schema Object", writeOnly */
export const RESPONSE_VIEW: ViewRules = { hides: "writeOnly", checksHidden: true };

/** The schemas of a description as one view checks them. */
export interface SchemaView {
  unitOf(schema: Schema): CheckedUnit;
  /** The unit with the key in an `x-reference`. */
  unit(key: string): CheckedUnit;
  /** The alternatives with the key in an `x-tagged`. */
  tagged(key: string): TaggedUnits;
  /** The matcher of a `pattern`. */
  matcher(pattern: string): Matcher;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** Creates a view of a description's schemas. Each is converted when it is first requested. */
export function createSchemaView(schemas: SchemaRegistry, rules: ViewRules): SchemaView {
  const units = new Map<string, CheckedUnit>();
  const tagged = new Map<string, TaggedUnits>();
  const patterns = new Map<string, Matcher>();
  const subtypes = subtypesOf(schemas);
  const graph = createInPlaceGraph(schemas, subtypes);
  const context: ViewContext = {
    schemas,
    rules,
    flagged: createFlaggedProperties(schemas, rules.hides),
    subtypes,
    graph,
    unitOf,
    addUnit: (key, name, json, place) => addUnit(key, name, () => json, place),
    addTagged: (key, choice) => tagged.set(key, choice),
  };

  function unitOf(target: Schema, active: ActiveSchemas, hidden: ReadonlySet<string>): CheckedUnit {
    const relevant = activeFor(graph, active, target);
    const names = hidden.size === 0 ? [] : [...hidden].filter((name) => graph.mentions(target).has(name)).sort();
    const variant = relevant.size > 0 || names.length > 0 ? `\n${JSON.stringify([[...relevant], names])}` : "";
    const key = `${target.uri}${variant}`;
    const known = units.get(key);
    if (known !== undefined) return known;
    const inside = { root: target, active: relevant, inUnion: false, inline: false, depth: 0 };
    return addUnit(key, target.name, () => target.json, { ...inside, hidden: new Set(names) });
  }

  function addUnit(key: string, name: string | undefined, json: () => JsonSchema, place: Place): CheckedUnit {
    let schema: CheckedSchema | undefined;
    const unit: CheckedUnit = {
      key,
      name,
      get schema() {
        schema ??= new ViewBuilder(context, key).build(json(), place);
        return schema;
      },
    };
    units.set(key, unit);
    return unit;
  }

  return {
    unitOf: (schema) => unitOf(schema, NOT_ACTIVE, NO_NAMES),
    unit: (key) => found(units.get(key), key),
    tagged: (key) => found(tagged.get(key), key),
    matcher(pattern) {
      return getOrMake(patterns, pattern, () => toMatcher(pattern) ?? { test: () => true });
    },
  };
}

/** Checked schemas only contain keys that their own view created. */
function found<T>(value: T | undefined, key: string): T {
  if (value === undefined) throw new Error(`There is no checked schema ${key}.`);
  return value;
}

import { getOrMake } from "../lazy/caches.js";
import type { JsonSchema, JsonSchemaObject } from "../schema/schema.js";
import { foldName } from "../words/fold-name.js";
import type { Shape } from "./shape.js";
import type { ShapeIndex } from "./shape-index.js";

/** The constraints on the properties of an object. */
export interface ObjectPlan {
  /** Declared properties, in the order of the description. */
  readonly declared: readonly string[];
  readonly required: ReadonlySet<string>;
  readonly min: number;
  readonly max: number;
  /** True for a map with undeclared properties. */
  readonly isMap: boolean;
  readonly patterns: readonly string[];
  readonly propertyNames: Shape | undefined;
  readonly dependentRequired: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas: ReadonlyMap<string, readonly JsonSchema[]>;
  /** Optional properties that are omitted because of `not`. */
  readonly unwanted: ReadonlySet<string>;
  /** Pairs of properties with two moments, the earlier one first. */
  readonly pairs: readonly (readonly [string, string])[];
  declares(name: string): boolean;
  property(name: string): Shape;
}

const plans = new WeakMap<Shape, ObjectPlan>();

export function objectPlan(shapes: ShapeIndex, shape: Shape): ObjectPlan {
  return getOrMake(plans, shape, () => createPlan(shapes, shape));
}

function createPlan(shapes: ShapeIndex, shape: Shape): ObjectPlan {
  const { parts } = shape;
  const properties = new Map<string, Shape>();
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const names = parts.flatMap((part) => (part.propertyNames === undefined ? [] : [part.propertyNames]));
  const declared = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
  return {
    declared: [...declared],
    required,
    min: Math.max(0, ...parts.map((part) => part.minProperties ?? 0)),
    max: Math.min(...parts.map((part) => part.maxProperties ?? Number.POSITIVE_INFINITY)),
    isMap: parts.some((part) => typeof part.additionalProperties === "object" || part.patternProperties !== undefined),
    patterns: parts.flatMap((part) => Object.keys(part.patternProperties ?? {})),
    propertyNames: names.length === 0 ? undefined : shapes.ofAll([{ type: "string" }, ...names]),
    dependentRequired: merged(parts.map((part) => Object.entries(part.dependentRequired ?? {}))),
    dependentSchemas: merged(
      parts.map((part) => Object.entries(part.dependentSchemas ?? {}).map(([name, schema]) => [name, [schema]])),
    ),
    unwanted: new Set(shape.negations.flatMap((negation) => refusedNames(shapes, negation, required))),
    pairs: momentPairs([...declared]),
    declares: (name) => declared.has(name),
    property(name) {
      return getOrMake(properties, name, () => propertyShape(shapes, parts, name));
    },
  };
}

/**
 * Words for two moments. The property that is declared first is the earlier one: a stay begins with the arrival, a
 * flight with the departure.
 */
const PAIRS = [
  ["arrival", "departure"],
  ["departure", "arrival"],
  ["arrive", "depart"],
  ["depart", "arrive"],
  ["checkin", "checkout"],
  ["pickup", "dropoff"],
  ["dropoff", "pickup"],
] as const;

function momentPairs(declared: readonly string[]): readonly (readonly [string, string])[] {
  return declared.flatMap((first, at) => {
    const folded = foldName(first);
    return PAIRS.flatMap(([word, other]) => {
      if (!folded.includes(word)) return [];
      const wanted = folded.replace(word, other);
      const second = declared.slice(at + 1).find((name) => foldName(name) === wanted);
      return second === undefined ? [] : [[first, second] as const];
    });
  });
}

function merged<T>(
  entries: readonly (readonly (readonly [string, readonly T[]])[])[],
): ReadonlyMap<string, readonly T[]> {
  const map = new Map<string, readonly T[]>();
  for (const [name, list] of entries.flat()) map.set(name, [...(map.get(name) ?? []), ...list]);
  return map;
}

function propertyShape(shapes: ShapeIndex, parts: readonly JsonSchemaObject[], name: string): Shape {
  const schemas = parts.flatMap((part) => propertySchemas(shapes, part, name));
  if (schemas.length > 0) return shapes.ofAll([...new Set(schemas)]);
  const unevaluated = parts.flatMap((part) =>
    part.unevaluatedProperties === undefined ? [] : [part.unevaluatedProperties],
  );
  return unevaluated.length > 0 ? shapes.ofAll(unevaluated) : shapes.of(true);
}

/** The properties to omit for a `not`: `b` for `not: { required: ["a", "b"] }`. */
function refusedNames(shapes: ShapeIndex, negation: JsonSchema, required: ReadonlySet<string>): string[] {
  const part = shapes.schemas.follow(negation);
  if (typeof part === "boolean") return [];
  const names = part.required?.filter((name) => !required.has(name)) ?? [];
  const last = names.at(-1);
  const own = last === undefined ? [] : [last];
  return [...own, ...(part.anyOf ?? []).flatMap((branch) => refusedNames(shapes, branch, required))];
}

/**
 * The schemas that one schema object has for a property: in `properties` and `patternProperties`, or else in
 * `additionalProperties`.
 */
function propertySchemas(shapes: ShapeIndex, part: JsonSchemaObject, name: string): readonly JsonSchema[] {
  const schemas: JsonSchema[] = [];
  const own = part.properties && Object.hasOwn(part.properties, name) ? part.properties[name] : undefined;
  if (own !== undefined) schemas.push(own);
  if (part.patternProperties) {
    for (const [pattern, schema] of Object.entries(part.patternProperties)) {
      if (shapes.pattern(pattern).test(name)) schemas.push(schema);
    }
  }
  return schemas.length === 0 && part.additionalProperties !== undefined ? [part.additionalProperties] : schemas;
}

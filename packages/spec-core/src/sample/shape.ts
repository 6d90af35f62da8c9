import type { JsonSchema, JsonSchemaObject } from "../schema/schema.js";

export type ValueType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/**
 * What one value must satisfy, gathered from a schema, the schemas it refers to, its `allOf` parts and the branches chosen so far.
 * All `parts` hold at once. Made by `ShapeIndex`, one object a place in the description, so identity tells when a schema repeats.
 */
export interface Shape {
  /** The schemas it was made of. A value that satisfies all of them is right. */
  readonly sources: readonly JsonSchema[];
  /** Which branch was chosen of which list of branches. */
  readonly resolved: ReadonlyMap<readonly JsonSchema[], number>;
  /** The schemas of `sources` with references, `allOf` and chosen branches opened. */
  readonly parts: readonly JsonSchemaObject[];
  /** Those parts that are the value itself rather than something it inherits: they tell whether a schema contains itself. */
  readonly principals: readonly JsonSchemaObject[];
  /** No value satisfies it. */
  readonly impossible: boolean;
  /** By the letter no value satisfies it, though what is meant can be satisfied: better left out where that may be. */
  readonly isDoubtful: boolean;
  /** Allowed types, likeliest first, `null` last. */
  readonly types: readonly ValueType[];
  /** Branches still to be chosen. */
  readonly choices: readonly Choice[];
  /** Preferred values of properties: the tags of discriminators. */
  readonly tags: ReadonlyMap<string, string>;
  readonly negations: readonly JsonSchema[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** Values that the schema enumerates (`enum`, `const`), those that all parts allow. */
  readonly members: readonly unknown[] | undefined;
  /** The schema it was made of, when that can be named. */
  readonly uri: string | undefined;
  /** Name of the schema when it has one, for realistic data. */
  readonly name: string | undefined;
}

/** A list of schemas of which one is taken. */
export interface Choice {
  /** `loose`: nothing has to be taken, the branches only make the value better. */
  readonly kind: "oneOf" | "anyOf" | "loose";
  readonly branches: readonly JsonSchema[];
  /** The property that names the branch, and its value for each branch. */
  readonly tag: { readonly property: string; readonly values: readonly (string | undefined)[] } | undefined;
}

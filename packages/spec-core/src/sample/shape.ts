import type { JsonSchema, JsonSchemaObject, View } from "../schema/schema.js";

export type ValueType = "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";

/**
 * The constraints on one value, collected from a schema, the schemas it refers to, its `allOf` parts and the branches
 * chosen so far. All `parts` apply at once. `ShapeIndex` creates one object for each place in the description, so
 * identity shows that a schema repeats.
 */
export interface Shape {
  /** The schemas of the shape. A value that satisfies all of them is valid. */
  readonly sources: readonly JsonSchema[];
  /** The index of the chosen branch, by the list of branches. */
  readonly resolved: ReadonlyMap<readonly JsonSchema[], number>;
  /** The schemas of `sources`, with references, `allOf` and chosen branches resolved. */
  readonly parts: readonly JsonSchemaObject[];
  /** The parts without those of base schemas. They show whether a schema contains itself. */
  readonly principals: readonly JsonSchemaObject[];
  /** True if no value satisfies the shape. */
  readonly impossible: boolean;
  /**
   * True if the description's schema was corrected, because no value satisfies it literally. Omitted if it is optional.
   */
  readonly isDoubtful: boolean;
  /** Allowed types, the most likely first, `null` last. */
  readonly types: readonly ValueType[];
  /** Choices without a chosen branch. */
  readonly choices: readonly Choice[];
  /** Preferred values of properties: the tags of discriminators. */
  readonly tags: ReadonlyMap<string, string>;
  readonly negations: readonly JsonSchema[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  /** The values of `enum` and `const` that all parts allow. */
  readonly members: readonly unknown[] | undefined;
  /** The URI of the schema, if it has one. */
  readonly uri: string | undefined;
  /** The name of the schema, if it has one, for realistic data. */
  readonly name: string | undefined;
}

/** A list of schemas from which one is chosen. */
export interface Choice {
  /** `loose`: no branch is required, but one makes the value more realistic. */
  readonly kind: "oneOf" | "anyOf" | "loose";
  readonly branches: readonly JsonSchema[];
  /** The property that selects the branch, and its value for each branch. */
  readonly tag: { readonly property: string; readonly values: readonly (string | undefined)[] } | undefined;
}

const ANY: readonly ValueType[] = ["string", "object", "array", "number", "integer", "boolean", "null"];
const KEYWORDS: readonly (readonly [ValueType, readonly string[]])[] = [
  ["object", ["properties", "additionalProperties", "patternProperties", "required", "minProperties", "propertyNames"]],
  ["array", ["items", "prefixItems", "contains", "minItems", "uniqueItems"]],
  ["string", ["pattern", "minLength", "maxLength", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The types that all parts allow. Without a `type`, the types of the other keywords come first, then all others. */
export function shapeTypes(parts: readonly JsonSchemaObject[]): readonly ValueType[] {
  let types: readonly ValueType[] | undefined;
  for (const { type } of parts) {
    if (type === undefined) continue;
    const list = (typeof type === "string" ? [type] : type) as readonly ValueType[];
    types = types ? intersect(types, list) : list;
  }
  const ordered = types ?? impliedTypes(parts);
  return ordered.includes("null") ? [...ordered.filter((type) => type !== "null"), "null"] : ordered;
}

function intersect(left: readonly ValueType[], right: readonly ValueType[]): ValueType[] {
  const both = left.flatMap((type): ValueType[] => {
    if (right.includes(type)) return [type];
    if (type === "number" && right.includes("integer")) return ["integer"];
    return type === "integer" && right.includes("number") ? ["integer"] : [];
  });
  return [...new Set(both)];
}

function impliedTypes(parts: readonly JsonSchemaObject[]): readonly ValueType[] {
  const implied = KEYWORDS.filter(([, keywords]) =>
    parts.some((part) => keywords.some((keyword) => part[keyword] !== undefined)),
  ).map(([type]) => type);
  return [...implied, ...ANY.filter((type) => !implied.includes(type))];
}

/** True if the view omits the property. @see OpenAPI 3.1, `readOnly` and `writeOnly` */
export function isExcluded(shape: Shape, view: View): boolean {
  return view === "response" ? shape.writeOnly : shape.readOnly;
}

import type { JsonSchemaObject } from "../schema.js";

/** Keywords that are the same in every view. */
export const COPIED_KEYWORDS = [
  "type",
  "enum",
  "const",
  "format",
  "multipleOf",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
  "x-messages",
] as const;

/**
 * A schema as one view checks it: 2020-12 without annotations, `$ref` and `discriminator`. `x-reference` and
 * `x-alternative` contain the key of another checked schema. `x-tagged` contains the key of alternatives with tags.
 */
export type CheckedSchema = boolean | CheckedSchemaObject;

export interface CheckedSchemaObject
  extends Pick<JsonSchemaObject, (typeof COPIED_KEYWORDS)[number] | "required" | "dependentRequired"> {
  readonly "x-reference"?: string;
  /**
   * Like `x-reference`, for places where an `unevaluated...` keyword must know whether the schema accepted the value.
   */
  readonly "x-alternative"?: string;
  readonly "x-tagged"?: string;
  /** Set in schemas of list items and of undeclared properties. Checking stops there after enough errors. */
  readonly "x-bounded"?: boolean;
  readonly properties?: Readonly<Record<string, CheckedSchema>>;
  readonly patternProperties?: Readonly<Record<string, CheckedSchema>>;
  readonly additionalProperties?: CheckedSchema;
  readonly unevaluatedProperties?: CheckedSchema;
  readonly propertyNames?: CheckedSchema;
  readonly dependentSchemas?: Readonly<Record<string, CheckedSchema>>;
  readonly items?: CheckedSchema;
  readonly prefixItems?: readonly CheckedSchema[];
  readonly contains?: CheckedSchema;
  readonly unevaluatedItems?: CheckedSchema;
  readonly allOf?: readonly CheckedSchema[];
  readonly anyOf?: readonly CheckedSchema[];
  readonly oneOf?: readonly CheckedSchema[];
  readonly not?: CheckedSchema;
  readonly if?: CheckedSchema;
  readonly then?: CheckedSchema;
  readonly else?: CheckedSchema;
}

/** A schema that is compiled separately, when a value first reaches it. */
export interface CheckedUnit {
  readonly key: string;
  /** For messages. */
  readonly name: string | undefined;
  readonly schema: CheckedSchema;
}

/** Alternatives that a tag distinguishes. Each is a unit. */
export interface TaggedUnits {
  readonly propertyName: string;
  readonly keyword: "oneOf" | "anyOf";
  readonly byTag: ReadonlyMap<string, readonly CheckedUnit[]>;
  readonly untagged: readonly CheckedUnit[];
  readonly fallback: CheckedUnit | undefined;
  readonly all: readonly CheckedUnit[];
  /** True if values with other tags are valid too, because the tags are those of the schema's subtypes. */
  readonly open: boolean;
}

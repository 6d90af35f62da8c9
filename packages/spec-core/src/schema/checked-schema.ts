import type { JsonSchemaObject } from "./schema.js";

/** The keywords that say the same in every view. */
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
] as const;

/**
 * A schema as one view checks it: 2020-12 with annotations left out, where `x-reference` holds the key of another checked
 * schema and `x-tagged` that of alternatives told apart by a tag. It has no `$ref` and no `discriminator`.
 */
export type CheckedSchema = boolean | CheckedSchemaObject;

export interface CheckedSchemaObject
  extends Pick<JsonSchemaObject, (typeof COPIED_KEYWORDS)[number] | "required" | "dependentRequired"> {
  readonly "x-reference"?: string;
  readonly "x-tagged"?: string;
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

/** A schema that is compiled by itself, when a value first reaches it. */
export interface CheckedUnit {
  readonly key: string;
  /** What people call it. */
  readonly name: string | undefined;
  readonly schema: CheckedSchema;
  /** Does it name a property that every JavaScript object inherits, such as `constructor`? */
  readonly namesInherited: boolean;
  /** Does ajv judge it as the specification says? Not where `contains` and `unevaluatedItems` meet. */
  readonly isCompilable: boolean;
}

/** Alternatives told apart by a tag; each is a unit. */
export interface TaggedUnits {
  readonly propertyName: string;
  readonly keyword: "oneOf" | "anyOf";
  readonly byTag: ReadonlyMap<string, readonly CheckedUnit[]>;
  readonly untagged: readonly CheckedUnit[];
  readonly fallback: CheckedUnit | undefined;
  readonly all: readonly CheckedUnit[];
  /** Values with another tag are valid as well: the tags name subtypes of the schema itself. */
  readonly open: boolean;
}

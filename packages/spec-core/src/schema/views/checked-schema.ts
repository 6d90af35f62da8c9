import type { JsonSchemaObject } from "../schema.js";

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
  "x-messages",
] as const;

/**
 * A schema as one view checks it: 2020-12 with annotations left out, where `x-reference` holds the key of another checked
 * schema, `x-alternative` too, and `x-tagged` that of alternatives told apart by a tag. It has no `$ref` and no `discriminator`.
 */
export type CheckedSchema = boolean | CheckedSchemaObject;

export interface CheckedSchemaObject
  extends Pick<JsonSchemaObject, (typeof COPIED_KEYWORDS)[number] | "required" | "dependentRequired"> {
  readonly "x-reference"?: string;
  /** As `x-reference`. It stands where `unevaluated...` around it asks whether the schema held. */
  readonly "x-alternative"?: string;
  readonly "x-tagged"?: string;
  /** Stands in schemas of list items and of unnamed properties: no more of them are looked at once enough is wrong. */
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

/** A schema that is compiled by itself, when a value first reaches it. */
export interface CheckedUnit {
  readonly key: string;
  /** For messages. */
  readonly name: string | undefined;
  readonly schema: CheckedSchema;
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

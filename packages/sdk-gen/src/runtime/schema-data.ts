import type { Format, Keyword } from "./validate/keyword.js";

/**
 * A JSON Schema 2020-12 in generated files, as plain data without prose. References are functions that return the
 * schema, so that files can refer to each other in cycles, and bundlers can drop unused schemas.
 */
export type SchemaData = boolean | SchemaObject | SchemaReference;

export type SchemaReference = () => SchemaData;

/** The keywords that the validator knows, under their own names. */
export interface SchemaObject {
  readonly type?: string | readonly string[];
  readonly format?: string | Format;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** `null` that may be sent, although strict validators reject it, and does not appear in answers. */
  readonly requestOnly?: boolean;
  /** readOnly properties of the schema and its parts: optional and unchecked in requests. */
  readonly readOnlyProperties?: readonly string[];
  /** writeOnly properties: optional in answers, and never shown in messages. */
  readonly writeOnlyProperties?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaData>>;
  readonly patternProperties?: Readonly<Record<string, SchemaData>>;
  readonly additionalProperties?: SchemaData;
  readonly unevaluatedProperties?: SchemaData;
  readonly propertyNames?: SchemaData;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, SchemaData>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: SchemaData;
  readonly prefixItems?: readonly SchemaData[];
  readonly contains?: SchemaData;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: SchemaData;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /**
   * Longer texts and names, in UTF-16 units, are not tested against the patterns of the schema, since that could take
   * too long.
   */
  readonly patternLimit?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly allOf?: readonly SchemaData[];
  readonly anyOf?: readonly SchemaData[];
  readonly oneOf?: readonly SchemaData[];
  readonly not?: SchemaData;
  readonly if?: SchemaData;
  readonly then?: SchemaData;
  readonly else?: SchemaData;
  readonly discriminator?: DiscriminatorData;
  /** The code of the rare keywords above, which have no effect without it. */
  readonly uses?: readonly Keyword[];
}

/** Selects a schema by a property of the value. Computed when the client is generated. */
export interface DiscriminatorData {
  readonly propertyName: string;
  /** Positions of alternatives, by tag: in `oneOf`, or in `anyOf` if there is no `oneOf`. */
  readonly tags?: Readonly<Record<string, readonly number[]>>;
  /** Positions of the branches for other tags. */
  readonly untagged?: readonly number[];
  /** Position of the alternative for values whose tag is absent or unknown. */
  readonly fallback?: number;
  /** For a schema without alternatives: the schemas that extend it, by tag. */
  readonly subtypes?: Readonly<Record<string, SchemaReference>>;
}

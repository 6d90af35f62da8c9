/**
 * A schema in normal form: JSON Schema 2020-12 (https://json-schema.org/draft/2020-12). All later stages only know this
 * form.
 */
export type JsonSchema = boolean | JsonSchemaObject;

/**
 * The keywords that our code reads. Others are kept. `$ref` is a schema URI that `SchemaRegistry.at` accepts, never a
 * relative reference. OpenAPI 3.0's `nullable` and boolean exclusive bounds are already converted to 2020-12.
 */
export interface JsonSchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema;
  readonly unevaluatedProperties?: JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly contains?: JsonSchema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly unevaluatedItems?: JsonSchema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** Added by us: the schema was corrected, because no value satisfies the one in the description. */
  readonly "x-doubtful"?: boolean;
  /** Added by us: the schema was derived from examples. Only missing properties are violations. */
  readonly "x-by-example"?: boolean;
  /** The author's messages for violations, by keyword. */
  readonly "x-messages"?: Readonly<Record<string, string>>;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly discriminator?: Discriminator;
  readonly [keyword: string]: unknown;
}

/** OpenAPI 3.2, "Discriminator Object". Mapping values are schema URIs. */
export interface Discriminator {
  readonly propertyName: string;
  readonly mapping?: Readonly<Record<string, string>>;
  readonly defaultMapping?: string;
}

/** True for a schema that was derived from examples. It shows what answers look like, but allows others. */
export function isByExample({ json }: Pick<Schema, "json">): boolean {
  return typeof json === "object" && json["x-by-example"] === true;
}

/** The direction of a value. readOnly properties are not required in requests, and writeOnly ones not in responses. */
export type View = "request" | "response";

/**
 * One schema of the description. Two references to the same place return the same object, so schemas can be compared
 * with `===`.
 */
export interface Schema {
  /** Its place, unique in the description: `#/components/schemas/Pet`, or `<file URL>#/Pet` in another file. */
  readonly uri: string;
  /** Its name, if it is in a named section (`components/schemas`, `definitions`, `$defs`) or has a separate file. */
  readonly name: string | undefined;
  /** The schema in normal form, converted on first use. References to other schemas remain references. */
  readonly json: JsonSchema;
}

/** All schemas of one description, converted to normal form and compiled on first use. */
export interface SchemaRegistry {
  /**
   * The schema at a URI, such as the `$ref` of another schema. Chains of references are followed to their end. Siblings
   * of a `$ref` are combined with its target by `allOf`. If the target does not exist, the result is a schema that
   * allows everything, and a diagnostic.
   */
  at(uri: string): Schema;
  /** The named schemas of `components/schemas`, in the description's order. */
  readonly named: ReadonlyMap<string, Schema>;
  /** Follows a leading `$ref`. Never returns an object with `$ref`. */
  follow(json: JsonSchema): JsonSchema;
  /**
   * True if the schema has the flag: directly, through references, or in a part of its `allOf`. This is cheaper than to
   * follow a property's reference, because the target is not converted.
   */
  isFlagged(json: JsonSchema, flag: "readOnly" | "writeOnly"): boolean;
  /**
   * The Schema of a piece of normal form, such as a property in another schema's `json`. The same object always returns
   * the same Schema. A reference returns the Schema that `at` returns. An object that a program made gets a new URI.
   */
  schemaOf(json: JsonSchema): Schema;
  /**
   * The validator of a schema, cached. Schemas that it refers to are compiled with ajv when a value first reaches them.
   */
  validator(schema: Schema, view: View): SchemaValidator;
}

/** A compiled schema. */
export interface SchemaValidator {
  isValid(value: unknown): boolean;
  /**
   * The violations of a value, at most 100, in the order of the data: a value before its members, missing properties
   * last. For alternatives, the violations of the closest one. Empty if the value is valid.
   */
  violations(value: unknown): readonly SchemaViolation[];
}

/** One way in which a value breaks its schema. */
export interface SchemaViolation {
  /**
   * JSON pointer into the value: `/address/zip`. For a missing property, it is the pointer that the property would
   * have.
   */
  readonly path: string;
  /** One sentence without the path: `must be at least 1`, `is required`. */
  readonly message: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
  /** The keyword's parameters, as in ajv: `{ limit: 1 }`, `{ missingProperty: "name" }`, `{ allowedValues: [...] }`. */
  readonly params: Readonly<Record<string, unknown>>;
}

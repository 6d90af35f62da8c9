/** A schema in the one normal form that all later stages know: JSON Schema 2020-12 (https://json-schema.org/draft/2020-12). */
export type JsonSchema = boolean | JsonSchemaObject;

/**
 * The keywords that our code reads; others are carried along. `$ref` holds a schema URI that `SchemaRegistry.at` takes,
 * never a relative reference. OpenAPI 3.0's `nullable` and boolean exclusive bounds are already turned into 2020-12.
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
  /** Ours: the schema was corrected; by the letter, as the description has it, no value satisfies it. */
  readonly "x-doubtful"?: boolean;
  /** Ours: made from examples, it tells what values look like, and only that properties are missing is wrong. */
  readonly "x-by-example"?: boolean;
  /** Messages for a value that breaks a keyword, by keyword. */
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

/** True for a schema made from examples: it says what answers look like, and not what they have to be. */
export function isByExample({ json }: Pick<Schema, "json">): boolean {
  return typeof json === "object" && json["x-by-example"] === true;
}

/** Which side of the wire a value is on: readOnly properties are not required in requests, writeOnly ones not in responses. */
export type View = "request" | "response";

/** One schema of the description. Two references to the same place give the same object, so `===` is identity. */
export interface Schema {
  /** Where it stands, unique in the description: `#/components/schemas/Pet`, or `<file URL>#/Pet` in another file. */
  readonly uri: string;
  /** Its name when it stands in a named section (`components/schemas`, `definitions`, `$defs`) or is a file of its own. */
  readonly name: string | undefined;
  /** The schema in normal form, made on first use. Schemas that it refers to stay references. */
  readonly json: JsonSchema;
}

/** All schemas of one description, turned into normal form and compiled on first use. */
export interface SchemaRegistry {
  /**
   * The schema at a URI, e.g. the `$ref` of another schema; chains of references are followed to their end, siblings of a
   * `$ref` are kept by `allOf`. A reference to nowhere gives the schema that allows everything, and a diagnostic.
   */
  at(uri: string): Schema;
  /** The named schemas of `components/schemas`, in the description's order. */
  readonly named: ReadonlyMap<string, Schema>;
  /** Follows a leading `$ref`. Never returns an object with `$ref`. */
  follow(json: JsonSchema): JsonSchema;
  /**
   * True if the schema has the flag: itself, through references, or in a part of its `allOf`. Cheaper than following a property's
   * reference, because the target is not converted.
   */
  isFlagged(json: JsonSchema, flag: "readOnly" | "writeOnly"): boolean;
  /**
   * The Schema that a piece of normal form is, such as a property met while walking another schema's `json`. The same
   * object gives the same Schema; one that is a reference gives what `at` gives; one made by a program gets a URI of its own.
   */
  schemaOf(json: JsonSchema): Schema;
  /**
   * Made on first use and kept. Schemas that it refers to are compiled with ajv when a value first reaches them.
   */
  validator(schema: Schema, view: View): SchemaValidator;
}

/** A compiled schema. */
export interface SchemaValidator {
  isValid(value: unknown): boolean;
  /**
   * Every violation (of the first 100), in the order of the data: a value before what is inside it, what is missing last.
   * For alternatives, those of the closest one. Empty when the value is valid.
   */
  violations(value: unknown): readonly SchemaViolation[];
}

/** One way in which a value breaks its schema. */
export interface SchemaViolation {
  /** JSON pointer into the value: `/address/zip`; for a missing property, the pointer it would have. */
  readonly path: string;
  /** One sentence without the path: `must be at least 1`, `is required`. */
  readonly message: string;
  /** The JSON Schema keyword that failed. */
  readonly keyword: string;
  /** The keyword's facts, as ajv names them: `{ limit: 1 }`, `{ missingProperty: "name" }`, `{ allowedValues: [...] }`. */
  readonly params: Readonly<Record<string, unknown>>;
}

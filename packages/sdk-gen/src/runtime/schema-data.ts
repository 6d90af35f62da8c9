/**
 * A JSON Schema 2020-12 as generated model and resource files hold it: plain data without prose. A reference to a named
 * schema is a function that returns it, so files may refer to each other in circles and bundlers drop what nobody uses.
 */
export type SchemaData = boolean | SchemaObject | SchemaReference;

export type SchemaReference = () => SchemaData;

/** The keywords the validator knows, under their own names. Formats and patterns are checked, unknown keywords ignored. */
export interface SchemaObject {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
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
  readonly discriminator?: {
    readonly propertyName: string;
    readonly mapping?: Readonly<Record<string, SchemaReference>>;
  };
}

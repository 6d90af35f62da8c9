import type { Format, Keyword } from "./validate/keyword.js";
/**
 * A JSON Schema 2020-12 as generated model and resource files hold it: plain data without prose. A reference to a named
 * schema is a function that returns it, so files may refer to each other in circles and bundlers drop what nobody uses.
 */
export type SchemaData = boolean | SchemaObject | SchemaReference;
export type SchemaReference = () => SchemaData;
/** The keywords the validator knows, under their own names. Unknown ones are ignored, and formats that are only named. */
export interface SchemaObject {
    readonly type?: string | readonly string[];
    readonly format?: string | Format;
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    /** Null that a description means and strict validators refuse: it may be sent, and is not expected in answers. */
    readonly requestOnly?: boolean;
    /** Properties that the schema or one of its parts marks readOnly: requests need not hold them, and they are not looked at there. */
    readonly readOnlyProperties?: readonly string[];
    /** Properties marked writeOnly: responses need not hold them, and messages never show their values. */
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
    /** Texts and names of more UTF-16 units are not tested by the schema's patterns, which could take for ever. */
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
    /** What checks the rarer of the keywords above. Without it they say nothing. */
    readonly uses?: readonly Keyword[];
}
/** Which schema a value is meant for by one of its properties, worked out when the client was generated. */
export interface DiscriminatorData {
    readonly propertyName: string;
    /** Positions of branches, by tag: in `oneOf`, or in `anyOf` where there is no `oneOf`. */
    readonly tags?: Readonly<Record<string, readonly number[]>>;
    /** Positions of the branches that take any other tag. */
    readonly untagged?: readonly number[];
    /** Position of the branch for values whose tag is absent or unknown. */
    readonly fallback?: number;
    /** Without branches: the schemas that extend this one, by tag. */
    readonly subtypes?: Readonly<Record<string, SchemaReference>>;
}

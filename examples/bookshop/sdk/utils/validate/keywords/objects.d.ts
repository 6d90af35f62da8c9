import type { Keyword } from "../keyword.js";
/** `minProperties` and `maxProperties`. */
export declare const propertyCounts: Keyword;
/** `patternProperties`, and `properties` and `additionalProperties` beside them. */
export declare const patternProperties: Keyword;
export declare const propertyNames: Keyword;
/** `dependentRequired` and `dependentSchemas`. */
export declare const dependents: Keyword;

import type { ParameterSpec } from "../operation-spec.js";
/** A parameter's value as OpenAPI writes it, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export declare function serializeParameter(spec: ParameterSpec, value: unknown): string;
/** One value as text: dates as RFC 3339, objects (which no style can hold at that depth) as JSON. */
export declare function scalar(value: unknown): string;
export declare function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>>;

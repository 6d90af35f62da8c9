import type { ParameterSpec } from "../operation-spec.js";
type Encode = (text: string) => string;
/** Writes a value in one of the rarer styles. Operations that have a parameter of it bring it along. @param name encoded */
export type Style = (name: string, value: unknown, explode: boolean, encode: Encode) => string;
/** A parameter's value as OpenAPI writes it, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export declare function serializeParameter(spec: ParameterSpec, value: unknown): string;
/** The style `form`, and those that differ from it in what stands between members. */
export declare function form(name: string, value: unknown, explode: boolean, encode: Encode, separator?: string): string;
/** What a list or an object holds, encoded; `explode`: names with their values. Of other values the one text. */
export declare function membersOf(value: unknown, explode: boolean, encode: Encode): string[];
/** One value as text: dates as RFC 3339, objects (which no style can hold at that depth) as JSON. */
export declare function scalar(value: unknown): string;
export {};

import type { ParameterSpec } from "../operation-spec.js";

/** Percent-encodes a text. */
export type Encode = (text: string) => string;

/**
 * Writes a value in one of the rarer styles. Only operations with such a parameter import it.
 * @param name encoded
 * @param isForm true in queries and cookies, where the name comes before the value
 */
export type Style = (name: string, value: unknown, explode: boolean, encode: Encode, isForm: boolean) => string;

/** Writes the value of a parameter, percent-encoded. Without a style, writes a value, or a list of values. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec: ParameterSpec, value: unknown): string {
  const { in: part, name, style } = spec;
  const encode = spec.encode ?? (part === "header" ? String : encodeValue);
  const isForm = part === "query" || part === "cookie";
  if (style) return style(encode(name), value, spec.explode ?? false, encode, isForm);
  // Faster for most values of paths.
  if (!isForm && value !== undefined && Object(value) !== value) return encode(scalar(value));
  const texts = [value].flat().flatMap((one) => (one === undefined ? [] : encode(scalar(one))));
  return isForm ? texts.map((text) => `${encode(name)}=${text}`).join("&") : texts.join(",");
}

/** Writes one value: dates as RFC 3339, and nested objects as JSON, because no style can express them. */
export function scalar(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, percent);
}

export function percent(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;
}

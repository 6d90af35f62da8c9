import { isPlainObject } from "../is-plain-object.js";
import type { ParameterSpec } from "../operation-spec.js";

/** Percent-encodes a text. */
export type Encode = (text: string) => string;

/**
 * Writes a value in one of the rarer styles. Operations with such a parameter bring it along.
 * @param name encoded
 * @param isForm true in queries and cookies, where the name stands before the value
 */
export type Style = (name: string, value: unknown, explode: boolean, encode: Encode, isForm: boolean) => string;

/** Writes the value of a parameter, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
export function serializeParameter(spec: ParameterSpec, value: unknown): string {
  const { in: part, style } = spec;
  const encode = spec.encode ?? (part === "header" ? String : encodeValue);
  const isForm = part === "query" || part === "cookie";
  const explode = spec.explode ?? (isForm && !style);
  if (style) return style(encode(spec.name), value, explode, encode, isForm);
  return isForm ? form(encode(spec.name), value, explode, encode) : membersOf(value, explode, encode).join(",");
}

/** Writes the style `form`, and the styles that differ from it only in the separator. */
export function form(name: string, value: unknown, explode: boolean, encode: Encode, separator = ","): string {
  const members = membersOf(value, explode, encode);
  if (!explode || typeof value !== "object") return `${name}=${members.join(separator)}`;
  return members.map((member) => (isPlainObject(value) ? member : `${name}=${member}`)).join("&");
}

/** The encoded members of a list or an object, with `explode` as pairs of name and value. Other values have one member. */
export function membersOf(value: unknown, explode: boolean, encode: Encode): string[] {
  const write = (member: unknown): string[] => (member === undefined ? [] : [encode(scalar(member))]);
  if (!isPlainObject(value)) return [value].flat().flatMap(write);
  return Object.entries(value).flatMap(([name, member]) =>
    write(member).flatMap((text) => (explode ? `${encode(name)}=${text}` : [encode(name), text])),
  );
}

/** Writes one value: dates as RFC 3339, nested objects as JSON, because no style can hold them. */
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

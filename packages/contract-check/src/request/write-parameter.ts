import { isObject, percentEncode } from "../description/json.js";
import type { RawParameter } from "../description/raw-operation.js";

/** The value of a path parameter for the URL. @see OpenAPI 3.0.3, "Style Examples" */
export function writePath(parameter: RawParameter, value: unknown): string {
  const { name, style, explode } = parameter;
  const encode = (item: unknown): string => percentEncode(scalarText(item));
  if (parameter.mediaType !== undefined) return percentEncode(JSON.stringify(value));
  const pairs = isObject(value) ? Object.entries(value) : undefined;
  const list =
    pairs === undefined
      ? [value].flat().map(encode)
      : pairs.flatMap(([key, item]) => (explode ? [`${encode(key)}=${encode(item)}`] : [encode(key), encode(item)]));
  if (style === "label") return `.${list.join(explode ? "." : ",")}`;
  if (style === "matrix") {
    if (pairs !== undefined && explode) return list.map((item) => `;${item}`).join("");
    return explode ? list.map((item) => `;${name}=${item}`).join("") : `;${name}=${list.join(",")}`;
  }
  return list.join(",");
}

/** `name=value` pieces of a query parameter, encoded. */
export function writeQuery(parameter: RawParameter, value: unknown): string[] {
  const { style, explode } = parameter;
  const name = percentEncode(parameter.name);
  const encode = (item: unknown): string => percentEncode(scalarText(item));
  if (parameter.mediaType !== undefined) return [`${name}=${percentEncode(JSON.stringify(value))}`];
  if (isObject(value)) {
    const pairs = Object.entries(value);
    if (style === "deepObject") return pairs.flatMap(([key, item]) => deep(`${name}[${percentEncode(key)}]`, item));
    if (explode) return pairs.map(([key, item]) => `${percentEncode(key)}=${encode(item)}`);
    return [`${name}=${pairs.flatMap(([key, item]) => [encode(key), encode(item)]).join(",")}`];
  }
  if (!Array.isArray(value)) return [`${name}=${encode(value)}`];
  if (explode) return value.map((item) => `${name}=${encode(item)}`);
  const separator = { spaceDelimited: "%20", pipeDelimited: "%7C" }[style] ?? ",";
  return [`${name}=${value.map(encode).join(separator)}`];
}

function deep(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => deep(name, item));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => deep(`${name}[${percentEncode(key)}]`, item));
  return [`${name}=${percentEncode(scalarText(value))}`];
}

/** Writes the value of a header or cookie. */
export function writeSimple(parameter: RawParameter, value: unknown): string {
  if (parameter.mediaType !== undefined) return JSON.stringify(value);
  if (!isObject(value)) return [value].flat().map(scalarText).join(",");
  const pairs = Object.entries(value);
  return parameter.explode && parameter.in === "header"
    ? pairs.map(([key, item]) => `${key}=${scalarText(item)}`).join(",")
    : pairs.flatMap(([key, item]) => [key, scalarText(item)]).join(",");
}

function scalarText(value: unknown): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
}

import { isPlainObject } from "../is-plain-object.js";
import type { EncodingSpec, MediaSpec } from "../operation-spec.js";
import { toJson } from "./json-body.js";
import { scalar, serializeParameter } from "./serialize-parameter.js";
import { deepObject, form } from "./styles.js";

/** Writes a part per property and per item of a list, with objects as JSON. @see OpenAPI 3.1, "Encoding Object" */
export function multipart(value: unknown, media: MediaSpec): FormData {
  const form = new FormData();
  if (!isPlainObject(value)) return form;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const encoding = media.encoding?.[name];
    for (const item of Array.isArray(member) ? member : [member]) appendPart(form, name, item, encoding);
  }
  return form;
}

function appendPart(form: FormData, name: string, value: unknown, encoding: EncodingSpec | undefined): void {
  const type = encoding?.contentType?.split(",")[0]?.trim();
  if (value instanceof Blob) form.append(name, value);
  else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    form.append(name, new Blob([value as BlobPart], { type: type ?? "application/octet-stream" }));
  else if (typeof value === "object" && value !== null && !(value instanceof Date))
    form.append(name, new Blob([toJson(value)], { type: type ?? "application/json" }));
  else if (type && !/^text\/plain\b/.test(type)) form.append(name, new Blob([scalar(value)], { type }));
  else form.append(name, scalar(value));
}

/** Writes query parameters of style `form` unless the encoding differs, with nested values in brackets and spaces as `+`. @see WHATWG URL, section 5.2 */
export function urlencoded(value: unknown, media: MediaSpec): string {
  if (!isPlainObject(value)) return typeof value === "string" ? value : "";
  return Object.entries(value)
    .flatMap(([name, member]) => {
      if (member === undefined) return [];
      const { style = media.style, explode } = media.encoding?.[name] ?? {};
      const isNested =
        isPlainObject(member) || (Array.isArray(member) && member.some((item) => typeof item === "object"));
      const own = style ?? (isNested ? deepObject : form);
      return serializeParameter({ name, in: "query", style: own, explode: explode ?? !style }, member);
    })
    .filter((part) => part !== "")
    .join("&")
    .replaceAll("%20", "+");
}

/** JSON values, one a line (NDJSON, JSON Lines). */
export function jsonLines(value: unknown): string {
  return linesOf(value, "");
}

/** Each after a record separator. @see RFC 7464 */
export function jsonSequence(value: unknown): string {
  return linesOf(value, "\u001e");
}

function linesOf(value: unknown, before: string): string {
  return Array.from(value as Iterable<unknown>, (item) => `${before}${toJson(item)}\n`).join("");
}

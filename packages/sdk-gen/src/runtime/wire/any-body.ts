import { isPlainObject } from "../is-plain-object.js";
import { type BodyWriter, encodeJson, formType, isBinary, isJson } from "./json-body.js";

const BYTES = "application/octet-stream";

/** Writes the bodies of operations that take files, forms, texts, or several media types. */
export const anyBody: BodyWriter = {
  typeOf({ content }, value, wanted) {
    const types = Object.keys(content);
    const first = types[0] ?? "application/json";
    if (wanted !== undefined) return wanted;
    const form = types.find((type) => type.startsWith("multipart/"));
    const own = formType(value);
    if (own) return value instanceof FormData ? (form ?? own) : own;
    if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type)))
      return value.type;
    // JSON cannot hold a file.
    if (form && isPlainObject(value) && Object.values(value).flat().some(isBinary)) return form;
    const isBytes = (type: string): boolean =>
      !isJson(type) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
    return isBinary(value) ? (types.find(isBytes) ?? types[0] ?? BYTES) : first;
  },
  mediaOf({ content }, type) {
    const range = Object.keys(content).find((one) => one.includes("*") && matches(one, type));
    return content[type] ?? content[range ?? ""];
  },
  encode(value, type, media) {
    const contentType = type.includes("*") ? concreteType(type, value) : type;
    const body = formType(value) || isBinary(value) ? undefined : media?.encode?.(value, media);
    if (typeof body === "object") return { body };
    if (body !== undefined) return { body, contentType };
    return encodeJson(value, contentType);
  },
};

/** @see RFC 9110, section 12.5.1 */
function matches(range: string, type: string): boolean {
  const [kind, subtype] = range.split("/");
  return range === "*/*" || range === type || (subtype === "*" && type.startsWith(`${kind}/`));
}

function concreteType(range: string, value: unknown): string {
  if (value instanceof Blob && value.type !== "") return value.type;
  if (range === "text/*") return "text/plain";
  return isBinary(value) ? BYTES : "application/json";
}

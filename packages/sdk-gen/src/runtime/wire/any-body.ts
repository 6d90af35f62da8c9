import { isPlainObject } from "../is-plain-object.js";
import { type BodyWriter, type ChooseMedia, formType, isReady, toJson, writeBody } from "./json-body.js";

const BYTES = "application/octet-stream";

const choose: ChooseMedia = ({ content }, value, wanted) => {
  const types = Object.keys(content);
  const type = wanted ?? typeOf(types, value);
  const range = types.find((one) => one.includes("*") && matches(one, type));
  return { type, media: content[type] ?? content[range ?? ""] };
};

/** Writes the bodies of operations that take files, forms, texts, or several media types. */
export const anyBody: BodyWriter = {
  choose,
  write(init, { body = { content: {} }, exactIntegers }, value, wanted) {
    const { type, media } = choose(body, value, wanted);
    const exact = media?.schema && exactIntegers ? exactIntegers(value, media.schema) : value;
    const contentType = type.includes("*") ? concreteType(type, exact) : type;
    const isText = typeof exact === "string" && !isJson(contentType);
    const encoded = isReady(exact) ? exact : media?.encode?.(exact, media);
    writeBody(init, encoded ?? (isText ? exact : toJson(exact)), contentType);
    // The platform writes the media type of forms.
    if (formType(exact)) delete init.headers["content-type"];
  },
};

function typeOf(types: readonly string[], value: unknown): string {
  const form = types.find((type) => type.startsWith("multipart/"));
  const own = formType(value);
  if (own) return value instanceof FormData ? (form ?? own) : own;
  if (value instanceof Blob && value.type !== "" && types.some((type) => matches(type, value.type))) return value.type;
  // JSON cannot hold a file.
  if (form && isPlainObject(value) && Object.values(value).flat().some(isBinary)) return form;
  const isBytes = (type: string): boolean =>
    !isJson(type) && !/^(multipart\/|application\/x-www-form-urlencoded)/i.test(type);
  return (isBinary(value) && (types.find(isBytes) ?? types[0] ?? BYTES)) || (types[0] ?? "application/json");
}

function isJson(type: string): boolean {
  return /^[^;]*[/+]json\b(?!-seq)/i.test(type);
}

function isBinary(value: unknown): boolean {
  return isReady(value) && !formType(value);
}

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

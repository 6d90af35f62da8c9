import type { JsonRecord, Property } from "./model.js";

/** The kind of field that edits a property. */
export type FieldKind = "choice" | "flag" | "number" | "line" | "text" | "json";

const LONG = 80;
const LONG_NAMES = /description|body|text|comment|note|bio|content|summary|message/i;

export function fieldKind({ name, types, values, maxLength = 0 }: Property, value: unknown): FieldKind {
  if (values && values.length > 0 && values.every((one) => typeof one !== "object" || one === null)) return "choice";
  if (typeof value === "object" && value !== null) return "json";
  const own = types.filter((type) => type !== "null");
  if (own.length !== 1) return own.length === 0 && typeof value === "string" ? "line" : "json";
  switch (own[0]) {
    case "boolean":
      return "flag";
    case "integer":
    case "number":
      return "number";
    case "string":
      return (maxLength > 200 && LONG_NAMES.test(name)) ||
        (typeof value === "string" && (value.length > LONG || value.includes("\n")))
        ? "text"
        : "line";
    default:
      return "json";
  }
}

export function textOf(kind: FieldKind, value: unknown): string {
  if (value === undefined || value === null) return "";
  return kind === "json" ? JSON.stringify(value, null, 2) : String(value);
}

export type Read = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/**
 * Reads the value of a field; `undefined` if the record does not get the property.
 * @param isItem an item of a list, which needs a value
 */
export function readText(kind: FieldKind, text: string, property: Property, isItem: boolean): Read {
  const { types, values = [], required, readOnly } = property;
  if (text === "" && kind !== "choice") {
    if (types.includes("null")) return { ok: true, value: null };
    const isText = kind === "line" || kind === "text";
    const isNeeded = required || isItem;
    if (isNeeded && isText) return { ok: true, value: "" };
    return isNeeded && !readOnly ? { ok: false, message: "needs a value" } : { ok: true, value: undefined };
  }
  switch (kind) {
    case "choice":
      return { ok: true, value: values.find((value) => String(value) === text) ?? (text === "" ? undefined : text) };
    case "flag":
      return { ok: true, value: text === "true" };
    case "number":
      return Number.isFinite(Number(text))
        ? { ok: true, value: Number(text) }
        : { ok: false, message: "must be a number" };
    case "line":
    case "text":
      return { ok: true, value: text };
    case "json":
      return readJson(text);
  }
}

export function readJson(text: string): Read {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, message: `is no JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** `record` with a property set, or without it. */
export function withProperty(record: JsonRecord, name: string, value: unknown): JsonRecord {
  const rest = Object.entries(record).filter(([other]) => other !== name || value !== undefined);
  const replaced = rest.map(([other, old]): [string, unknown] => [other, other === name ? value : old]);
  const isNew = value !== undefined && !Object.hasOwn(record, name);
  return Object.fromEntries(isNew ? [...replaced, [name, value]] : replaced);
}

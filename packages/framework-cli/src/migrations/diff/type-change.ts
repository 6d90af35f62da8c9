import type { FieldType } from "../../entity/field-type.js";

/**
 * The effect of a type change on a column's values. `checked`: the database rejects values that do not fit, so nothing
 * is lost. `lossy`: parts of values are cut off. `impossible`: there is no conversion, and the values are lost.
 */
export type TypeChange = "same" | "safe" | "checked" | "lossy" | "impossible";

type Kind = FieldType["kind"];

const SAFE: Partial<Record<Kind, readonly Kind[]>> = {
  string: ["text"],
  uuid: ["string", "text"],
  integer: ["bigint", "double", "string", "text"],
  bigint: ["string", "text"],
  double: ["string", "text"],
  decimal: ["string", "text"],
  boolean: ["integer", "bigint", "string", "text"],
  date: ["string", "text"],
};

const CHECKED: Partial<Record<Kind, readonly Kind[]>> = {
  string: ["integer", "bigint", "double", "uuid", "date", "boolean"],
  text: ["string", "integer", "bigint", "double", "uuid", "date", "boolean"],
  integer: ["decimal"],
  bigint: ["integer", "decimal"],
};

const LOSSY: Partial<Record<Kind, readonly Kind[]>> = {
  string: ["decimal"],
  text: ["decimal"],
  integer: ["boolean"],
  bigint: ["double", "boolean"],
  double: ["integer", "bigint", "decimal"],
  decimal: ["integer", "bigint", "double"],
};

export function typeChange(from: FieldType, to: FieldType): TypeChange {
  if (from.kind === "string" && to.kind === "string") {
    return from.length === to.length ? "same" : from.length < to.length ? "safe" : "checked";
  }
  if (from.kind === "decimal" && to.kind === "decimal") {
    if (from.scale === to.scale && from.precision === to.precision) return "same";
    const { precision = Infinity, scale = Infinity } = to;
    if (from.precision === undefined || from.scale === undefined || from.scale > scale) return "lossy";
    return to.precision === undefined || from.precision - from.scale <= precision - scale ? "safe" : "checked";
  }
  if (from.kind === "json" && to.kind === "json") return arrayChange(from.elements, to.elements);
  if (from.kind === to.kind) return "sign" in from === "sign" in to ? "same" : "checked";
  if (SAFE[from.kind]?.includes(to.kind)) {
    // A string may be too short for some values.
    return to.kind === "string" && to.length < textLength(from) ? "checked" : "safe";
  }
  if (CHECKED[from.kind]?.includes(to.kind)) return "checked";
  return LOSSY[from.kind]?.includes(to.kind) ? "lossy" : "impossible";
}

function arrayChange(from: FieldType | undefined, to: FieldType | undefined): TypeChange {
  if (from === undefined || to === undefined) return from === to ? "same" : "impossible";
  const change = typeChange(from, to);
  // A cast of an array truncates its texts instead of failing.
  return change === "checked" ? "lossy" : change;
}

/** Maximum number of characters of a value of the type, written as text. */
function textLength(type: FieldType): number {
  if (type.kind === "string") return type.length;
  if (type.kind === "decimal") return (type.precision ?? 65) + 2;
  if (type.kind === "enum") return Math.max(...type.values.map((value) => value.length));
  return TEXT_LENGTHS[type.kind];
}

const TEXT_LENGTHS: Readonly<Record<Exclude<Kind, "string" | "decimal" | "enum">, number>> = {
  uuid: 36,
  integer: 11,
  bigint: 20,
  double: 25,
  boolean: 5,
  date: 10,
  time: 15,
  timestamp: 30,
  text: Number.POSITIVE_INFINITY,
  json: Number.POSITIVE_INFINITY,
  binary: Number.POSITIVE_INFINITY,
};

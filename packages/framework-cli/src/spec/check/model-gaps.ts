import type { Entity } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { hasDefault } from "../../entity/has-default.js";

/** A difference between a model and the description. */
export interface ModelGap {
  readonly model: string;
  /** Fields of the description that the model does not have. */
  readonly missing: readonly string[];
  /** A field that requires a value and that the description does not have. */
  readonly unset?: string;
  /** Visible fields that the description does not have: answers leave them out. */
  readonly unsent: readonly string[];
  /**
   * Fields whose model rejects values that the description allows, each with the difference: `status takes no
   * cancelled`.
   */
  readonly narrower: readonly string[];
}

/** Compares the models of an application with those of its description. Models that the application does not have any more are skipped. */
export function findModelGaps(wanted: readonly Entity[], actual: readonly Entity[]): readonly ModelGap[] {
  return wanted.flatMap(({ name, fields }): ModelGap[] => {
    const model = actual.find((entity) => entity.name === name);
    if (model === undefined) return [];
    const has = new Set([...model.fields.map((field) => field.name), ...Object.keys(model.source?.attributes ?? {})]);
    const missing = fields.map((field) => field.name).filter((field) => !has.has(field));
    const described = new Set(fields.map((field) => field.name));
    const stamps = Object.values(model.timestamps);
    const unset = model.fields.filter(
      (field) =>
        !field.nullable &&
        !field.autoIncrement &&
        !hasDefault(field) &&
        !described.has(field.name) &&
        !stamps.includes(field.name),
    );
    const unsent = model.fields
      .filter((field) => !field.hidden && !described.has(field.name) && !stamps.includes(field.name))
      .map((field) => field.name);
    const narrower = fields.flatMap((field) => {
      const own = model.fields.find((each) => each.name === field.name);
      const difference = own && narrowerType(field.type, own.type);
      return difference === undefined ? [] : [`${field.name} ${difference}`];
    });
    return [
      ...(missing.length + unsent.length + narrower.length === 0 ? [] : [{ model: name, missing, unsent, narrower }]),
      ...unset.map((field) => ({ model: name, missing: [], unsent: [], narrower: [], unset: field.name })),
    ];
  });
}

/** The described values that a model's type cannot store. `undefined` if there are none. */
function narrowerType(described: FieldType, own: FieldType): string | undefined {
  if (own.kind === "enum") {
    if (described.kind !== "enum") return `takes ${own.values.join(", ")} alone`;
    const lost = described.values.filter((value) => !own.values.includes(value));
    return lost.length === 0 ? undefined : `takes no ${lost.join(", no ")}`;
  }
  if (own.kind === "string" && (described.kind === "string" || described.kind === "text")) {
    const isShorter = described.kind === "text" || described.length > own.length;
    return isShorter ? `holds ${own.length} characters at most` : undefined;
  }
  const isText = TEXTS.has(own.kind);
  const holds = own.kind === described.kind || (isText ? TEXTUAL : (WIDER[own.kind] ?? [])).includes(described.kind);
  return holds || own.kind === "json"
    ? undefined
    : `is ${described.kind} in the description and ${own.kind} in the model`;
}

const TEXTS: ReadonlySet<FieldType["kind"]> = new Set(["string", "text"]);
const TEXTUAL: readonly FieldType["kind"][] = ["string", "text", "enum", "uuid", "date", "time", "timestamp"];
/** For each kind, other kinds whose values it can also store. */
const WIDER: Partial<Record<FieldType["kind"], readonly FieldType["kind"][]>> = {
  bigint: ["integer"],
  double: ["integer", "bigint", "decimal"],
  decimal: ["integer", "bigint", "double"],
};

import type { Entity } from "../../entity/entity.js";

/** A difference between a model and the one that the description asks for. */
export interface ModelGap {
  readonly model: string;
  /** Fields of the description that the model does not have. */
  readonly missing: readonly string[];
  /** A field that requires a value and that the description does not have. */
  readonly unset?: string;
  /** Visible fields that the description does not have: answers leave them out. */
  readonly unsent: readonly string[];
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
        field.default === undefined &&
        !described.has(field.name) &&
        !stamps.includes(field.name),
    );
    const unsent = model.fields
      .filter((field) => !field.hidden && !described.has(field.name) && !stamps.includes(field.name))
      .map((field) => field.name);
    return [
      ...(missing.length + unsent.length === 0 ? [] : [{ model: name, missing, unsent }]),
      ...unset.map((field) => ({ model: name, missing: [], unsent: [], unset: field.name })),
    ];
  });
}

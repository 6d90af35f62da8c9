import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import type { Row, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { ContractParent } from "./contract-options.js";

type Params = Readonly<Record<string, unknown>>;

/**
 * Finds the records that a path goes through.
 *
 * @param parents outermost first
 * @returns the ids of those that have a model, by their fields
 * @throws HttpError 404 when one is not there
 */
export async function requireParents(
  { repository }: ServiceContext,
  parents: readonly ContractParent[],
  params: Params,
): Promise<Row> {
  const scope: Row = {};
  for (const { model, modelField, also = [], parameter, field, resource } of parents) {
    if (model === undefined || modelField === undefined) continue;
    const target = repository(model);
    const known = new Map(target.entity.fields.map((one) => [one.name, one]));
    // A parent's own parents come before it in the path.
    const above = parents.flatMap((one) =>
      one.field !== field && known.has(one.field) ? [[one.field, scope[one.field] ?? params[one.parameter]]] : [],
    );
    let row: Row | undefined;
    for (const name of [modelField, ...also]) {
      const value = fieldValue(target.entity, name, params[parameter]);
      if (value === undefined) continue;
      const where = { ...Object.fromEntries(above), [name]: value } as Where;
      row ??= (await target.find({ where, fields: [modelField], limit: 1 }))[0];
    }
    if (row === undefined) throw absentRecord(resource ?? target.entity.table, parameter, params[parameter]);
    scope[field] = row[modelField];
  }
  return scope;
}

/** A text of a path as the field would hold it; `undefined` when it cannot. */
export function fieldValue({ fields }: Entity, name: string, value: unknown): unknown {
  const kind = fields.find((field) => field.name === name)?.type.kind;
  if (kind !== "integer" && kind !== "bigint" && kind !== "double")
    return kind === undefined ? undefined : String(value);
  const number = Number(value);
  return String(value).trim() !== "" && Number.isSafeInteger(number) ? number : undefined;
}

/** 404 for a path that names a missing record, with the parameter that named it. */
export function absentRecord(resource: string, parameter: string, value: unknown): HttpError {
  // A number that was too large for JavaScript is another one by now.
  const isExact = typeof value !== "number" || Number.isSafeInteger(value);
  const message = `${resource} has no record ${isExact ? JSON.stringify(String(value)) : "of this id"}`;
  return new HttpError(404, "Not found", { details: [{ in: "path", path: `/${parameter}`, message }] });
}

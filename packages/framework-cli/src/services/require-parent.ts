import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import type { Repository, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { ContractParent } from "./contract-options.js";

type Params = Readonly<Record<string, unknown>>;

/** @param parents all of a path, outermost first @throws HttpError 404 when the parent is not there */
export async function requireParent(
  { repository }: ServiceContext,
  { model, modelField, parameter, field, resource }: ContractParent,
  parents: readonly ContractParent[],
  params: Params,
): Promise<void> {
  if (model === undefined || modelField === undefined) return;
  const target: Repository = repository(model);
  const own = fieldsOf(target.entity);
  // A parent's own parents come before it in the path.
  const above = parents.filter((one) => one.field !== field && own.has(one.field));
  const where = {
    ...Object.fromEntries(above.map((one) => [one.field, params[one.parameter]])),
    [modelField]: params[parameter],
  } as Where;
  if ((await target.count(where)) > 0) return;
  throw absentRecord(resource ?? target.entity.table, parameter, params[parameter]);
}

function fieldsOf({ fields }: Entity): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name));
}

/** 404 for a path that names a missing record, with the parameter that named it. */
export function absentRecord(resource: string, parameter: string, value: unknown): HttpError {
  const message = `${resource} has no record ${JSON.stringify(String(value))}`;
  return new HttpError(404, "Not found", { details: [{ in: "path", path: `/${parameter}`, message }] });
}

import type { ServiceContext } from "../app/service.js";
import type { Repository, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { absentRecord } from "./absent-record.js";
import type { ContractParent } from "./contract-options.js";

type Params = Readonly<Record<string, unknown>>;

/** @param parents all of a path, outermost first @throws HttpError 404 when the parent is not there */
export async function requireParent(
  { repository }: ServiceContext,
  { model, modelField, parameter, field }: ContractParent,
  parents: readonly ContractParent[],
  params: Params,
): Promise<void> {
  if (model === undefined || modelField === undefined) return;
  const target: Repository = repository(model);
  const own = fieldsOf(target.entity);
  // A parent's own parents stand before it in the path.
  const above = parents.filter((one) => one.field !== field && own.has(one.field));
  const where = {
    ...Object.fromEntries(above.map((one) => [one.field, params[one.parameter]])),
    [modelField]: params[parameter],
  } as Where;
  if ((await target.count(where)) > 0) return;
  throw absentRecord(model, parameter, params[parameter]);
}

function fieldsOf({ fields }: Entity): ReadonlySet<string> {
  return new Set(fields.map(({ name }) => name));
}

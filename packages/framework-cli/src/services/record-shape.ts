import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import type { Row, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { ContractOptions, ContractParent } from "./contract-options.js";
import { isJsonObject } from "./nested-members.js";

/** Between what the API shows of a record and what its row holds. */
export interface RecordShape {
  /** The sent properties that a client may set. */
  writable(body: unknown): Row;
  /** True for what only the server sets. */
  isLocked(name: string): boolean;
  /** Properties into fields; what has none goes into the field for the rest. @param before the row, whose rest is kept */
  split(record: unknown, before?: Row): Row;
  /** A row as the API shows it: without hidden fields, fields that the description does not declare, and nulls that may not be shown. */
  join(row: Row): Row;
  /** As `join`, with the fields that the description does not declare. */
  whole(row: Row): Row;
  /** The fields of a row that a replacement does not touch, as the API shows them. */
  kept(row: Row): Row;
  /** A row's fields without those that must not change. */
  changes(values: Row): Row;
  /** Every field that a replacement sets, as a new record has it: with its default, else empty. */
  empty(): Row;
  /** The field for the rest, where the values have it. */
  rest(values: Row): Row;
  /** A text of a path as the field would hold it; `undefined` when it cannot. */
  asFieldValue(name: string, value: unknown): unknown;
  /** A model's row without hidden fields, and nulls that may not be shown. */
  shown(row: Row): Row;
  /** The visible ones of some fields. */
  visible(values: Row): Row;
  /** Fields that the database or the repository fills in. */
  readonly made: ReadonlySet<string>;
  /** The id is counted by the database, or made by the repository. */
  readonly isCounted: boolean;
}

/** @param declared the properties that answers declare; all if it is left out */
export function createRecordShape(
  entity: Entity,
  options: ContractOptions,
  declared?: ReadonlySet<string>,
): RecordShape {
  const { rest, id, nullable = [], readOnly = [], parents = [] } = options;
  const fields = new Map(entity.fields.map((field) => [field.name, field]));
  const takesNull = new Set(nullable);
  const locked = new Set(readOnly);
  const parentFields = new Set(parents.map(({ field }) => field));
  const { createdAt, updatedAt, deletedAt } = entity.timestamps;
  const stamps = new Set([createdAt, updatedAt, deletedAt].filter((name) => name !== undefined));
  const idField = fields.get(id.field);
  const isCounted = idField !== undefined && (idField.autoIncrement || idField.default?.kind === "uuid");
  const made = new Set([...stamps, ...(isCounted ? [id.field] : [])]);
  const also = new Set(id.also);
  const isFixed = (name: string): boolean =>
    fields.get(name)?.primaryKey === true || name === id.field || stamps.has(name) || parentFields.has(name);
  const shown = entity.fields.filter(({ name, hidden }) => !hidden && name !== rest).map(({ name }) => name);
  const promised = shown.filter((name) => declared?.has(name) ?? true);
  const isShown = (name: string, value: unknown): boolean =>
    value !== undefined && (value !== null || takesNull.has(name));
  const joined = (row: Row, names: readonly string[]): Row => {
    const record: Row = {};
    for (const name of names) if (isShown(name, row[name])) record[name] = row[name];
    if (rest === undefined) return record;
    const others = row[rest];
    return isJsonObject(others) ? { ...others, ...record } : record;
  };

  const visible = (values: Row): Row =>
    Object.fromEntries(Object.entries(values).filter(([name]) => fields.get(name)?.hidden !== true));

  return {
    made,
    isCounted,
    writable(body) {
      if (!isJsonObject(body)) return {};
      return Object.fromEntries(Object.entries(body).filter(([name]) => !locked.has(name)));
    },
    isLocked: (name) => locked.has(name) || isFixed(name),
    split(record, before) {
      if (!isJsonObject(record)) return {};
      const values: Row = {};
      const others: Row = {};
      for (const [name, value] of Object.entries(record)) {
        if (fields.has(name) && name !== rest) values[name] = value;
        else if (rest !== undefined && value !== undefined) others[name] = value;
      }
      const kept = rest !== undefined && isJsonObject(before?.[rest]) ? before[rest] : {};
      if (rest !== undefined && Object.keys(others).length > 0) values[rest] = { ...kept, ...others };
      return values;
    },
    join: (row) => joined(row, promised),
    whole: (row) => joined(row, shown),
    kept(row) {
      return Object.fromEntries(
        shown.filter((name) => locked.has(name) || isFixed(name) || also.has(name)).map((name) => [name, row[name]]),
      );
    },
    changes(values) {
      return Object.fromEntries(Object.entries(values).filter(([name]) => !isFixed(name)));
    },
    empty() {
      const settable = entity.fields.filter(
        ({ name, hidden }) => !hidden && !locked.has(name) && !isFixed(name) && !also.has(name),
      );
      return Object.fromEntries(
        settable.flatMap(({ name, nullable: isNullable, default: usual }) =>
          usual?.kind === "value" ? [[name, usual.value]] : isNullable ? [[name, null]] : [],
        ),
      );
    },
    rest: (values) => (rest !== undefined && values[rest] !== undefined ? { [rest]: values[rest] } : {}),
    asFieldValue: (name, value) => fieldValue(entity, name, value),
    shown: (row) => visible(Object.fromEntries(Object.entries(row).filter(([name, value]) => isShown(name, value)))),
    visible,
  };
}

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
function fieldValue({ fields }: Entity, name: string, value: unknown): unknown {
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

import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import type { Row, Where } from "../database/repository.js";
import type { Entity, Field } from "../entity/entity.js";
import type { ContractOptions, ContractParent } from "./contract-options.js";
import { isJsonObject, membersWhere } from "./nested-members.js";

/** Converts between a record in the API and its row. */
export class RecordShape {
  /** Fields that the database or the repository fills in. */
  readonly made: ReadonlySet<string>;
  /** True if the database counts the id, or the repository generates it. */
  readonly isCounted: boolean;
  readonly #entity: Entity;
  readonly #names: ReadonlyMap<string, string>;
  readonly #fields: ReadonlyMap<string, Field>;
  readonly #rest: string | undefined;
  readonly #takesNull: ReadonlySet<string>;
  readonly #locked: ReadonlySet<string>;
  /** Fields that never change. */
  readonly #fixed: ReadonlySet<string>;
  /** Other fields by which paths name a record. */
  readonly #also: ReadonlySet<string>;
  readonly #shown: readonly string[];
  readonly #promised: readonly string[];

  /** @param declared the properties that answers declare; all if it is left out */
  constructor(entity: Entity, options: ContractOptions, declared?: ReadonlySet<string>) {
    const { rest, id, nullable = [], readOnly = [], names = {}, parents = [] } = options;
    const { fields } = entity;
    const { createdAt, updatedAt, deletedAt } = entity.timestamps;
    const stamps = [createdAt, updatedAt, deletedAt].filter((name) => name !== undefined);
    const keys = fields.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
    this.#entity = entity;
    this.#names = new Map(Object.entries(names));
    this.#fields = new Map(fields.map((field) => [field.name, field]));
    this.#rest = rest;
    this.#takesNull = new Set(nullable);
    this.#locked = new Set(readOnly);
    this.#fixed = new Set([...keys, id.field, ...stamps, ...parents.map(({ field }) => field)]);
    this.#also = new Set(id.also);
    this.#shown = fields.filter(({ name, hidden }) => !hidden && name !== rest).map(({ name }) => name);
    this.#promised = this.#shown.filter((name) => declared?.has(name) ?? true);
    const idField = this.#fields.get(id.field);
    this.isCounted = idField !== undefined && (idField.autoIncrement || idField.default?.kind === "uuid");
    this.made = new Set([...stamps, ...(this.isCounted ? [id.field] : [])]);
  }

  /** The sent properties that a client may set. */
  writable(body: unknown): Row {
    return isJsonObject(body) ? membersWhere(body, (name) => !this.#locked.has(name)) : {};
  }

  /** Sent members under the names of their fields. */
  named(sent: Row = {}): Row {
    if (this.#names.size === 0) return sent;
    return Object.fromEntries(Object.entries(sent).map(([name, value]) => [this.#names.get(name) ?? name, value]));
  }

  /** True for a field that only the server sets. */
  isLocked(name: string): boolean {
    return this.#locked.has(name) || this.#fixed.has(name);
  }

  /**
   * Distributes properties to fields. Properties without a field go into the field for the rest. @param before the old
   * row, whose rest stays
   */
  split(record: unknown, before?: Row): Row {
    if (!isJsonObject(record)) return {};
    const rest = this.#rest;
    const values = membersWhere(record, (name) => this.#fields.has(name) && name !== rest);
    if (rest === undefined) return values;
    const others = membersWhere(record, (name, value) => !Object.hasOwn(values, name) && value !== undefined);
    const kept = isJsonObject(before?.[rest]) ? before[rest] : {};
    return Object.keys(others).length > 0 ? { ...values, [rest]: { ...kept, ...others } } : values;
  }

  /** A row as the API shows it. Leaves out hidden and undeclared fields, and nulls that the description forbids. */
  join(row: Row): Row {
    return this.#joined(row, this.#promised);
  }

  /** As `join`, with the fields that the description does not declare. */
  whole(row: Row): Row {
    return this.#joined(row, this.#shown);
  }

  #joined(row: Row, names: readonly string[]): Row {
    const record: Row = {};
    for (const name of names) if (this.#isShown(name, row[name])) record[name] = row[name];
    const others = this.#rest === undefined ? undefined : row[this.#rest];
    return isJsonObject(others) ? { ...others, ...record } : record;
  }

  #isShown(name: string, value: unknown): boolean {
    return value !== undefined && (value !== null || this.#takesNull.has(name));
  }

  /** The fields of a row that a replacement does not touch, as the API shows them. */
  kept(row: Row): Row {
    const names = this.#shown.filter((name) => this.isLocked(name) || this.#also.has(name));
    return Object.fromEntries(names.map((name) => [name, row[name]]));
  }

  /** A row's fields without those that must not change. */
  changes(values: Row): Row {
    return membersWhere(values, (name) => !this.#fixed.has(name));
  }

  /** The value of every field after a replacement that sends nothing: its default, or empty. */
  empty(): Row {
    const settable = this.#entity.fields.filter(
      ({ name, hidden }) => !hidden && !this.isLocked(name) && !this.#also.has(name),
    );
    return Object.fromEntries(
      settable.flatMap(({ name, nullable, default: usual }) =>
        usual?.kind === "value" ? [[name, usual.value]] : nullable ? [[name, null]] : [],
      ),
    );
  }

  /** The field for the rest, if the values have it. */
  rest(values: Row): Row {
    return membersWhere(values, (name, value) => name === this.#rest && value !== undefined);
  }

  /** Converts a path value to the field's type. `undefined` if that is impossible. */
  asFieldValue(name: string, value: unknown): unknown {
    return fieldValue(this.#entity, name, value);
  }

  /** A model's row without hidden fields, and nulls that may not be shown. */
  shown(row: Row): Row {
    return this.visible(membersWhere(row, (name, value) => this.#isShown(name, value)));
  }

  /** The visible ones of some fields. */
  visible(values: Row): Row {
    return membersWhere(values, (name) => this.#fields.get(name)?.hidden !== true);
  }
}

type Params = Readonly<Record<string, unknown>>;

/**
 * Finds the parents in a path.
 * @param parents outermost first
 * @returns the ids of parents with a model, by field
 * @throws HttpError 404 if one does not exist
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

/** Converts a path value to the field's type. `undefined` if that is impossible. */
function fieldValue({ fields }: Entity, name: string, value: unknown): unknown {
  const kind = fields.find((field) => field.name === name)?.type.kind;
  if (kind !== "integer" && kind !== "bigint" && kind !== "double")
    return kind === undefined ? undefined : String(value);
  const number = Number(value);
  return String(value).trim() !== "" && Number.isSafeInteger(number) ? number : undefined;
}

/** 404 for a missing record. Names the path parameter that identified it. */
export function absentRecord(resource: string, parameter: string, value: unknown): HttpError {
  // A number that is too large for JavaScript has been rounded, so the message does not show it.
  const isExact = typeof value !== "number" || Number.isSafeInteger(value);
  const message = `${resource} has no record ${isExact ? JSON.stringify(String(value)) : "of this id"}`;
  return new HttpError(404, "Not found", { details: [{ in: "path", path: `/${parameter}`, message }] });
}

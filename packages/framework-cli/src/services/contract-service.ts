import { isDeepStrictEqual } from "node:util";
import { ProblemError } from "@onespec/http-contract";
import { nearestName } from "@onespec/spec-core";
import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { checkOptions, refuseOptions, refuseUnfinished } from "../database/check-query.js";
import { inTransaction } from "../database/database.js";
import type { Row, Where } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import { UUID } from "../entity/normalise-value.js";
import { DatabaseError, type FieldViolation } from "../errors/database-error.js";
import { RecordCompleter } from "./complete-record.js";
import type { ContractOptions } from "./contract-options.js";
import { declaredBy, declaredProperties } from "./contract-schemas.js";
import { type ContractPage, createListReader, createViews } from "./list-records.js";
import {
  isJsonObject,
  membersWhere,
  mergeDeep,
  patchedMembers,
  patchOf,
  valueAt,
  withValueAt,
} from "./nested-members.js";
import { absentRecord, RecordShape, requireParents } from "./record-shape.js";
import { refusedValues, SentRecords } from "./sent-records.js";

/** Ids to try for a new record. */
const MOST_NEW_IDS = 20;

type Params = Readonly<Record<string, unknown>>;

/** Restricts a list beyond its request. */
interface ListChoice {
  readonly view?: string;
  readonly where?: Where;
}

/** The records of one resource as described: a generated service before business logic is added. */
export interface ContractService {
  /**
   * @param view one of the options' views instead of the resource's own list, or both that and conditions of the repository:
   * `{ where: { userId: 7 } }` @throws HttpError 404 when a parent is not there
   */
  list(params?: Params, query?: Params, view?: string | ListChoice): Promise<ContractPage>;
  /** @throws HttpError 404 */
  get(params: Params): Promise<Row>;
  /**
   * @param own what the service itself sets, also of what clients may not set
   * @throws HttpError 404 for an absent parent; ProblemError 409 for a taken id
   */
  create(params: Params, body: unknown, own?: Row): Promise<Row>;
  /**
   * Records of a list, or the one that was sent instead; all or none where the database has transactions.
   * @throws HttpError, DatabaseError as `create` does
   */
  createMany(params: Params, bodies: unknown): Promise<readonly Row[]>;
  /**
   * Changes only what is sent; objects inside are merged. @param body members to change, also those that `changesOf` makes of a patch @param own as for `create`
   * @throws HttpError 404; ProblemError for a patch that leaves no valid record
   */
  update(params: Params, body: unknown, own?: Row): Promise<Row>;
  /**
   * Values that are not sent return to their defaults, else to nothing.
   * @param replaced name of the schema in `api/schemas` of what is sent: what it does not declare stays. All is replaced without it
   * @throws HttpError 404
   */
  replace(params: Params, body: unknown, replaced?: string): Promise<Row>;
  /** Replaces, or creates what is not there. @param replaced as for `replace` */
  put(params: Params, body: unknown, replaced?: string): Promise<{ readonly created: boolean; readonly record: Row }>;
  /** Answers the record that was. @throws HttpError 404 */
  remove(params: Params): Promise<Row>;
  /** The id of a record as paths write it. */
  idOf(record: Row): string;
  /**
   * A record as an answer shows it whose schema contradicts the records' own. @param shape name of the schema in `api/schemas`
   * @param record of this service, or a model's row @throws FrameworkError RECORD_INCOMPLETE for a value that the schema does not allow
   */
  shownAs(shape: string, record: Row): Promise<Row>;
}

/**
 * Keeps a resource of a description in a model, as `options` tell. Spread it into a service and replace what business logic does
 * differently: `export default (context) => ({ ...createContractService(context, { ... }), async create(params, body) { ... } })`.
 */
export function createContractService(context: ServiceContext, options: ContractOptions): ContractService {
  const repository = context.repository(options.model);
  const { entity } = repository;
  const { id, parents = [], resource = entity.table, shapes = [] } = options;
  const promised = declaredProperties(context, shapes);
  const own = [id.field, ...parents.map(({ field }) => field)];
  const shape = new RecordShape(entity, options, promised && new Set([...promised, ...own]));
  /** Ids of records that do not contain it. */
  const ids = new WeakMap<Row, string>();
  const read = createListReader(context, repository, options, shape, ids);
  const views = createViews(context, repository, options, shape, ids);
  const key = entity.fields.find(({ primaryKey }) => primaryKey)?.name ?? "id";
  /** Whole records, of those that are shown in part. */
  const wholes = new WeakMap<Row, Row>();
  const show = (row: Row): Row => {
    const record = shape.join(row);
    if (promised !== undefined) wholes.set(record, shape.whole(row));
    return record;
  };
  const completer = new RecordCompleter(context, options, entity, shape.made);
  const sentRecords = new SentRecords(context, options, entity);

  const scopeOf = async (params: Params): Promise<Row> => {
    for (const { parameter } of parents)
      if (params[parameter] === undefined) throw missingParameter(entity, parameter, params);
    const found = await requireParents(context, parents, params);
    return Object.fromEntries(
      parents.map(({ parameter, field }) => [field, shape.asFieldValue(field, found[field] ?? params[parameter])]),
    );
  };
  /** True if paths contain parents by their ids only. Then a record is found without reading its parents. */
  const namesParentsById = parents.every(({ also }) => also === undefined);

  // Hidden fields too: the key of the row, and what is kept of other properties.
  const fields = entity.fields.map(({ name }) => name);
  const nullable = new Set(entity.fields.filter((field) => field.nullable).map(({ name }) => name));

  const find = async (params: Params): Promise<Row> => {
    const by = id.by?.find((keys) => Object.keys(keys).every((name) => params[name] !== undefined));
    const parameter = by ? Object.keys(by).at(-1) : id.parameter;
    if (parameter === undefined) throw new HttpError(404, "Records of this collection have no path.");
    const value = params[parameter];
    const scope = namesParentsById
      ? Object.fromEntries(parents.map(({ parameter, field }) => [field, shape.asFieldValue(field, params[parameter])]))
      : await scopeOf(params);
    const isPossible = Object.values(scope).every((one) => one !== undefined);
    const byField = async (field: string, value: unknown): Promise<Row | undefined> =>
      field === key && parents.length === 0
        ? repository.get(value, { fields })
        : (await repository.find({ where: { ...scope, [field]: value } as Where, limit: 1, fields }))[0];
    let row: Row | undefined;
    if (by) {
      const named = Object.entries(by).map(([name, field]) => [field, shape.asFieldValue(field, params[name])]);
      const where: Row = { ...scope, ...Object.fromEntries(named) };
      if (Object.values(where).every((one) => one !== undefined))
        [row] = await repository.find({ where: where as Where, order: [[key, "desc"]], limit: 1, fields });
    }
    for (const field of by ? [] : [id.field, ...(id.also ?? [])]) {
      const own = shape.asFieldValue(field, value);
      if (own !== undefined && isPossible) row ??= await byField(field, own);
    }
    if (row === undefined) {
      await requireParents(context, parents, params);
      throw absentRecord(resource, parameter, value);
    }
    return row;
  };

  const place = (body: unknown, scope: Row): unknown =>
    parents.reduce(
      (record, parent) => (parent.place ? withValueAt(record, parent.place, scope[parent.field]) : record),
      body,
    );

  /** As a path names it, in the type of its field: paths may have a number where records show a text. */
  const asId = (value: unknown): unknown => shape.asFieldValue(id.field, value) ?? value;

  /** A pattern may allow few ids: `\d+` gives short ones. */
  const freeId = async (): Promise<unknown> => {
    let value = asId(await completer.newId());
    for (let tried = 1; tried < MOST_NEW_IDS; tried++) {
      if (UUID.test(String(value)) || (await repository.count({ [id.field]: value } as Where)) === 0) break;
      value = asId(await completer.newId());
    }
    return value;
  };

  /** @param sent of `checked` */
  const insert = async (params: Params, body: Row, own: Row, chosen?: unknown): Promise<Row> => {
    const scope = await scopeOf(params);
    const placedBody = place({ ...body, ...own }, scope) as Row;
    const idPlace = id.place ?? [id.field];
    // Clients that have no id send 0 or an empty text; no path can name a record by them.
    const isUnset = chosen === undefined && [0, ""].includes(valueAt(placedBody, idPlace) as string | number);
    const sent = isUnset ? (withValueAt(placedBody, idPlace, undefined) as Row) : placedBody;
    const named = chosen === undefined ? undefined : asId(chosen);
    const chosenId = named ?? valueAt(sent, idPlace) ?? (id.sentAs === undefined ? undefined : sent[id.sentAs]);
    const value = chosenId ?? (shape.isCounted ? undefined : await freeId());
    // Where it stands in the record: what is around it must be whole.
    const shown = id.place ?? (id.schema === undefined ? [id.field] : undefined);
    const placed = shown && value !== undefined ? (withValueAt(sent, shown, value) as Row) : sent;
    const { record: whole, unset } = await completer.completeNew({ ...placed, ...shape.visible(scope) });
    const values = { ...shape.split(whole), ...scope };
    if (value === undefined) delete values[id.field];
    else values[id.field] = value;
    const created = await store(values, unset).catch(async (error: unknown) => {
      const isTaken =
        error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION" && error.fields.includes(id.field);
      if (isTaken && chosenId !== undefined) throw takenId(resource, id, chosenId);
      throw chosen === undefined ? await undeclaredNamed(error) : inParameter(error, id);
    });
    const record = show({ ...shape.rest(values), ...created });
    const madeId = value ?? created[id.field];
    if (madeId !== undefined) ids.set(record, String(madeId));
    return record;
  };

  /** @param unset what the answers require and nobody has set: code of the model may set it yet */
  const store = async (values: Row, unset: readonly string[]): Promise<Row> => {
    if (unset.length === 0) return repository.create(values);
    if (entity.source === undefined || entity.source.beyond.length === 0) throw completer.unsetError(unset);
    return context.transaction(async () => {
      const created = await repository.create(values).catch((error: unknown) => {
        const isUnset =
          error instanceof DatabaseError &&
          error.code === "VALUE_REFUSED" &&
          error.fields.some((name) => unset.includes(name));
        throw isUnset ? completer.unsetError(unset) : error;
      });
      const missing = unset.filter((name) => (created[name] ?? null) === null);
      if (missing.length > 0) throw completer.unsetError(missing);
      return created;
    });
  };

  /** The sent members without those that only the server sets. @throws DatabaseError VALUE_REFUSED */
  const checked = async (kind: "create" | "update" | "replace", body: unknown, own: Row = {}): Promise<[Row, Row]> => {
    for (const given of [body, own]) if (isJsonObject(given)) refuseUnfinished(given, entity.name);
    const sent = isJsonObject(body) ? inFieldTypes(entity, shape.writable(body)) : body;
    const ownValues = inFieldTypes(entity, own);
    await sentRecords.check(kind, sent, ownValues);
    return [(sent ?? {}) as Row, ownValues];
  };

  /** Says of a rejected field that clients cannot set it, where the description does not declare it. */
  const undeclaredNamed = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof DatabaseError) || error.code !== "VALUE_REFUSED") return error;
    const violations = await Promise.all(
      error.violations.map(async (violation): Promise<FieldViolation> => {
        const { field, reason } = violation;
        if (field === undefined || reason !== NO_VALUE || (await sentRecords.isDeclared(field))) return violation;
        const next = `set it in ${context.file}, or add it to the description`;
        return {
          field,
          reason: `${NO_VALUE}, and the description does not declare it, so clients cannot send it: ${next}`,
        };
      }),
    );
    const isSame = violations.every((violation) => error.violations.includes(violation));
    return isSame ? error : refusedValues(entity, violations, { cause: error, fields: error.fields });
  };

  /** A record repeats what its path says of it inside, whatever a client sends there. */
  const repeated = (row: Row, changes: Row): Row =>
    [id, ...parents].reduce(
      (all, { place, field }) =>
        place !== undefined && isJsonObject(valueAt(all, place.slice(0, -1))) && place.length > 1
          ? (withValueAt(all, place, row[field]) as Row)
          : all,
      changes,
    );

  const write = async (row: Row, sent: Row): Promise<Row> => {
    const changes = repeated(row, sent);
    const after = await repository.update(row[key], changes);
    if (after === undefined) throw new HttpError(404, `This ${entity.name} has just been removed.`);
    return show({ ...shape.rest(row), ...shape.rest(changes), ...after });
  };

  const overwrite = async (row: Row, sent: Row, replaced: string | undefined): Promise<Row> => {
    const declared = await declaredBy(context, replaced);
    const stays = declared?.beside(shape.join(row)) ?? {};
    const replacement = { ...shape.kept(row), ...(mergeDeep(stays, sent) as Row) };
    const completed = completer.makesUp ? await completer.complete(replacement) : await whole(replacement);
    const emptied = declared?.of(shape.empty()) ?? shape.empty();
    const changes = { ...(emptied as Row), ...shape.changes(shape.split(completed)) };
    // A value that no record can be without stays where the request cannot send it.
    return write(
      row,
      membersWhere(changes, (name, value) => (value ?? null) !== null || nullable.has(name)),
    );
  };

  const whole = async (replacement: Row): Promise<Row> => {
    const { record, unset } = await completer.completeNew(replacement);
    if (unset.length > 0) throw completer.unsetError(unset);
    return record;
  };

  /** Members that the patch took away return to their defaults, else to nothing. */
  const writePatched = async (row: Row, before: Row, patched: Row, status: number, own: Row): Promise<Row> => {
    const kept = membersWhere(before, (name) => shape.isLocked(name));
    const after = { ...shape.writable(patched), ...kept, ...own };
    await completer.check(after, status);
    const emptied = membersWhere(shape.empty(), (name) => before[name] !== undefined && !(name in after));
    return write(row, shape.changes({ ...emptied, ...shape.split(changedMembers(before, after), row) }));
  };

  return {
    async list(params = {}, query = {}, choice = {}, ...others: unknown[]) {
      refuseOptions(entity.name, "list", others);
      const { view, where = {} }: ListChoice = typeof choice === "string" ? { view: choice } : choice;
      if (typeof choice === "object") checkOptions(choice, ["view", "where"], "list");
      if (view === undefined) {
        await sentRecords.checkQuery(query, options.list ?? {});
        return read({ and: [(await scopeOf(params)) as Where, where] }, query);
      }
      const readView = views.get(view);
      if (readView === undefined)
        throw new TypeError(`${resource} have no view ${view}; add it to the service's options.`);
      await sentRecords.checkQuery(query, options.views?.[view]?.list ?? {});
      return readView(params, where, query);
    },
    async get(params, ...others: unknown[]) {
      refuseOptions(entity.name, "get", others);
      return show(await find(params));
    },
    async create(params, body, own, ...others: unknown[]) {
      refuseOptions(entity.name, "create", others);
      return insert(params, ...(await checked("create", body, own)));
    },
    async createMany(params, bodies, ...others: unknown[]) {
      refuseOptions(entity.name, "createMany", others);
      const all: [Row, Row][] = [];
      for (const body of [bodies].flat()) all.push(await checked("create", body));
      return inTransaction(context, async () => {
        const made: Row[] = [];
        for (const each of all) made.push(await insert(params, ...each));
        return made;
      });
    },
    async update(params, body, given, ...others: unknown[]) {
      refuseOptions(entity.name, "update", others);
      const row = await find(params);
      const own = inFieldTypes(entity, given ?? {});
      const patch = patchOf(body);
      if (patch) {
        const before = shape.join(row);
        return writePatched(row, before, patchedMembers(before, body, patch), patch.status, own);
      }
      const before = shape.whole(row);
      const [sent] = await checked("update", body, own);
      const merged: Row = {};
      for (const [name, value] of Object.entries({ ...sent, ...own })) merged[name] = mergeDeep(before[name], value);
      const changed = { ...before, ...merged };
      if (!completer.makesUp) await completer.checkChanged(changed, Object.keys(merged));
      const after = completer.makesUp ? await completer.complete(changed) : changed;
      const cleared = membersWhere(
        merged,
        (name, value) => value === null && after[name] === undefined && nullable.has(name),
      );
      const changes = { ...cleared, ...changedMembers(before, after) };
      return write(row, shape.changes(shape.split(changes, row)));
    },
    async replace(params, body, replaced, ...others: unknown[]) {
      refuseOptions(entity.name, "replace", others);
      const row = await find(params);
      const [sent] = await checked("replace", body);
      return overwrite(row, sent, replaced);
    },
    async put(params, body, replaced, ...others: unknown[]) {
      refuseOptions(entity.name, "put", others);
      const [sent] = await checked("replace", body);
      try {
        return { created: false, record: await overwrite(await find(params), sent, replaced) };
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 404 || id.parameter === undefined) throw error;
        return { created: true, record: await insert(params, sent, {}, params[id.parameter]) };
      }
    },
    async remove(params, ...others: unknown[]) {
      refuseOptions(entity.name, "remove", others);
      const row = await find(params);
      await repository.remove(row[key]);
      return show(row);
    },
    async shownAs(name, record) {
      const fitted = await completer.fit(name, wholes.get(record) ?? shape.shown(inFieldTypes(entity, record)));
      const declared = declaredProperties(context, [name]);
      return membersWhere(fitted, (member) => Object.hasOwn(record, member) || (declared?.has(member) ?? true));
    },
    idOf: (record) => String(valueAt(record, id.place ?? [id.field]) ?? ids.get(record) ?? ""),
  };
}

const NO_VALUE = "must have a value";

function missingParameter({ name }: Entity, parameter: string, params: Params): DatabaseError {
  const given = Object.keys(params);
  const nearest = nearestName(parameter, given);
  return new DatabaseError("VALUE_REFUSED", `The records of ${name} need the path parameter ${parameter}.`, {
    hint: nearest === undefined ? `Pass it first: { ${parameter}: 1 }.` : `Write ${parameter} instead of ${nearest}.`,
  });
}

/** A `Date` as the API writes it. */
function inFieldTypes({ fields }: Entity, values: Row): Row {
  if (!Object.values(values).some((value) => value instanceof Date)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!(value instanceof Date) || Number.isNaN(value.getTime())) return [name, value];
      const isDate = fields.find((field) => field.name === name)?.type.kind === "date";
      return [name, value.toISOString().slice(0, isDate ? 10 : undefined)];
    }),
  );
}

/** 409: a client chose the id of a record that is there. */
function takenId(resource: string, { field, place, sentAs }: ContractOptions["id"], id: unknown): ProblemError {
  const message = `${resource} already has a record ${JSON.stringify(String(id))}`;
  const details = [{ in: "body", path: `/${(place ?? [sentAs ?? field]).join("/")}`, message }];
  return new ProblemError({ status: 409, code: "duplicate-id", message: "Already exists", details });
}

function changedMembers(before: Row, after: Row): Row {
  return membersWhere(after, (name, value) => !isDeepStrictEqual(before[name], value));
}

/** An id of the path that the database rejects goes by the name of its parameter. */
function inParameter(error: unknown, { field, parameter }: ContractOptions["id"]): unknown {
  if (!(error instanceof DatabaseError) || error.code !== "VALUE_REFUSED") return error;
  const named = (name: string): string => (name === field ? (parameter ?? name) : name);
  return new DatabaseError(error.code, error.message, {
    cause: error.cause,
    fields: error.fields.map(named),
    violations: error.violations.map((each) =>
      each.field === undefined ? each : { ...each, field: named(each.field) },
    ),
  });
}

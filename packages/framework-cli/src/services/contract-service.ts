import type { ServiceContext } from "../action/action.js";
import { HttpError } from "../action/reply.js";
import { checkOptions, refuseOptions, refuseUnfinished } from "../database/check-query.js";
import { inTransaction } from "../database/database.js";
import type { Row } from "../database/repository.js";
import type { Entity } from "../entity/entity.js";
import type { ContractOptions } from "./contract-options.js";
import { declaredProperties } from "./contract-schemas.js";
import { type ContractPage, createLists, type ListChoice } from "./list-records.js";
import { NamedRecords } from "./named-records.js";
import { isJsonObject, membersWhere, patchOf } from "./nested-members.js";
import { NewRecords } from "./new-records.js";
import { RecordChanges, removedMeanwhile } from "./record-changes.js";
import { serviceParts } from "./service-parts.js";

type Params = Readonly<Record<string, unknown>>;
type Query = Readonly<Record<string, unknown>>;

/** The records of one resource as its description says. It is a generated service, to which business logic is added. */
export interface ContractService {
  /**
   * @param view a view from the options in place of the resource's own list, or an object with a view and repository
   * conditions: `{ where: { userId: 7 } }`
   * @throws HttpError 404 if a parent does not exist
   */
  list(params?: Params, query?: Query, view?: string | ListChoice): Promise<ContractPage>;
  /** The path parameters of the first record, if there is one. */
  first(): Promise<Params | undefined>;
  /** @throws HttpError 404 */
  get(params: Params): Promise<Row>;
  /**
   * @param own values that the service sets, also for fields that clients cannot set
   * @throws HttpError 404 for an absent parent; ProblemError 409 if the id is taken
   */
  create(params: Params, body: unknown, own?: Row): Promise<Row>;
  /**
   * Creates the records in a list, or a single one. All or none if the database has transactions.
   * @throws HttpError, DatabaseError like `create`
   */
  createMany(params: Params, bodies: unknown): Promise<readonly Row[]>;
  /**
   * Changes only the sent members. Nested objects are merged.
   * @param body members to change, or the result of `changesOf` for a patch
   * @param own as for `create`
   * @throws HttpError 404; ProblemError for a patch whose result is not a valid record
   */
  update(params: Params, body: unknown, own?: Row): Promise<Row>;
  /**
   * Replaces a record. Values that are not sent return to their defaults or are removed.
   * @param replaced name of the schema in `api/schemas` of the body. Members that it does not declare stay. Absent:
   * everything is replaced.
   * @throws HttpError 404
   */
  replace(params: Params, body: unknown, replaced?: string): Promise<Row>;
  /** Replaces a record, or creates it if it does not exist. @param replaced as for `replace` */
  put(params: Params, body: unknown, replaced?: string): Promise<{ readonly created: boolean; readonly record: Row }>;
  /** Answers the record that was. @throws HttpError 404 */
  remove(params: Params): Promise<Row>;
  /** The id of a record as paths write it. */
  idOf(record: Row): string;
  /**
   * The record for an answer whose schema contradicts the other schemas of the record.
   * @param shape name of the schema in `api/schemas`
   * @param record of this service, or a row of a model
   * @throws FrameworkError RECORD_INCOMPLETE for a value that the schema does not allow
   */
  shownAs(shape: string, record: Row): Promise<Row>;
}

/**
 * Stores a resource of a description in a model, as `options` say. Spread it into a service, and override what business
 * logic does differently: `export default (context) => ({ ...createContractService(context, { ... }), async
 * create(params, body) { ... } })`.
 */
export function createContractService(context: ServiceContext, options: ContractOptions): ContractService {
  const parts = serviceParts(context, options);
  const { completer, entity, key, repository, sentRecords, shape, shown } = parts;
  const { id } = options;
  const named = new NamedRecords(parts);
  const list = createLists(parts, named);
  const made = new NewRecords(parts, named);
  const changes = new RecordChanges(parts);

  /** The sent members under the names of their fields, without those that only the server sets. @throws DatabaseError VALUE_REFUSED */
  const checked = async (kind: "create" | "update" | "replace", body: unknown, own: Row = {}): Promise<Row> => {
    for (const given of [body, own]) if (isJsonObject(given)) refuseUnfinished(given, entity.name);
    const sent = isJsonObject(body) ? inFieldTypes(entity, shape.writable(body)) : body;
    const ownValues = inFieldTypes(entity, own);
    await sentRecords.check(kind, sent, ownValues);
    return { ...(await sentRecords.withObjects(shape.named(sent as Row | undefined))), ...ownValues };
  };

  return {
    async list(params = {}, query = {}, choice = {}, ...others: unknown[]) {
      refuseOptions(entity.name, "list", others);
      if (typeof choice === "object") checkOptions(choice, ["view", "where"], "list");
      // A parameter may be called `constructor`.
      const own: Query = Object.assign(Object.create(null), query);
      return list(typeof choice === "string" ? { view: choice } : choice, params, own);
    },
    first: () => named.first(),
    async get(params, ...others: unknown[]) {
      refuseOptions(entity.name, "get", others);
      return shown.show(await named.find(params));
    },
    async create(params, body, own, ...others: unknown[]) {
      refuseOptions(entity.name, "create", others);
      return made.insert(params, await checked("create", body, own));
    },
    async createMany(params, bodies, ...others: unknown[]) {
      refuseOptions(entity.name, "createMany", others);
      const all: Row[] = [];
      for (const body of [bodies].flat()) all.push(await checked("create", body));
      return inTransaction(context, async () => {
        const records: Row[] = [];
        for (const each of all) records.push(await made.insert(params, each));
        return records;
      });
    },
    async update(params, body, given = {}, ...others: unknown[]) {
      refuseOptions(entity.name, "update", others);
      const row = await named.find(params);
      const own = inFieldTypes(entity, given);
      const patch = patchOf(body);
      if (patch) return changes.patch(row, body, patch, own);
      return changes.merge(row, await checked("update", body, own));
    },
    async replace(params, body, replaced, ...others: unknown[]) {
      refuseOptions(entity.name, "replace", others);
      const row = await named.find(params);
      return changes.replace(row, await checked("replace", body), replaced);
    },
    async put(params, body, replaced, ...others: unknown[]) {
      refuseOptions(entity.name, "put", others);
      const sent = await checked("replace", body);
      try {
        return { created: false, record: await changes.replace(await named.find(params), sent, replaced) };
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 404 || id.parameter === undefined) throw error;
        return { created: true, record: await made.insert(params, sent, params[id.parameter]) };
      }
    },
    async remove(params, ...others: unknown[]) {
      refuseOptions(entity.name, "remove", others);
      const row = await named.find(params);
      if (!(await repository.remove(row[key]))) throw removedMeanwhile(entity);
      return shown.show(row);
    },
    async shownAs(name, record) {
      const whole = shown.wholeOf(record) ?? shape.shown(inFieldTypes(entity, record));
      const fitted = await completer.fit(name, whole);
      const declared = declaredProperties(context, [name]);
      return membersWhere(fitted, (member) => Object.hasOwn(record, member) || (declared?.has(member) ?? true));
    },
    idOf: (record) => shown.idOf(record),
  };
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

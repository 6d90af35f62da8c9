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

/** The records of one resource as described: a generated service before business logic is added. */
export interface ContractService {
  /**
   * @param view one of the options' views instead of the resource's own list, or both that and conditions of the repository:
   * `{ where: { userId: 7 } }` @throws HttpError 404 when a parent is not there
   */
  list(params?: Params, query?: Query, view?: string | ListChoice): Promise<ContractPage>;
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

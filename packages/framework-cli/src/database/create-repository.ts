import { roundDecimal } from "../entity/decimal-text.js";
import { DatabaseError } from "../errors/database-error.js";
import { checkOptions, checkQuery, checkRecord, refuseUndefined } from "./check-query.js";
import { type FieldTable, keyValueOf, refusedValue, selectedFields, type TableField } from "./field-table.js";
import { includeRelated, includesOf } from "./include-related.js";
import { roomFor } from "./increment-room.js";
import { comparableValue } from "./read-where.js";
import { createRecordWriter, type RecordWriter } from "./record-writer.js";
import type { FindQuery, Repository, Row, Where } from "./repository.js";

/**
 * The operations of one database on the records of an entity. `createRepository` builds a repository on them.
 * Conditions exclude removed records. Changes and records come from a `RecordWriter`; changes are never empty.
 */
export interface RecordStore<F extends TableField> {
  readonly table: FieldTable<F>;
  /** @throws DatabaseError VALUE_REFUSED if records cannot be locked now */
  checkLock(): void;
  /** Reads the records of a query, without relations. */
  select(fields: readonly F[], query: FindQuery): Promise<Row[]>;
  /** @param options `reach: "all"`: removed records too, and those outside of the default scope */
  selectOne(fields: readonly F[], where: Where, options: StoreOptions): Promise<Row | undefined>;
  count(where: Where): Promise<number>;
  /** Completes the record with a key that is counted. */
  insert(record: Row): Promise<void>;
  /** Inserts all records or none. Fills in values that the database sets. */
  insertAll(records: readonly Row[]): Promise<void>;
  /** Answers the changed record. @param where meets one record at most */
  updateOne(where: Where, changes: Row, reach?: "all"): Promise<Row | undefined>;
  updateAll(where: Where, changes: Row): Promise<number>;
  /**
   * Adds to numbers and returns the changed record. @param where matches at most one record @param room a condition on the record before
   * the change @param changes of other fields
   */
  increment(where: Where, room: Where, amounts: ReadonlyMap<F, unknown>, changes: Row): Promise<Row | undefined>;
  /** @param marks the changes in removed records that stay in the database */
  removeAll(where: Where, marks: Row): Promise<number>;
  /** Absent if the database has no single statement for both. */
  insertOrUpdate?(record: Row, changes: Row, conflict: readonly F[]): Promise<Row>;
  /** The getters of a model and the fields of its default scope. */
  reader?(): RecordReader | undefined;
}

export type RecordInserter<F extends TableField> = Pick<RecordStore<F>, "insert" | "insertAll">;

interface StoreOptions {
  readonly lock?: boolean;
  readonly reach?: "all";
}

export interface RecordReader {
  /** False for a name that the default scope leaves out. */
  readonly isShown: (name: string) => boolean;
  /** Adds the values of getters to a record that was read with all its fields. */
  readonly get: ((record: Row) => Row) | undefined;
}

const NUMBERS = ["integer", "bigint", "double", "decimal"];

export function createRepository<F extends TableField>(
  store: RecordStore<F>,
  neighbour: (entity: string) => Repository,
  writer: RecordWriter = createRecordWriter(store.table.entity),
): Repository {
  const { table } = store;
  const { entity, shown } = table;

  /** `undefined` for what no key can be. */
  const keyWhere = (id: unknown): Where | undefined => {
    const value = keyValueOf(id, table);
    return value === undefined ? undefined : { [table.key().name]: value };
  };
  /** The records without hidden fields, which were written. */
  const answered = (record: Row): Row => {
    for (const { name, field } of table.fields) if (field.hidden) delete record[name];
    return record;
  };

  return {
    entity,
    async find(query = {}) {
      checkQuery(query);
      if (query.lock) store.checkLock();
      return completed(query, store, neighbour, (fields) => store.select(fields, query));
    },
    async get(id, options = {}) {
      checkQuery(options, "get");
      if (options.lock) store.checkLock();
      const where = keyWhere(id);
      return where && readOne(where, options, store, neighbour);
    },
    async create(values) {
      const record = writer.forCreate(values);
      await store.insert(record);
      return answered(record);
    },
    async createMany(values) {
      const records = values.map((each) => writer.forCreate(each));
      if (records.length > 0) await store.insertAll(records);
      return records.map(answered);
    },
    async update(id, given) {
      const changes = writer.forUpdate(given);
      const where = keyWhere(id);
      if (where === undefined) return undefined;
      return isEmpty(changes) ? store.selectOne(shown, where, {}) : store.updateOne(where, changes);
    },
    async increment(id, given) {
      checkRecord(given);
      const amounts = Object.entries(given).map(([name, amount]): [F, unknown] => {
        const field = table.field(name);
        if (!NUMBERS.includes(field.field.type.kind)) throw refusedValue(entity, field, "is no number");
        const value = comparableValue(entity, field, amount);
        const { type } = field.field;
        return [field, type.kind === "decimal" ? roundDecimal(String(value), type.scale) : value];
      });
      const where = keyWhere(id);
      if (where === undefined) return undefined;
      if (amounts.length === 0) return readOne(where, {}, store, neighbour);
      const room = { and: amounts.map(([{ field }, amount]) => roomFor(field, amount)) };
      const changed = await store.increment(where, room, new Map(amounts), writer.forUpdate({}));
      if (changed === undefined && (await store.selectOne(table.keys, where, {})) !== undefined) {
        const names = amounts.map(([{ name }]) => name);
        throw refusedValue(entity, { name: names.join(" and ") }, "would leave the values that it takes");
      }
      const isAnswer = changed === undefined || store.reader?.() === undefined;
      return isAnswer ? changed : readOne(where, {}, store, neighbour);
    },
    async updateMany(where, given) {
      refuseUndefined(where, entity);
      const changes = writer.forUpdate(given);
      return isEmpty(changes) ? store.count(where) : store.updateAll(where, changes);
    },
    async remove(id) {
      const where = keyWhere(id);
      return where !== undefined && (await store.removeAll(where, writer.forRemove())) > 0;
    },
    async removeMany(where) {
      refuseUndefined(where, entity);
      return store.removeAll(where, writer.forRemove());
    },
    count: async (where = {}) => store.count(where),
    async upsert(values, options = {}) {
      const conflict = conflictOf(options, table);
      const names = conflict.map(({ name }) => name);
      const { record, changes } = writer.forUpsert(values, names);
      if (changes !== undefined && store.insertOrUpdate) return store.insertOrUpdate(record, changes, conflict);
      const where = Object.fromEntries(names.map((name) => [name, record[name]])) as Where;
      const update = async (): Promise<Row | undefined> => {
        if (changes === undefined) return undefined;
        return isEmpty(changes)
          ? store.selectOne(shown, where, { reach: "all" })
          : store.updateOne(where, changes, "all");
      };
      const changed = await update();
      if (changed !== undefined) return changed;
      try {
        await store.insert(record);
        return answered(record);
      } catch (error) {
        const isTaken = error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION";
        // Another writer was faster. If the failed statement has ended the transaction, report its error.
        const stored = isTaken ? await update().catch(() => undefined) : undefined;
        if (stored === undefined) throw error;
        return stored;
      }
    },
  };
}

/** Reads a record with its relations. @param options `reach: "all"` ignores the default scope */
export async function readOne<F extends TableField>(
  where: Where,
  options: Pick<FindQuery, "fields" | "include" | "lock"> & { readonly reach?: "all" },
  store: RecordStore<F>,
  neighbour: (entity: string) => Repository,
): Promise<Row | undefined> {
  const rows = await completed(options, store, neighbour, async (fields) => {
    const record = await store.selectOne(fields, where, options);
    return record === undefined ? [] : [record];
  });
  return rows[0];
}

/**
 * Reads the requested fields, and those that relations and getters need. Adds the values of these, then removes fields
 * that were not requested.
 */
async function completed<F extends TableField>(
  { fields, include = [] }: Pick<FindQuery, "fields" | "include">,
  store: RecordStore<F>,
  neighbour: (entity: string) => Repository,
  readRows: (fields: readonly F[]) => Promise<Row[]>,
): Promise<Row[]> {
  const { table } = store;
  const asked = selectedFields(fields, table);
  const reader = store.reader?.();
  if (include.length === 0 && reader === undefined) return readRows(asked);
  const included = includesOf(include, table.entity);
  const needed = new Set([...asked.map(({ name }) => name), ...included.map(({ link }) => link)]);
  const records = await readRows(reader?.get ? table.fields : table.fields.filter(({ name }) => needed.has(name)));
  for (const each of included) await includeRelated(records, each, neighbour);
  const isAnswered = ({ name, field }: F): boolean =>
    fields === undefined
      ? !field.hidden && (field.primaryKey || reader?.isShown(name) !== false)
      : asked.some((each) => each.name === name);
  const extra = table.fields.filter((field) => !isAnswered(field));
  for (const record of records) {
    reader?.get?.(record);
    for (const { name } of extra) delete record[name];
  }
  return records;
}

/** The fields by which an upsert finds the record. @throws DatabaseError VALUE_REFUSED, UNKNOWN_FIELD */
export function conflictOf<F extends TableField>(
  options: { readonly conflict?: readonly string[] },
  { keys, field }: FieldTable<F>,
): readonly F[] {
  checkOptions(options, ["conflict"], "upsert");
  return options.conflict?.map((name) => field(name)) ?? keys;
}

function isEmpty(changes: Row): boolean {
  return Object.keys(changes).length === 0;
}

import type { JsonObject, RecordCollection, RecordPage, RecordQuery, StoredRecord } from "../record-store.js";
import type { RecordTable } from "../record-table.js";
import { type ChangingCollection, ON_CONFLICT } from "./change.js";
import { type Statements, Turns } from "./database.js";
import type { PostgresStore } from "./postgres-store.js";
import { Replica } from "./replica.js";
import { ROW_COLUMNS, recordName, type TableRow } from "./rows.js";
import type { CollectionTable } from "./schema.js";

/**
 * Deleted rows stay in the table so that other servers notice the deletion. They are dropped when there are more of
 * them than records, and more than this number.
 */
const KEPT_DELETED = 200;

/** A collection in a table of PostgreSQL, with a copy in memory for reads. */
export class PostgresCollection implements RecordCollection {
  readonly name: string;
  readonly #store: PostgresStore;
  readonly #collection: CollectionTable;
  readonly #replica: Replica;
  readonly #turns: Turns = new Turns();
  #deleted = 0;

  constructor(name: string, store: PostgresStore) {
    this.name = name;
    this.#store = store;
    this.#collection = store.schema.tableOf(name);
    this.#replica = new Replica(store.database, store.schema, this.#collection);
  }

  get(scope: readonly string[], key: string): Promise<StoredRecord | undefined> {
    return this.#read((records) => records.get(scope, key));
  }

  has(scope: readonly (string | undefined)[], key: string): Promise<boolean> {
    return this.#read((records) => records.has(scope, key));
  }

  list(query: RecordQuery): Promise<RecordPage> {
    return this.#read((records) => records.list(query));
  }

  async count(scope: readonly (string | undefined)[] = []): Promise<number> {
    const isOfAll = scope.every((part) => part === undefined);
    if (!isOfAll || this.#replica.isLoaded || this.#change()) return this.#read((records) => records.count(scope));
    return this.#store.attempt(async () => {
      if (!(await this.#store.schema.has(this.#collection))) return 0;
      const text = `SELECT count(*) FROM ${this.#collection.table} WHERE value IS NOT NULL`;
      const { rows } = await this.#store.database.run({ text });
      return Number(rows[0]?.count);
    });
  }

  async nextNumber(): Promise<number> {
    const change = this.#change();
    if (change) return (await change).records.nextNumber();
    return this.#write(async () => {
      const { rows } = await this.#store.database.run({
        name: "next number",
        // This write is not synced: the number becomes durable with the next write. If there is none, the number may be
        // used again after a crash.
        text: `WITH later AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
UPDATE ${this.#store.schema.collections} SET number = number + 1 FROM later WHERE name = $1 RETURNING number`,
        values: [this.name],
      });
      return Number(rows[0]?.number);
    });
  }

  async lastNumber(): Promise<number> {
    const change = this.#change();
    if (change) return (await change).records.sequence;
    return this.#store.attempt(async () => {
      const text = `SELECT number FROM ${this.#store.schema.collections} WHERE name = $1`;
      const { rows } = await this.#store.database.run({ text, values: [this.name] });
      return Number(rows[0]?.number ?? 0);
    });
  }

  async insert(record: StoredRecord): Promise<boolean> {
    const change = this.#change();
    if (change) return (await change).insert(record);
    return this.#upsert("insert", "WHERE t.value IS NULL", record);
  }

  async put(record: StoredRecord): Promise<void> {
    const change = this.#change();
    if (change) (await change).put(record);
    else await this.#upsert("put", "", record);
  }

  async update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): Promise<StoredRecord | undefined> {
    const changing = this.#change();
    if (changing) return (await changing).update(scope, key, change);
    return this.#locked(scope, key, async (current, statements, name) => {
      const record = { key, scope, value: change(current) };
      const { table, statement } = this.#collection;
      await statements.run({
        name: `update ${statement}`,
        text: `UPDATE ${table} SET value = $2, changed_by = txid_current() WHERE name = $1`,
        values: [name, JSON.stringify(record.value)],
      });
      return record;
    });
  }

  async delete(
    scope: readonly string[],
    key: string,
    check?: (current: StoredRecord) => void,
  ): Promise<StoredRecord | undefined> {
    const change = this.#change();
    if (change) return (await change).delete(scope, key, check);
    const deleted = await this.#locked(scope, key, async (current, statements, name) => {
      check?.(current);
      const { table, statement } = this.#collection;
      await statements.run({
        name: `delete ${statement}`,
        text: `UPDATE ${table} SET value = NULL, changed_by = txid_current() WHERE name = $1`,
        values: [name],
      });
      return current;
    });
    // If this fails, the next deletion tries again.
    if (deleted) await this.#dropDeleted().catch(() => {});
    return deleted;
  }

  /** Writers on other servers wait. Readers see the old records until all of them are replaced. */
  async replaceAll(records: readonly StoredRecord[], lastNumber: number): Promise<void> {
    await this.#store.transaction(async () => {
      (await this.#change())?.replaceAll(records, lastNumber);
    });
  }

  #change(): Promise<ChangingCollection> | undefined {
    return this.#store.change?.collection(this.#collection);
  }

  async #read<T>(look: (records: RecordTable) => T): Promise<T> {
    const change = this.#change();
    if (change) return look((await change).records);
    return look(await this.#store.attempt(() => this.#replica.current()));
  }

  #write<T>(work: () => Promise<T>): Promise<T> {
    return this.#store.attempt(async () => {
      await this.#store.schema.ensure(this.#collection);
      return work();
    });
  }

  /** @param where condition on the existing record. If it is not met, nothing changes and the result is `false`. */
  #upsert(verb: string, where: string, { scope, key, value }: StoredRecord): Promise<boolean> {
    const { name, address } = recordName(scope, key);
    const { table, statement } = this.#collection;
    const { database, schema } = this.#store;
    return this.#turns.take(name, () =>
      this.#write(async () => {
        const { rows } = await database.run({
          name: `${verb} ${statement}`,
          text: `INSERT INTO ${table} AS t (name, address, position, changed_by, value)
VALUES ($1, $2, nextval($4), txid_current(), $3) ${ON_CONFLICT} ${where} RETURNING name`,
          values: [name, address, JSON.stringify(value), schema.numbers],
        });
        return rows.length > 0;
      }),
    );
  }

  /** Does `work` while the record is locked for all servers. `undefined` when it is absent. */
  #locked<T>(
    scope: readonly string[],
    key: string,
    work: (current: StoredRecord, statements: Statements, name: string) => Promise<T>,
  ): Promise<T | undefined> {
    const { name } = recordName(scope, key);
    const { database, schema } = this.#store;
    return this.#turns.take(name, () =>
      this.#store.attempt(async () => {
        if (!(await schema.has(this.#collection))) return undefined;
        return database.transaction(async (statements) => {
          const { table, statement } = this.#collection;
          const { rows } = await statements.run<TableRow>({
            name: `lock ${statement}`,
            text: `SELECT ${ROW_COLUMNS} FROM ${table} WHERE name = $1 AND value IS NOT NULL FOR UPDATE`,
            values: [name],
          });
          const [row] = rows;
          if (row === undefined || row.value === null) return undefined;
          return work({ key, scope, value: JSON.parse(row.value) as JsonObject }, statements, name);
        });
      }),
    );
  }

  /** Removes deleted rows from the table. Every server then reads the whole table again. */
  async #dropDeleted(): Promise<void> {
    this.#deleted++;
    if (this.#deleted < KEPT_DELETED || this.#deleted < (await this.count())) return;
    this.#deleted = 0;
    const { database, schema } = this.#store;
    await database.transaction(async (statements) => {
      await statements.run({ text: `DELETE FROM ${this.#collection.table} WHERE value IS NULL` });
      const text = `UPDATE ${schema.collections} SET epoch = nextval($2) WHERE name = $1`;
      await statements.run({ text, values: [this.name, schema.numbers] });
    });
  }
}

import type { JsonObject, StoredRecord } from "../record-store.js";
import { RecordTable, rowName } from "../record-table.js";
import type { Statements } from "./database.js";
import { parseRecordName, ROW_COLUMNS, recordName, type TableRow } from "./rows.js";
import type { CollectionTable, Schema } from "./schema.js";

const MOST_ROWS = 1000;

/**
 * One transaction of a store, on one connection. The first use of a collection reads and locks it. Until the
 * transaction ends, other servers can read the old state but not write.
 */
export class Change {
  readonly #schema: Schema;
  readonly #statements: Statements;
  readonly #open: Map<string, Promise<ChangingCollection>> = new Map();
  /** True after the end. Work that still runs then is not part of the transaction. */
  isDone = false;

  constructor(schema: Schema, statements: Statements) {
    this.#schema = schema;
    this.#statements = statements;
  }

  collection(collection: CollectionTable): Promise<ChangingCollection> {
    const known = this.#open.get(collection.name) ?? this.#read(collection);
    this.#open.set(collection.name, known);
    return known;
  }

  /** Writes everything out. */
  async flush(): Promise<void> {
    this.isDone = true;
    for (const [, opening] of [...this.#open].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const collection = await opening;
      if (collection.isChanged) await this.#write(collection);
    }
  }

  async #read(collection: CollectionTable): Promise<ChangingCollection> {
    // During this turn no other server can create the table.
    const isKept = await this.#schema.has(collection, this.#statements);
    const open = new ChangingCollection(collection, isKept);
    if (!isKept) return open;
    const { table, name } = collection;
    await this.#statements.run({ text: `LOCK TABLE ${table} IN EXCLUSIVE MODE` });
    const { rows } = await this.#statements.run({
      text: `SELECT number FROM ${this.#schema.collections} WHERE name = $1 FOR UPDATE`,
      values: [name],
    });
    open.begin(Number(rows[0]?.number ?? 0));
    for (let page = await this.#page(table, ""); ; page = await this.#page(table, page.at(-1)?.name ?? "")) {
      for (const { value, position, ...at } of page) {
        open.records.put({ ...parseRecordName(at), value: JSON.parse(value ?? "{}") }, Number(position));
      }
      if (page.length < MOST_ROWS) return open;
    }
  }

  async #page(table: string, behind: string): Promise<readonly TableRow[]> {
    const { rows } = await this.#statements.run<TableRow>({
      text: `SELECT ${ROW_COLUMNS} FROM ${table} WHERE name > $1 AND value IS NOT NULL ORDER BY name LIMIT ${MOST_ROWS}`,
      values: [behind],
    });
    return rows;
  }

  async #write({ collection, isReplaced, records, gone, written }: ChangingCollection): Promise<void> {
    const { table, name } = collection;
    const { collections, numbers } = this.#schema;
    await this.#schema.ensureWithin(collection, this.#statements);
    const text = `UPDATE ${collections} SET number = $2 WHERE name = $1`;
    await this.#statements.run({ text, values: [name, records.sequence] });
    if (isReplaced) {
      await this.#statements.run({ text: `DELETE FROM ${table}` });
      const anew = `UPDATE ${collections} SET epoch = nextval($2) WHERE name = $1`;
      await this.#statements.run({ text: anew, values: [name, numbers] });
      await this.#writeRows(table, [...records.rows()], false);
    } else {
      await this.#writeRows(table, [...gone.values()], true);
      await this.#writeRows(table, [...written.values()], false);
    }
  }

  async #writeRows(table: string, records: readonly StoredRecord[], areGone: boolean): Promise<void> {
    for (let at = 0; at < records.length; at += MOST_ROWS) {
      const part = records.slice(at, at + MOST_ROWS);
      const names = part.map(({ scope, key }) => recordName(scope, key));
      await this.#statements.run({
        text: `INSERT INTO ${table} AS t (name, address, position, changed_by, value)
SELECT r.name, r.address, nextval($1), txid_current(), r.value::json
FROM (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS u (name, address, value, at) ORDER BY at) r
${ON_CONFLICT}`,
        values: [
          this.#schema.numbers,
          names.map(({ name }) => name),
          names.map(({ address }) => address),
          part.map(({ value }) => (areGone ? null : JSON.stringify(value))),
        ],
      });
    }
  }
}

/**
 * A record that is written again keeps its position. If it was deleted in the meantime, it goes to the end. `t` is the
 * table.
 */
export const ON_CONFLICT = `ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_by = excluded.changed_by,
position = CASE WHEN t.value IS NULL THEN excluded.position ELSE t.position END`;

/** Positions of new records start here, above all existing ones, which count microseconds since 1970. */
const FIRST_PLACE = 8e15;

/** A collection within one transaction: the records that were read, and the writes to make. */
export class ChangingCollection {
  readonly collection: CollectionTable;
  readonly records: RecordTable = new RecordTable();
  /** Deleted records by row name, even if written again later. */
  readonly gone: Map<string, StoredRecord> = new Map();
  /** Written records by row name, in the order of creation. */
  readonly written: Map<string, StoredRecord> = new Map();
  isReplaced = false;
  readonly #isKept: boolean;
  #firstNumber = 0;
  #place = FIRST_PLACE;

  /** @param isKept true if the table exists */
  constructor(collection: CollectionTable, isKept: boolean) {
    this.collection = collection;
    this.#isKept = isKept;
  }

  begin(lastNumber: number): void {
    this.#firstNumber = lastNumber;
    this.records.sequence = lastNumber;
  }

  get isChanged(): boolean {
    if (this.isReplaced) return this.#isKept || this.records.size > 0 || this.records.sequence > 0;
    return this.gone.size > 0 || this.written.size > 0 || this.records.sequence !== this.#firstNumber;
  }

  insert(record: StoredRecord): boolean {
    if (this.records.get(record.scope, record.key)) return false;
    this.put(record);
    return true;
  }

  put(record: StoredRecord): StoredRecord {
    const name = rowName(record.scope, record.key);
    const isNew = this.records.get(record.scope, record.key) === undefined;
    if (isNew) this.written.delete(name);
    this.written.set(name, record);
    return isNew ? this.records.put(record, ++this.#place) : this.records.put(record);
  }

  update(
    scope: readonly string[],
    key: string,
    change: (current: StoredRecord) => JsonObject,
  ): StoredRecord | undefined {
    const current = this.records.get(scope, key);
    return current && this.put({ key, scope, value: change(current) });
  }

  delete(scope: readonly string[], key: string, check?: (current: StoredRecord) => void): StoredRecord | undefined {
    const deleted = this.records.delete(scope, key, check);
    if (!deleted) return undefined;
    const name = rowName(scope, key);
    this.gone.set(name, deleted);
    this.written.delete(name);
    return deleted;
  }

  replaceAll(records: readonly StoredRecord[], lastNumber: number): void {
    this.isReplaced = true;
    this.records.takeOver(RecordTable.of([], lastNumber));
    for (const record of records) this.put(record);
  }
}

import type { StoredRecord } from "../record-store.js";
import { ChangingCollection } from "./changing-collection.js";
import type { Statements } from "./database.js";
import { parseRecordName, recordName } from "./record-name.js";
import { ROW_COLUMNS, type TableRow, valueText } from "./rows.js";
import type { CollectionTable, Schema } from "./schema.js";

const MOST_ROWS = 1000;

/**
 * What is done to a store in one step, on one connection. A collection is read when it is first asked for; from its first use on,
 * other servers cannot write to it (they can read it as it was) until the change is done.
 */
export class Change {
  readonly #schema: Schema;
  readonly #statements: Statements;
  readonly #open: Map<string, Promise<ChangingCollection>> = new Map();
  /** What runs on after the end is no part of it. */
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
    // Nobody else can make the table while it is our turn.
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
    const { rows } = await this.#statements.run({
      text: `SELECT ${ROW_COLUMNS} FROM ${table} WHERE name > $1 AND value IS NOT NULL ORDER BY name LIMIT ${MOST_ROWS}`,
      values: [behind],
    });
    return rows as unknown as readonly TableRow[];
  }

  async #write({ collection, isReplaced, records, gone, written }: ChangingCollection): Promise<void> {
    const { table, name } = collection;
    const { collections, versions } = this.#schema;
    await this.#schema.ensureWithin(collection, this.#statements);
    const text = `UPDATE ${collections} SET number = $2 WHERE name = $1`;
    await this.#statements.run({ text, values: [name, records.sequence] });
    if (isReplaced) {
      await this.#statements.run({ text: `DELETE FROM ${table}` });
      const anew = `UPDATE ${collections} SET epoch = nextval($2) WHERE name = $1`;
      await this.#statements.run({ text: anew, values: [name, versions] });
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
        text: `INSERT INTO ${table} AS t (name, address, position, version, changed_by, value)
SELECT r.name, r.address, nextval($1), nextval($1), txid_current(), r.value::json
FROM (SELECT * FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS u (name, address, value, at) ORDER BY at) r
${ON_CONFLICT}`,
        values: [
          this.#schema.versions,
          names.map(({ name }) => name),
          names.map(({ address }) => address),
          part.map(({ value }) => (areGone ? null : valueText(value))),
        ],
      });
    }
  }
}

/** A record that is written again keeps its place; one that was deleted meanwhile goes last. The table is called `t`. */
export const ON_CONFLICT = `ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version,
changed_by = excluded.changed_by, position = CASE WHEN t.value IS NULL THEN excluded.position ELSE t.position END`;

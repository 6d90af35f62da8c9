import type { JsonObject } from "../record-store.js";
import { RecordTable } from "../record-table.js";
import type { Database } from "./database.js";
import { parseRecordName, ROW_COLUMNS, type TableRow } from "./rows.js";
import type { CollectionTable, Schema } from "./schema.js";

/** Rows of one reply. Parsing them blocks the event loop for a few milliseconds. */
const MOST_ROWS = 1000;
/** Changes of one reply. If there are more, the whole table is read again, page by page. */
const MOST_CHANGES = 20_000;

/** The state of a table at one time. Later reads ask only for rows that have changed since. */
interface Moment {
  readonly epoch: string;
  /** PostgreSQL's snapshot: the transactions that were finished. */
  readonly snapshot: string;
}

/**
 * A copy of a collection's table in memory. Before each read, one statement updates it: it selects the rows of
 * transactions that were not finished at the last update. A read therefore sees every write that any server
 * acknowledged before it. Queries run in memory, so they mean the same as in the other stores.
 */
export class Replica {
  readonly #database: Database;
  readonly #schema: Schema;
  readonly #collection: CollectionTable;
  #table: RecordTable = new RecordTable();
  #moment: Moment | undefined;
  #running: Promise<RecordTable> | undefined;
  #next: Promise<RecordTable> | undefined;

  constructor(database: Database, schema: Schema, collection: CollectionTable) {
    this.#database = database;
    this.#schema = schema;
    this.#collection = collection;
  }

  /** True once the table has been read. */
  get isLoaded(): boolean {
    return this.#moment !== undefined;
  }

  /** The records at the time of this call or later. Calls during an update share the next one. */
  current(): Promise<RecordTable> {
    if (!this.#running) return this.#start();
    const start = (): Promise<RecordTable> => {
      this.#next = undefined;
      return this.#running ?? this.#start();
    };
    this.#next ??= this.#running.then(start, start);
    return this.#next;
  }

  #start(): Promise<RecordTable> {
    this.#running = this.#update().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #update(): Promise<RecordTable> {
    try {
      if (this.#moment && (await this.#follow(this.#table, this.#moment))) return this.#table;
      return await this.#load();
    } catch (error) {
      // Another server with other transaction numbers may answer at this address now.
      this.#moment = undefined;
      throw error;
    }
  }

  /** Reads the whole table page by page, then the changes made in the meantime. */
  async #load(): Promise<RecordTable> {
    if (!(await this.#schema.has(this.#collection))) return new RecordTable();
    for (;;) {
      const table = new RecordTable();
      const first = await this.#page("");
      if (!first) return new RecordTable();
      let { rows } = first;
      let isWhole = true;
      while (rows.length === MOST_ROWS && isWhole) {
        this.#apply(table, rows);
        const page = await this.#page(rows.at(-1)?.name ?? "");
        isWhole = page?.epoch === first.epoch;
        rows = page?.rows ?? [];
      }
      if (!isWhole) continue;
      this.#apply(table, rows);
      // A page is read by one statement, so it is consistent.
      const isDone = table.size < MOST_ROWS || (await this.#follow(table, first));
      if (!isDone) continue;
      if (table.size < MOST_ROWS) this.#moment = { epoch: first.epoch, snapshot: first.snapshot };
      this.#table = table;
      return table;
    }
  }

  async #page(behind: string): Promise<(Moment & { readonly rows: readonly TableRow[] }) | undefined> {
    const { table, name, statement } = this.#collection;
    const { rows } = await this.#database.run<Moment & TableRow>({
      name: `page ${statement}`,
      text: `SELECT c.epoch, txid_current_snapshot()::text AS snapshot, t.* FROM ${this.#schema.collections} c
LEFT JOIN LATERAL (SELECT ${ROW_COLUMNS} FROM ${table} WHERE name > $2 AND value IS NOT NULL ORDER BY name LIMIT ${MOST_ROWS}) t ON true
WHERE c.name = $1`,
      values: [name, behind],
    });
    return answered(rows);
  }

  /**
   * Applies the changes since a moment to a copy. Returns `false` if there are so many that the whole table must be
   * read again.
   */
  async #follow(target: RecordTable, { epoch, snapshot }: Moment): Promise<boolean> {
    const { table, name, statement } = this.#collection;
    const [oldest = "0"] = snapshot.split(":");
    const { rows } = await this.#database.run<Moment & TableRow>({
      name: `follow ${statement}`,
      text: `SELECT c.epoch, txid_current_snapshot()::text AS snapshot, t.* FROM ${this.#schema.collections} c
LEFT JOIN LATERAL (SELECT ${ROW_COLUMNS} FROM ${table} WHERE c.epoch = $2 AND changed_by >= $3 AND NOT txid_visible_in_snapshot(changed_by, $4::txid_snapshot) ORDER BY changed_by LIMIT ${MOST_CHANGES}) t ON true
WHERE c.name = $1`,
      values: [name, epoch, oldest, snapshot],
    });
    const answer = answered(rows);
    if (answer?.epoch !== epoch || answer.rows.length === MOST_CHANGES) return false;
    this.#apply(target, answer.rows);
    this.#moment = { epoch, snapshot: answer.snapshot };
    return true;
  }

  #apply(target: RecordTable, rows: readonly TableRow[]): void {
    for (const row of rows) {
      const { scope, key } = parseRecordName(row);
      if (row.value === null) target.delete(scope, key);
      else target.put({ scope, key, value: JSON.parse(row.value) as JsonObject }, Number(row.position));
    }
  }
}

/** Returns `undefined` if the collection does not exist. */
function answered(rows: readonly (Moment & TableRow)[]): (Moment & { readonly rows: readonly TableRow[] }) | undefined {
  const [first] = rows;
  if (!first) return undefined;
  // A table without records still gives one row, with nulls.
  return { epoch: first.epoch, snapshot: first.snapshot, rows: first.name === null ? [] : rows };
}

import { createHash } from "node:crypto";
import { StoreError } from "../store-error.js";
import { type Database, type Statements, Turns } from "./database.js";

/** The table of a collection, as a quoted name. */
export interface CollectionTable {
  readonly table: string;
  /** The collection's name. */
  readonly name: string;
  /** The end of the names of its prepared statements. PostgreSQL limits them as it limits table names. */
  readonly statement: string;
}

/** Time that another server may need for its seeds, in milliseconds. */
const TURN_MS = 10 * 60_000;

/**
 * The tables in one schema: `.collections` has a row for each collection, and each collection that was ever written has
 * its own table. There are also `.snapshots` and `.files`. Collection names never begin with a `.`.
 */
export class Schema {
  readonly #database: Database;
  readonly #known: Set<string> = new Set();
  readonly #making: Map<string, Promise<void>> = new Map();
  readonly #turns: Turns = new Turns();
  readonly collections: string;
  readonly snapshots: string;
  /** Contents of uploaded files, in parts. */
  readonly files: string;
  /**
   * A sequence that numbers epochs and positions of records. It never gives a number twice, even if the schema is
   * dropped and created again.
   */
  readonly numbers: string;

  constructor(database: Database) {
    this.#database = database;
    this.collections = this.#quoted(".collections");
    this.snapshots = this.#quoted(".snapshots");
    this.files = this.#quoted(".files");
    this.numbers = this.#quoted(".numbers");
  }

  /** Creates missing tables. @throws StoreError if the database cannot be used */
  async open(): Promise<void> {
    const { schema, shown } = this.#database.address;
    await this.inTurn(async (statements) => {
      const { rows } = await statements.run({
        text: "SELECT current_setting('server_encoding') AS encoding, to_regnamespace(quote_ident($1)) IS NOT NULL AS is_there, to_regclass($2) IS NOT NULL AS is_ours",
        values: [schema, this.collections],
      });
      const [facts] = rows;
      if (facts?.encoding !== "UTF8") {
        throw new StoreError("STORE_REFUSED", `The database at ${shown} is encoded in ${String(facts?.encoding)}.`, {
          hint: "Create one with: createdb --encoding UTF8 --template template0",
        });
      }
      if (facts.is_ours === true) return;
      if (facts.is_there !== true) await statements.run({ text: `CREATE SCHEMA "${schema}"` });
      for (const text of [
        // A collection gets a new epoch when all its records are replaced. Readers that see one read the whole
        // collection again.
        `CREATE TABLE ${this.collections} (name text PRIMARY KEY, number bigint NOT NULL DEFAULT 0, epoch bigint NOT NULL)`,
        `CREATE TABLE ${this.snapshots} (name text PRIMARY KEY, taken_at timestamptz NOT NULL, records bigint NOT NULL, content json NOT NULL)`,
        `CREATE TABLE ${this.files} (digest text, part integer, bytes bytea NOT NULL, kept_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (digest, part))`,
        `CREATE SEQUENCE ${this.numbers} START WITH ${Date.now() * 1000}`,
      ]) {
        await statements.run({ text });
      }
    });
    await this.#readNames(this.#database);
  }

  /** @throws StoreError if no mock server has its state here */
  async requireTables(): Promise<void> {
    const { schema, shown } = this.#database.address;
    const text = "SELECT to_regclass($1) IS NOT NULL AS is_ours";
    const { rows } = await this.#database.run({ text, values: [this.collections] });
    if (rows[0]?.is_ours === true) return;
    throw new StoreError("STORE_REFUSED", `No mock server keeps its state at ${shown} in the schema ${schema}.`, {
      hint: "Check the address; ?schema=... names another schema.",
    });
  }

  tableOf(name: string): CollectionTable {
    return { name, table: this.#quoted(tableName(name)), statement: hashOf(name) };
  }

  /** True if the table exists. Asks the database, since another server may have created it. */
  async has({ name }: CollectionTable, statements: Statements = this.#database): Promise<boolean> {
    if (this.#known.has(name)) return true;
    const text = `SELECT 1 FROM ${this.collections} WHERE name = $1`;
    const { rows } = await statements.run({ name: "has collection", text, values: [name] });
    if (rows.length > 0) this.#known.add(name);
    return rows.length > 0;
  }

  /** Creates the table if it is missing. Servers that do this at the same time wait for each other. */
  async ensure(collection: CollectionTable): Promise<void> {
    const { name } = collection;
    if (this.#known.has(name)) return;
    const making =
      this.#making.get(name) ??
      this.inTurn((statements) => this.ensureWithin(collection, statements))
        .then(() => void this.#known.add(name))
        .finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    await making;
  }

  /** Does `work` in a transaction, one at a time for this schema on all servers. */
  inTurn<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    // Calls of this server wait here without a connection, so the running call always gets one.
    return this.#turns.take("", () =>
      this.#database.transaction(async (statements) => {
        await statements.run({
          text: "SELECT pg_advisory_xact_lock(hashtext('onespec mock-server'), hashtext($1))",
          values: [this.#database.address.schema],
          query_timeout: TURN_MS,
        });
        return work(statements);
      }),
    );
  }

  /** Call this after tables were found missing. They are created again when needed. */
  async forget(): Promise<void> {
    this.#known.clear();
    await this.open();
  }

  /** The names of all collections that have a table. */
  async names(): Promise<readonly string[]> {
    await this.#readNames(this.#database);
    return [...this.#known].sort();
  }

  /** Like `ensure`, within a transaction of `inTurn`. It may be rolled back, so the table is not remembered. */
  async ensureWithin(collection: CollectionTable, statements: Statements): Promise<void> {
    const { name, table } = collection;
    if (await this.has(collection, statements)) return;
    const taken = await statements.run({ text: "SELECT to_regclass($1) IS NOT NULL AS is_taken", values: [table] });
    if (taken.rows[0]?.is_taken === true) {
      const { schema, shown } = this.#database.address;
      throw new StoreError(
        "STORE_REFUSED",
        `The schema ${schema} at ${shown} has a table ${table} of another program.`,
        {
          hint: "Give the mock server a schema of its own: ?schema=...",
        },
      );
    }
    for (const text of [
      `CREATE TABLE ${table} (name text COLLATE "C" PRIMARY KEY, address text, position bigint NOT NULL, changed_by bigint NOT NULL, value json)`,
      `CREATE INDEX ON ${table} (changed_by)`,
    ]) {
      await statements.run({ text });
    }
    await statements.run({
      text: `INSERT INTO ${this.collections} (name, epoch) VALUES ($1, nextval($2))`,
      values: [name, this.numbers],
    });
  }

  async #readNames(statements: Statements): Promise<void> {
    const { rows } = await statements.run({ text: `SELECT name FROM ${this.collections}` });
    for (const { name } of rows) this.#known.add(String(name));
  }

  #quoted(table: string): string {
    return `"${this.#database.address.schema}"."${table}"`;
  }
}

/** PostgreSQL limits names to 63 bytes. A longer name is cut and ends in a hash of the whole name. */
function tableName(name: string): string {
  if (name.length <= LONGEST_TABLE) return name;
  const hash = hashOf(name);
  return `${name.slice(0, LONGEST_TABLE - hash.length - 1)}-${hash}`;
}

function hashOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 16);
}

const LONGEST_TABLE = 63;

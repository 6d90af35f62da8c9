import { AsyncLocalStorage } from "node:async_hooks";
import { getOrMake } from "@onespec/spec-core";
import type { ContentStorage } from "../contents.js";
import type { CollectionImage, ImageFacts, ImageShelf } from "../image-shelf.js";
import { checkCollectionName, type RecordCollection, type RecordStore } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { Change } from "./change.js";
import { Database } from "./database.js";
import { parsePostgresAddress } from "./postgres-address.js";
import { PostgresCollection } from "./postgres-collection.js";
import { postgresContents } from "./postgres-contents.js";
import { Schema } from "./schema.js";

/**
 * A store in a PostgreSQL database, which other servers may use at the same time.
 *
 * @param readOnly the database rejects every write, and missing tables are an error
 * @param url `postgres://user:password@host:5432/database?schema=onespec&pool=10`
 * @throws StoreError `STORE_URL_INVALID`, `STORE_DRIVER_MISSING`, `STORE_REFUSED`, `STORE_UNREACHABLE`
 */
export async function openPostgresStore(
  url: string,
  { readOnly = false }: { readonly readOnly?: boolean } = {},
): Promise<RecordStore> {
  const database = await Database.open(parsePostgresAddress(url), { readOnly });
  const schema = new Schema(database);
  try {
    await (readOnly ? schema.requireTables() : schema.open());
  } catch (error) {
    await database.close();
    throw error;
  }
  return new PostgresStore(database, schema);
}

export class PostgresStore implements RecordStore {
  readonly database: Database;
  readonly schema: Schema;
  readonly images: ImageShelf;
  readonly contents: ContentStorage;
  readonly #collections: Map<string, PostgresCollection> = new Map();
  readonly #changes: AsyncLocalStorage<Change> = new AsyncLocalStorage();

  constructor(database: Database, schema: Schema) {
    this.database = database;
    this.schema = schema;
    this.contents = postgresContents(schema, database);
    this.images = createPostgresShelf(this);
  }

  get names(): Promise<readonly string[]> {
    return this.#namesOfFull();
  }

  /** The change that the caller is part of. */
  get change(): Change | undefined {
    const change = this.#changes.getStore();
    return change?.isDone === false ? change : undefined;
  }

  collection(name: string): RecordCollection {
    return getOrMake(this.#collections, name, () => {
      checkCollectionName(name);
      return new PostgresCollection(name, this);
    });
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.change) return work();
    return this.attempt(() =>
      this.schema.inTurn(async (statements) => {
        const change = new Change(this.schema, statements);
        try {
          const result = await this.#changes.run(change, work);
          await change.flush();
          return result;
        } finally {
          change.isDone = true;
        }
      }),
    );
  }

  close(): Promise<void> {
    return this.database.close();
  }

  /**
   * Runs `work`. If somebody dropped the tables while the server runs, it starts with empty ones and runs `work` once
   * more.
   */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isChanged = error instanceof StoreError && error.code === "STORE_CHANGED";
      if (!isChanged || this.change) throw error;
      await this.schema.forget();
      return await work();
    }
  }

  async #namesOfFull(): Promise<readonly string[]> {
    const names: string[] = [];
    for (const name of await this.schema.names()) if ((await this.collection(name).count()) > 0) names.push(name);
    return names;
  }
}

interface SnapshotRow {
  readonly name: string;
  readonly taken_at: Date;
  readonly records: string;
  readonly content: string;
}

/** Snapshots in the database. Every server can restore the snapshots of the others. */
function createPostgresShelf(store: PostgresStore): ImageShelf {
  const { snapshots } = store.schema;
  const run = async (text: string, values: unknown[] = []) =>
    (await store.attempt(() => store.database.run<SnapshotRow>({ text, values }))).rows;
  const factsOf = ({ taken_at, records }: SnapshotRow): ImageFacts => ({ takenAt: taken_at, records: Number(records) });
  return {
    async all() {
      const rows = await run(`SELECT name, taken_at, records FROM ${snapshots} ORDER BY taken_at, name`);
      return new Map(rows.map((row) => [row.name, factsOf(row)]));
    },
    async get(name) {
      const [row] = await run(
        `SELECT name, taken_at, records, content::text AS content FROM ${snapshots} WHERE name = $1`,
        [name],
      );
      return row && { ...factsOf(row), collections: JSON.parse(row.content) as readonly CollectionImage[] };
    },
    async set(name, { takenAt, records, collections }) {
      await run(
        `INSERT INTO ${snapshots} (name, taken_at, records, content) VALUES ($1, $2, $3, $4)
ON CONFLICT (name) DO UPDATE SET taken_at = excluded.taken_at, records = excluded.records, content = excluded.content`,
        [name, takenAt, records, JSON.stringify(collections)],
      );
    },
    async delete(name) {
      return (await run(`DELETE FROM ${snapshots} WHERE name = $1 RETURNING name`, [name])).length > 0;
    },
  };
}

import { AsyncLocalStorage } from "node:async_hooks";
import type { Contents } from "../../files/contents.js";
import { checkCollectionName } from "../check-collection-name.js";
import type { ImageShelf } from "../image-shelf.js";
import type { RecordCollection, RecordStore } from "../record-store.js";
import { StoreError } from "../store-error.js";
import { Change } from "./change.js";
import { Database } from "./database.js";
import { parsePostgresAddress } from "./postgres-address.js";
import { type CollectionParts, PostgresCollection } from "./postgres-collection.js";
import { createPostgresContents } from "./postgres-contents.js";
import { createPostgresShelf } from "./postgres-shelf.js";
import { Schema } from "./schema.js";

/**
 * A store in a PostgreSQL database, which other servers may use at the same time.
 *
 * @param url `postgres://user:password@host:5432/database?schema=onespec&pool=10`
 * @throws StoreError `STORE_URL_INVALID`, `STORE_DRIVER_MISSING`, `STORE_REFUSED`, `STORE_UNREACHABLE`
 */
export async function openPostgresStore(url: string): Promise<RecordStore> {
  const database = await Database.open(parsePostgresAddress(url));
  const schema = new Schema(database);
  try {
    await schema.open();
  } catch (error) {
    await database.close();
    throw error;
  }
  return new PostgresStore(database, schema);
}

class PostgresStore implements RecordStore {
  readonly #database: Database;
  readonly #schema: Schema;
  readonly #collections: Map<string, PostgresCollection> = new Map();
  readonly #changes: AsyncLocalStorage<Change> = new AsyncLocalStorage();
  readonly #parts: CollectionParts;
  readonly images: ImageShelf;
  readonly contents: Contents;

  constructor(database: Database, schema: Schema) {
    this.#database = database;
    this.#schema = schema;
    this.#parts = {
      database,
      schema,
      change: () => {
        const change = this.#changes.getStore();
        return change?.isDone === false ? change : undefined;
      },
      transaction: (work) => this.transaction(work),
      attempt: (work) => this.#attempt(work),
    };
    this.contents = createPostgresContents(schema, database);
    this.images = createPostgresShelf(schema, database, (work) => this.#attempt(work));
  }

  get names(): Promise<readonly string[]> {
    return this.#namesOfFull();
  }

  collection(name: string): RecordCollection {
    let collection = this.#collections.get(name);
    if (!collection) {
      checkCollectionName(name);
      collection = new PostgresCollection(name, this.#parts);
      this.#collections.set(name, collection);
    }
    return collection;
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.#parts.change()) return work();
    return this.#attempt(() =>
      this.#schema.inTurn(async (statements) => {
        const change = new Change(this.#schema, statements);
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
    return this.#database.close();
  }

  async #namesOfFull(): Promise<readonly string[]> {
    const names: string[] = [];
    for (const name of await this.#schema.names()) if ((await this.collection(name).count()) > 0) names.push(name);
    return names;
  }

  /** Somebody who drops the tables under a running server begins anew with an empty one. */
  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const isChanged = error instanceof StoreError && error.code === "STORE_CHANGED";
      if (!isChanged || this.#parts.change()) throw error;
      await this.#schema.forget();
      return await work();
    }
  }
}

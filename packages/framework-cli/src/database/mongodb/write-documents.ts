import type { Document } from "mongodb";
import { DatabaseError } from "../../errors/database-error.js";
import type { Row } from "../repository.js";
import { type EntityCollection, encodeRecord, ID } from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";
import type { MongoCounters } from "./mongo-counters.js";

/** Writes records that a RecordWriter made. */
export interface DocumentInserter {
  /** Completes the record with the key that is counted. @throws DatabaseError UNIQUE_VIOLATION */
  insert(record: Row): Promise<void>;
  /** All or nothing; completes the records. */
  insertAll(records: readonly Row[]): Promise<void>;
}

/** Keys that another writer took meanwhile are counted anew this often. */
const MOST_TRIES = 50;
const BATCH = 1000;

export function createDocumentInserter(
  collection: EntityCollection,
  connection: MongoConnection,
  counters: MongoCounters,
): DocumentInserter {
  const { table } = collection.entity;
  const documents = connection.db.collection(table);
  const counted = collection.fields.find(({ field }) => field.autoIncrement);

  /** Gives the records without a key one, and moves the counter over keys that were given. */
  const count = async (records: readonly Row[]): Promise<readonly Row[]> => {
    if (counted === undefined) return [];
    const given = records.map((record) => record[counted.name]).filter((key) => key !== undefined);
    if (given.length > 0) await counters.atLeast(table, Math.max(...given.map(Number)));
    const without = records.filter((record) => record[counted.name] === undefined);
    if (without.length === 0) return [];
    const first = await counters.next(table, without.length);
    for (const [index, record] of without.entries()) record[counted.name] = first + index;
    return without;
  };
  /** Counts on from the highest key there is: somebody wrote past the counter. */
  const recount = async (records: readonly Row[]): Promise<void> => {
    if (counted === undefined) return;
    const [highest] = await connection.run((session) =>
      documents
        .find({}, { ...session, projection: { [counted.path]: 1 } })
        .sort([[counted.path, -1]])
        .limit(1)
        .toArray(),
    );
    if (highest !== undefined) await counters.atLeast(table, Number(highest[counted.path]));
    for (const record of records) record[counted.name] = undefined;
    await count(records);
  };
  const insert = async (record: Row): Promise<void> => {
    const fresh = await count([record]);
    for (let tries = 1; ; tries += 1) {
      try {
        await connection.run((session) => documents.insertOne(encodeRecord(record, collection), session));
        return;
      } catch (error) {
        // A failed write ends a transaction.
        const mayTry = fresh.length > 0 && tries < MOST_TRIES && !connection.isInTransaction();
        if (!mayTry || !isDuplicate(error) || !(await isTaken(record))) throw error;
        await recount(fresh);
      }
    }
  };
  const isTaken = async (record: Row): Promise<boolean> => {
    if (counted === undefined) return false;
    const key = counted.encode(record[counted.name]);
    return (
      (await connection.run((session) => documents.findOne({ [counted.path]: key } as Document, session))) !== null
    );
  };
  return {
    insert,
    async insertAll(records) {
      await count(records);
      await connection.together(async () => {
        const written: unknown[] = [];
        try {
          for (let start = 0; start < records.length; start += BATCH) {
            const batch = records.slice(start, start + BATCH).map((record) => encodeRecord(record, collection));
            // The driver puts in the keys of documents that have none.
            await connection
              .run((session) => documents.insertMany(batch, session))
              .finally(() => {
                written.push(...batch.map((document) => document[ID]));
              });
          }
        } catch (error) {
          if (!connection.isInTransaction()) await takeBack(written, error);
          throw error;
        }
      });
    },
  };

  /** Without transactions: those of the documents that were written go again, not those that stood in the way. */
  async function takeBack(ids: readonly unknown[], error: unknown): Promise<void> {
    const failedAt = failedIndex(error);
    const whole = Math.floor((ids.length - 1) / BATCH) * BATCH;
    const mine = failedAt === undefined ? [] : ids.slice(0, whole + failedAt);
    if (mine.length === 0) return;
    await connection.run((session) => documents.deleteMany({ _id: { $in: mine as never[] } }, session));
  }
}

/** In an ordered insert everything before it was written. */
function failedIndex(error: unknown): number | undefined {
  const cause = error instanceof DatabaseError ? error.cause : error;
  const [first] =
    (cause as { readonly writeErrors?: readonly { readonly index?: number }[] } | undefined)?.writeErrors ?? [];
  return first?.index;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION";
}

import type { Document } from "mongodb";
import { DatabaseError } from "../../errors/database-error.js";
import type { RecordInserter } from "../create-repository.js";
import type { Row } from "../repository.js";
import { type DocumentField, type EntityCollection, encodeRecord, ID } from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";
import type { MongoCounters } from "./mongo-counters.js";

/** Most attempts to get new keys, if another writer takes the counted ones. */
const MOST_TRIES = 50;

export function createDocumentInserter(
  collection: EntityCollection,
  connection: MongoConnection,
  counters: MongoCounters,
): RecordInserter<DocumentField> {
  const { table } = collection.entity;
  const documents = connection.db.collection(table);
  const counted = collection.fields.find(({ field }) => field.autoIncrement);

  /** Gives keys to the records without one, and moves the counter past keys that were given. */
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
  /** Continues after the highest existing key, because somebody has written keys without the counter. */
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
      // The driver puts in the keys of documents that have none.
      const batch = records.map((record) => encodeRecord(record, collection));
      await connection.together(async () => {
        try {
          await connection.run((session) => documents.insertMany(batch, session));
        } catch (error) {
          const written = batch.slice(0, failedIndex(error)).map((document) => document[ID]);
          if (written.length > 0 && !connection.isInTransaction()) {
            await connection.run((session) => documents.deleteMany({ _id: { $in: written as never[] } }, session));
          }
          throw error;
        }
      });
    },
  };
}

/** The place of the document that was rejected: in an ordered insert those before it were written. */
function failedIndex(error: unknown): number {
  const { writeErrors = [] } = ((error instanceof DatabaseError ? error.cause : error) ?? {}) as {
    readonly writeErrors?: readonly { readonly index?: number }[];
  };
  return writeErrors[0]?.index ?? 0;
}

function isDuplicate(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION";
}

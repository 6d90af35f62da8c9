import { getOrMake } from "@onespec/spec-core";
import type { Collection, Document } from "mongodb";
import type { Entity } from "../../entity/entity.js";
import { DatabaseError } from "../../errors/database-error.js";
import { createRepository, type RecordStore } from "../create-repository.js";
import { entityNamed, refusedValue } from "../field-table.js";
import type { Repository, Row, Where } from "../repository.js";
import {
  type Collections,
  createEntityCollection,
  type DocumentField,
  decodeDocument,
  type EntityCollection,
  ID,
  updateOf,
} from "./entity-collection.js";
import type { MongoConnection } from "./mongo-connection.js";
import type { MongoCounters } from "./mongo-counters.js";
import { nameViolation } from "./name-violation.js";
import { followChange, type Incoming, incomingOf, refuseDangling, removeReferred } from "./references.js";
import { type DocumentFilter, livingFilter, projectionOf, selectDocuments, whereFilter } from "./select-documents.js";
import { createDocumentInserter } from "./write-documents.js";

/** Repositories of all entities. Each is created at first use. @throws DatabaseError UNKNOWN_ENTITY */
export function createMongoRepositories(
  connection: MongoConnection,
  counters: MongoCounters,
  entities: readonly Entity[],
): (name: string) => Repository {
  const collections = new Map<string, EntityCollection>();
  const repositories = new Map<string, Repository>();
  const incoming = new Map<EntityCollection, readonly Incoming[]>();
  const collection: Collections = (name) =>
    getOrMake(collections, name, () => createEntityCollection(entityNamed(name, entities), connection));
  const incomingTo = (to: EntityCollection): readonly Incoming[] =>
    getOrMake(incoming, to, () => incomingOf(to, entities, collection));
  const repositoryOf = (name: string): Repository =>
    getOrMake(repositories, name, () =>
      createRepository(createMongoStore(collection(name), connection, counters, entities, incomingTo), repositoryOf),
    );
  return repositoryOf;
}

function createMongoStore(
  collection: EntityCollection,
  connection: MongoConnection,
  counters: MongoCounters,
  entities: readonly Entity[],
  incomingTo: (collection: EntityCollection) => readonly Incoming[],
): RecordStore<DocumentField> {
  const { run, together } = connection;
  const { entity, shown } = collection;
  const documents = connection.db.collection(entity.table);
  const inserter = createDocumentInserter(collection, connection, counters);
  const refers = collection.fields.some(({ field }) => field.references !== undefined);

  const filterOf = (where: Where, reach?: "all"): DocumentFilter =>
    (reach === "all" ? whereFilter(where, collection) : livingFilter(where, collection)) ?? {};
  const read = async (filter: DocumentFilter, fields: readonly DocumentField[]): Promise<Row | undefined> => {
    const found = await run((session) =>
      documents.findOne(filter, { ...session, ...projectionOf(fields, collection) }),
    );
    return found === null ? undefined : decodeDocument(found, fields);
  };
  /** Changes a document and answers it as a record. */
  const change = async (filter: DocumentFilter, update: object): Promise<Row | undefined> => {
    const stored = await run((session) =>
      documents.findOneAndUpdate(filter, update, { ...session, returnDocument: "after" }),
    );
    return stored === null ? undefined : decodeDocument(stored, shown);
  };
  /**
   * Writes records after checking that their references exist. @param record named in the error if another record has
   * the same value
   */
  const checked = async <T>(records: readonly Row[], record: Row | undefined, write: () => Promise<T>): Promise<T> => {
    if (refers) await refuseDangling(records, collection, entities, connection);
    try {
      return await write();
    } catch (error) {
      throw await nameViolation(error, record, collection, connection);
    }
  };
  /** Whether others refer to a field that changes, or it is the key of the document. */
  const movesKey = (changes: Row): boolean =>
    Object.keys(changes).some((name) => {
      const { path } = collection.field(name);
      return path === ID || incomingTo(collection).some(({ target }) => target === path);
    });
  /**
   * Changes documents if their key, or another field that other documents refer to, changes. @returns number of changed
   * documents
   */
  const moveKeys = async (filter: DocumentFilter, changes: Row): Promise<number> => {
    const found = await run((session) => documents.find(filter, session).toArray());
    for (const before of found) {
      const after = await changeKey(before, updateOf(changes, collection), documents, connection);
      for (const reference of incomingTo(collection)) {
        const [from, to] = [before[reference.target], after[reference.target]] as [unknown, unknown];
        if (from !== undefined && String(from) !== String(to)) await followChange(reference, from, to, connection);
      }
    }
    return found.length;
  };
  const updateAll = (where: Where, changes: Row): Promise<number> =>
    checked([changes], undefined, () =>
      together(async () => {
        if (movesKey(changes)) return moveKeys(filterOf(where), changes);
        const update = updateOf(changes, collection);
        return (await run((session) => documents.updateMany(filterOf(where), update, session))).matchedCount;
      }),
    );

  return {
    table: collection,
    checkLock() {
      throw new DatabaseError("VALUE_REFUSED", "MongoDB has no locks.", {
        hint: "Remove lock: on a conflict the transaction fails with WRITE_CONFLICT or runs again. Or use increment.",
      });
    },
    select: (fields, query) => selectDocuments(collection, fields, query, connection),
    selectOne: (fields, where, { reach }) => read(filterOf(where, reach), fields),
    count: (where) => run((session) => documents.countDocuments(filterOf(where), session)),
    insert: (record) => checked([record], record, () => inserter.insert(record)),
    insertAll: (records) => checked(records, undefined, () => inserter.insertAll(records)),
    updateOne: (where, changes, reach) =>
      checked([changes], changes, async () => {
        const filter = filterOf(where, reach);
        if (!movesKey(changes)) return change(filter, updateOf(changes, collection));
        if ((await together(() => moveKeys(filter, changes))) === 0) return undefined;
        const moved = Object.keys(where).map((name) => [name, changes[name] ?? where[name]]);
        return read(filterOf(Object.fromEntries(moved), reach), shown);
      }),
    updateAll,
    async increment(where, room, amounts, changes) {
      const filter = filterOf({ and: [where, room] });
      const before = await run((session) => documents.findOne(filter, session));
      if (before === null) return undefined;
      const added: Record<string, never> = {};
      for (const [field, amount] of amounts) {
        const { path, encode, bsonTypes } = field;
        if (bsonTypes.includes("string")) {
          const reason = "is stored as text, which cannot be added up here: read and update it";
          throw refusedValue(entity, field, reason);
        }
        // `$inc` would make a number of null.
        if (before[path] !== undefined && before[path] !== null) added[path] = encode(amount) as never;
      }
      if (Object.keys(added).length === 0) return decodeDocument(before, shown);
      return change(filter, { ...updateOf(changes, collection), $inc: added });
    },
    async removeAll(where, marks) {
      const filter = filterOf(where);
      if (collection.deletedAt !== undefined) {
        const update = updateOf(marks, collection);
        return (await run((session) => documents.updateMany(filter, update, session))).matchedCount;
      }
      if (incomingTo(collection).length > 0) {
        return together(() => removeReferred(collection, filter, incomingTo, connection));
      }
      return (await run((session) => documents.deleteMany(filter, session))).deletedCount;
    },
  };
}

/**
 * Applies `$set` and `$unset` to a document, also to `_id`. MongoDB cannot change `_id`, so the document is removed and
 * inserted with its new key. If that fails, the old document is restored.
 */
async function changeKey(
  before: Document,
  update: Document,
  documents: Collection,
  { run, isInTransaction }: MongoConnection,
): Promise<Document> {
  const after: Document = { ...before, ...(update.$set as Document | undefined) };
  for (const path of Object.keys((update.$unset as Document | undefined) ?? {})) delete after[path];
  const key = { [ID]: before[ID] };
  if (String(before[ID]) === String(after[ID])) {
    await run((session) => documents.updateOne(key, update, session));
    return after;
  }
  await run((session) => documents.deleteOne(key, session));
  try {
    await run((session) => documents.insertOne(after, session));
  } catch (error) {
    if (!isInTransaction()) await run((session) => documents.insertOne(before, session));
    throw error;
  }
  return after;
}

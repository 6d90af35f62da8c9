import { getOrMake } from "@onespec/spec-core";
import type { Entity } from "../../entity/entity.js";
import { Refusal } from "../../entity/normalise-value.js";
import { DatabaseError } from "../../errors/database-error.js";
import { checkOptions, checkQuery, checkRecord, refuseUndefined } from "../check-query.js";
import { entityNamed, keyValueOf, refusedValue, selectedFields, withoutHidden } from "../field-table.js";
import { includeRelated, includesOf } from "../include-related.js";
import { createRecordWriter } from "../record-writer.js";
import type { FindQuery, Repository, Row, Where } from "../repository.js";
import { changeKey } from "./change-key.js";
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
import { livingFilter, projectionOf, selectDocuments } from "./select-documents.js";
import { type DocumentFilter, whereFilter } from "./where-filter.js";
import { createDocumentInserter } from "./write-documents.js";

/** Repositories of all entities, each made when first asked for. @throws DatabaseError UNKNOWN_ENTITY */
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
      createMongoRepository(collection(name), { connection, counters, entities, neighbour: repositoryOf, incomingTo }),
    );
  return repositoryOf;
}

function refuseLock(lock: boolean | undefined): void {
  if (!lock) return;
  throw new DatabaseError("VALUE_REFUSED", "MongoDB has no locks.", {
    hint: "Remove lock: on a conflict the transaction fails with WRITE_CONFLICT or runs again. Or use increment.",
  });
}

interface Surroundings {
  readonly connection: MongoConnection;
  readonly counters: MongoCounters;
  readonly entities: readonly Entity[];
  readonly neighbour: (entity: string) => Repository;
  readonly incomingTo: (collection: EntityCollection) => readonly Incoming[];
}

function createMongoRepository(collection: EntityCollection, around: Surroundings): Repository {
  const { connection, counters, entities, incomingTo } = around;
  const { run, together } = connection;
  const { entity } = collection;
  const documents = connection.db.collection(entity.table);
  const writer = createRecordWriter(entity);
  const inserter = createDocumentInserter(collection, connection, counters);
  const { updatedAt } = entity.timestamps;
  const refers = collection.fields.some(({ field }) => field.references !== undefined);

  const keyFilter = (id: unknown): DocumentFilter | undefined => {
    const key = collection.key();
    const value = keyValueOf(id, collection);
    if (value === undefined) return undefined;
    const filter: DocumentFilter = { [key.path]: key.encode(value) };
    return collection.deletedAt === undefined ? filter : { ...filter, [collection.deletedAt.path]: null };
  };
  const read = async (filter: DocumentFilter, fields: readonly DocumentField[]): Promise<Row | undefined> => {
    const isWhole = fields === collection.shown && fields.length === collection.fields.length;
    const found = await run((session) =>
      documents.findOne(filter, { ...session, ...(!isWhole && { projection: projectionOf(fields) }) }),
    );
    return found === null ? undefined : decodeDocument(found, fields);
  };
  const shown = (record: Row): Row => withoutHidden(record, collection);
  const checked = async <T>(record: Row | undefined, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw await nameViolation(error, record, collection, connection);
    }
  };

  /** Reads with the fields that relations hang on, brings the relations along, and takes those fields out again. */
  const withRelations = async (
    { fields, include = [] }: Pick<FindQuery, "fields" | "include">,
    readRows: (fields: readonly DocumentField[]) => Promise<Row[]>,
  ): Promise<Row[]> => {
    const asked = selectedFields(fields, collection);
    if (include.length === 0) return readRows(asked);
    const included = includesOf(include, entity);
    const missing = [...new Set(included.map(({ link }) => link))].filter(
      (name) => !asked.some((field) => field.name === name),
    );
    const records = await readRows([...asked, ...missing.map((name) => collection.field(name))]);
    for (const each of included) await includeRelated(records, each, around.neighbour);
    for (const record of records) for (const name of missing) delete record[name];
    return records;
  };

  const remove = async (filter: DocumentFilter): Promise<number> => {
    if (collection.deletedAt !== undefined) {
      const update = updateOf(writer.forRemove(), collection) ?? {};
      return (await run((session) => documents.updateMany(filter, update, session))).matchedCount;
    }
    if (incomingTo(collection).length > 0) {
      return together(() => removeReferred(collection, filter, incomingTo, connection));
    }
    return (await run((session) => documents.deleteMany(filter, session))).deletedCount;
  };

  /** Whether others refer to a field that changes, or it is the key of the document. */
  const movesKey = (set: Row): boolean =>
    Object.keys(set).some((name) => {
      const { path } = collection.field(name);
      return path === ID || incomingTo(collection).some(({ target }) => target === path);
    });
  const insertChecked = async (record: Row): Promise<void> => {
    if (refers) await refuseDangling([record], collection, entities, connection);
    await checked(record, () => inserter.insert(record));
  };

  const repository: Repository = {
    entity,
    async find(query = {}) {
      checkQuery(query);
      refuseLock(query.lock);
      return withRelations(query, (fields) => selectDocuments(collection, fields, query, connection));
    },
    async get(id, options = {}) {
      checkQuery(options, "get");
      refuseLock(options.lock);
      const filter = keyFilter(id);
      if (filter === undefined) return undefined;
      if (options.fields === undefined && options.include === undefined) return read(filter, collection.shown);
      const rows = await withRelations(options, async (fields) => {
        const record = await read(filter, fields);
        return record === undefined ? [] : [record];
      });
      return rows[0];
    },
    async create(values) {
      const record = writer.forCreate(values);
      await insertChecked(record);
      return shown(record);
    },
    async createMany(values) {
      const records = values.map((each) => writer.forCreate(each));
      if (records.length === 0) return [];
      if (refers) await refuseDangling(records, collection, entities, connection);
      await checked(undefined, () => inserter.insertAll(records));
      return records.map(shown);
    },
    async update(id, changes) {
      const set = writer.forUpdate(changes);
      const filter = keyFilter(id);
      if (filter === undefined) return undefined;
      const update = updateOf(set, collection);
      if (update === undefined) return read(filter, collection.shown);
      if (refers) await refuseDangling([set], collection, entities, connection);
      return checked(set, async () => {
        if (movesKey(set)) {
          const moved = await together(() => moveKeys(filter, set));
          const key = collection.key();
          const to = set[key.name];
          if (moved === 0) return undefined;
          return read(to === undefined ? filter : { ...filter, [key.path]: key.encode(to) }, collection.shown);
        }
        const stored = await run((session) =>
          documents.findOneAndUpdate(filter, update, { ...session, returnDocument: "after" }),
        );
        return stored === null ? undefined : decodeDocument(stored, collection.shown);
      });
    },
    async increment(id, amounts) {
      checkRecord(amounts);
      const filter = keyFilter(id);
      const before = filter && (await run((session) => documents.findOne(filter, session)));
      if (filter === undefined || before === null || before === undefined) return undefined;
      const added: Record<string, never> = {};
      for (const [name, amount] of Object.entries(amounts)) {
        const field = collection.field(name);
        const isNumber = ["integer", "bigint", "double", "decimal"].includes(field.field.type.kind);
        const value = isNumber ? field.comparable(amount) : new Refusal("is no number");
        if (value instanceof Refusal) throw refusedValue(entity, field, value.reason);
        // `$inc` would make a number of null.
        if (before[field.path] !== undefined && before[field.path] !== null)
          added[field.path] = field.encode(value) as never;
      }
      if (Object.keys(added).length === 0) return read(filter, collection.shown);
      const stamp =
        updatedAt === undefined ? {} : (updateOf({ [updatedAt]: new Date().toISOString() }, collection) ?? {});
      const stored = await run((session) =>
        documents.findOneAndUpdate(filter, { ...stamp, $inc: added }, { ...session, returnDocument: "after" }),
      );
      return stored === null ? undefined : decodeDocument(stored, collection.shown);
    },
    async updateMany(where, changes) {
      refuseUndefined(where, entity);
      const set = writer.forUpdate(changes);
      const update = updateOf(set, collection);
      if (update === undefined) return repository.count(where);
      const filter = livingFilter(where, collection) ?? {};
      if (refers) await refuseDangling([set], collection, entities, connection);
      return checked(undefined, async () =>
        movesKey(set)
          ? together(() => moveKeys(filter, set))
          : together(async () => (await run((session) => documents.updateMany(filter, update, session))).matchedCount),
      );
    },
    async remove(id) {
      const filter = keyFilter(id);
      return filter !== undefined && (await remove(filter)) > 0;
    },
    async removeMany(where) {
      refuseUndefined(where, entity);
      return remove(livingFilter(where, collection) ?? {});
    },
    async count(where = {}) {
      const filter = livingFilter(where, collection) ?? {};
      return run((session) => documents.countDocuments(filter, session));
    },
    async upsert(values, options = {}) {
      checkOptions(options, ["conflict"], "upsert");
      const conflict = (options.conflict ?? collection.keys.map((key) => key.name)).map((name) =>
        collection.field(name),
      );
      const { record, changes } = writer.forUpsert(
        values,
        conflict.map(({ name }) => name),
      );
      if (changes === undefined) {
        await insertChecked(record);
        return shown(record);
      }
      return updateOrInsert(record, changes, conflict);
    },
  };
  return repository;

  async function updateOrInsert(record: Row, changes: Row, conflict: readonly DocumentField[]): Promise<Row> {
    const where = Object.fromEntries(conflict.map(({ name }) => [name, record[name]])) as Where;
    const filter = whereFilter(where, collection) ?? {};
    if (refers) await refuseDangling([changes], collection, entities, connection);
    const update = updateOf(changes, collection);
    const change = async (): Promise<Row | undefined> => {
      if (update === undefined) return read(filter, collection.shown);
      const stored = await checked(changes, () =>
        run((session) => documents.findOneAndUpdate(filter, update, { ...session, returnDocument: "after" })),
      );
      return stored === null ? undefined : decodeDocument(stored, collection.shown);
    };
    const changed = await change();
    if (changed !== undefined) return changed;
    try {
      await insertChecked(record);
      return shown(record);
    } catch (error) {
      // Somebody else was quicker.
      if (!(error instanceof DatabaseError && error.code === "UNIQUE_VIOLATION")) throw error;
      const stored = connection.isInTransaction() ? undefined : await change();
      if (stored === undefined) throw error;
      return stored;
    }
  }

  /** Changes documents whose key, or another field that others refer to, changes. @returns how many */
  async function moveKeys(filter: DocumentFilter, set: Row): Promise<number> {
    const found = await run((session) => documents.find(filter, session).toArray());
    for (const before of found) {
      const after = await changeKey(before, updateOf(set, collection) ?? {}, documents, connection);
      for (const reference of incomingTo(collection)) {
        const [from, to] = [before[reference.target], after[reference.target]] as [unknown, unknown];
        if (from !== undefined && String(from) !== String(to)) await followChange(reference, from, to, connection);
      }
    }
    return found.length;
  }
}

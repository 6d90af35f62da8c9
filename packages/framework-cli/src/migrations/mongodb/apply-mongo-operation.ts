import type { Document } from "mongodb";
import { ID } from "../../database/mongodb/entity-collection.js";
import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { COUNTERS } from "../../database/mongodb/mongo-counters.js";
import { MigrationError } from "../../errors/migration-error.js";
import { applyOperations } from "../diff/apply-operations.js";
import { typeChange } from "../diff/type-change.js";
import { type Operation, tableOf } from "../tables/operation.js";
import { emptyTable, type Table, type TableIndex } from "../tables/table.js";
import { convertValues, fillValues } from "./change-values.js";
import {
  collectionIndex,
  collectionValidator,
  createMongoCatalogue,
  indexesOfTable,
  pathOf,
} from "./collection-structure.js";

/** MongoDB's error codes for a missing collection and a missing index. */
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

/**
 * Carries out one change of structure: collections, their validators and indexes, and the values of documents. The
 * catalogue is written last. Everything before it can be repeated.
 * @throws MigrationError MIGRATION_FAILED, MIGRATION_INVALID, STRUCTURE_UNSUPPORTED
 */
export async function applyMongoOperation(
  operation: Operation,
  again: boolean,
  connection: MongoConnection,
): Promise<void> {
  const catalogue = createMongoCatalogue(connection);
  const before = await catalogue.read();
  const after = applyOperations(before, [operation]);
  refuseNames(operation);
  const { kind } = operation;
  const name = tableOf(operation);
  const was = before.find((table) => table.name === name);
  const is = after.find((table) => table.name === name);
  const table = is ?? emptyTable(name);
  const indexes = changedIndexes(operation, was, table);
  if (kind === "createTable") await createCollection(name, again, connection);
  // Documents are between two shapes while they change.
  else if (is !== undefined && kind.endsWith("Column")) await setValidator(is, connection, false);
  if (kind !== "createTable" && kind !== "addIndex") await dropIndexes(name, indexes, connection);
  await changeDocuments(operation, again, was, table, connection);
  if (kind !== "dropIndex") await createIndexes(indexes, table, connection);
  if (is !== undefined) await setValidator(is, connection, true);
  await catalogue.write(before, after);
}

/** The indexes that an operation creates, drops or recreates. An index does not follow a renamed or retyped column. */
function changedIndexes(operation: Operation, was: Table | undefined, is: Table): readonly TableIndex[] {
  switch (operation.kind) {
    case "createTable":
      return indexesOfTable(is);
    case "addIndex":
    case "dropIndex":
      return [operation.index];
    case "renameColumn": {
      const { to } = operation;
      return pathOf(to, is) === to ? indexesOfTable(is).filter(({ columns }) => columns.includes(to)) : [];
    }
    case "alterColumn": {
      const { from, to } = operation;
      const former = was?.columns.find(({ name }) => name === to.name) ?? from;
      const isSame = former.nullable === to.nullable && typeChange(from.type, to.type) === "same";
      return isSame ? [] : is.indexes.filter(({ columns }) => columns.includes(to.name));
    }
    default:
      return [];
  }
}

/** The work on documents; none for changes that only concern indexes, the validator and the repository. */
async function changeDocuments(
  operation: Operation,
  again: boolean,
  was: Table | undefined,
  is: Table,
  connection: MongoConnection,
): Promise<void> {
  const { db, run } = connection;
  const counters = db.collection<{ _id: string; last: unknown }>(COUNTERS);
  const updateMany = (table: string, filter: Document, update: Document): Promise<unknown> =>
    run((session) => db.collection(table).updateMany(filter, update, session));
  switch (operation.kind) {
    case "dropTable": {
      const { name } = operation.table;
      await unless(NAMESPACE_NOT_FOUND, () => run((session) => db.collection(name).drop(session)));
      await run((session) => counters.deleteOne({ _id: name }, session));
      break;
    }
    case "renameTable": {
      const { from, to } = operation;
      await unless(again ? NAMESPACE_NOT_FOUND : undefined, () => run(() => db.collection(from).rename(to)));
      const counter = await run((session) => counters.findOne({ _id: from }, session));
      if (counter === null) return;
      await run((session) => counters.replaceOne({ _id: to }, { last: counter.last }, { ...session, upsert: true }));
      await run((session) => counters.deleteOne({ _id: from }, session));
      break;
    }
    case "addColumn": {
      const { table, column, fill, distinct } = operation;
      const value = fill ?? (column.default?.kind === "value" ? column.default.value : undefined);
      await fillValues({ table, path: pathOf(column.name, is) }, column, { fill: value, distinct }, connection);
      break;
    }
    case "dropColumn":
      await updateMany(operation.table, {}, { $unset: { [pathOf(operation.column.name, was ?? is)]: "" } });
      break;
    case "renameColumn": {
      const { table, from, to } = operation;
      if (pathOf(to, is) === to) await updateMany(table, { [from]: { $exists: true } }, { $rename: { [from]: to } });
      break;
    }
    case "alterColumn": {
      const { table, from, to, fill, distinct } = operation;
      const place = { table, path: pathOf(to.name, is) };
      const changesType = typeChange(from.type, to.type) !== "same" && place.path !== ID;
      if (changesType) await convertValues(place, from, to, connection);
      if (!to.nullable) await fillValues(place, to, { fill, distinct }, connection);
      break;
    }
  }
}

async function createCollection(name: string, again: boolean, { db, run }: MongoConnection): Promise<void> {
  // MongoDB reports no error if a collection with the same options already exists.
  const present = await run(() => db.listCollections({ name }, { nameOnly: true }).toArray());
  if (present.length > 0 && !again) {
    throw new MigrationError("NOT_OWNED", `The collection ${name} already exists.`, {
      hint: "Drop or rename it, or give the model another: tableName.",
    });
  }
  if (present.length === 0) await run(() => db.createCollection(name));
}

async function setValidator(table: Table, connection: MongoConnection, on: boolean): Promise<void> {
  if (!connection.features.validators) return;
  const validator = on ? collectionValidator(table, connection) : {};
  await connection.run(() =>
    connection.db.command({ collMod: table.name, validator, validationLevel: "moderate", validationAction: "error" }),
  );
}

async function createIndexes(
  indexes: readonly TableIndex[],
  table: Table,
  { db, run, features }: MongoConnection,
): Promise<void> {
  for (const index of indexes) {
    if (index.columns.every((column) => pathOf(column, table) === ID)) continue;
    await run(() => db.collection(table.name).createIndexes([collectionIndex(index, table, features)]));
  }
}

async function dropIndexes(table: string, indexes: readonly TableIndex[], { db, run }: MongoConnection): Promise<void> {
  for (const { name } of indexes) {
    await unless(INDEX_NOT_FOUND, () =>
      unless(NAMESPACE_NOT_FOUND, () => run(() => db.collection(table).dropIndex(name))),
    );
  }
}

/** Rejects names that MongoDB reads as paths or operators, and reserved names. */
function refuseNames(operation: Operation): void {
  const columns =
    operation.kind === "createTable"
      ? operation.table.columns
      : operation.kind === "addColumn"
        ? [operation.column]
        : operation.kind === "renameColumn"
          ? [{ name: operation.to, primaryKey: false }]
          : [];
  const table = tableOf(operation);
  for (const { name, primaryKey } of columns) {
    const isPath = name.includes(".") || name.startsWith("$") || name.includes("\0");
    if (isPath || (name === "_id" && !primaryKey && operation.kind !== "renameColumn")) {
      throw unsupported(
        `${table}.${name} cannot be the name of a field on MongoDB.`,
        "Give the column another: field.",
      );
    }
  }
  if (table.includes("$") || table.startsWith("system.") || table.includes("\0")) {
    throw unsupported(`${table} cannot be the name of a collection on MongoDB.`, "Give the model another: tableName.");
  }
}

function unsupported(message: string, hint: string): MigrationError {
  return new MigrationError("STRUCTURE_UNSUPPORTED", message, { hint });
}

/** Ignores an error with this MongoDB code. */
async function unless(code: number | undefined, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (code === undefined || !(cause instanceof Error && "code" in cause && cause.code === code)) throw error;
  }
}

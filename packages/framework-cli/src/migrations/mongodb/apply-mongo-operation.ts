import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { COUNTERS } from "../../database/mongodb/mongo-counters.js";
import { MigrationError } from "../../errors/migration-error.js";
import { applyOperations } from "../diff/apply-operations.js";
import { typeChange } from "../diff/type-change.js";
import { type Operation, tableOf } from "../tables/operation.js";
import { emptyTable, type Table } from "../tables/table.js";
import { convertValues, fillValues } from "./change-values.js";
import { collectionIndex, collectionValidator, indexesOfTable, pathOf } from "./collection-structure.js";
import { createMongoCatalogue } from "./mongo-catalogue.js";

/** MongoDB's codes: the collection is not there, the index is not there. */
const NAMESPACE_NOT_FOUND = 26;
const INDEX_NOT_FOUND = 27;

/**
 * Carries out one change of structure: collections, their validators and indexes, and the values of documents. The catalogue is
 * written last, and all that comes before it can be done twice.
 *
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
  const work = changeOf(operation, again, before, after, connection);
  const table = tableOf(operation);
  const changed = after.find(({ name }) => name === table);
  if (operation.kind === "createTable") await createCollection(operation.table, again, connection);
  // Documents are between two shapes while they change.
  else if (changed !== undefined && CHANGES_VALUES.has(operation.kind)) await setValidator(changed, connection, false);
  await work?.();
  if (changed !== undefined) await setValidator(changed, connection, true);
  await catalogue.write(before, after);
}

const CHANGES_VALUES: ReadonlySet<Operation["kind"]> = new Set([
  "addColumn",
  "dropColumn",
  "renameColumn",
  "alterColumn",
]);

/** The work on documents and indexes; none for changes that only concern the validator and the repository. */
function changeOf(
  operation: Operation,
  again: boolean,
  before: readonly Table[],
  after: readonly Table[],
  connection: MongoConnection,
): (() => Promise<void>) | undefined {
  const { db, run } = connection;
  const known = (name: string): Table => named(after, name) ?? emptyTable(name);
  switch (operation.kind) {
    case "createTable":
      return () => createIndexes(operation.table, connection);
    case "dropTable": {
      const { name } = operation.table;
      return async () => {
        await unless(NAMESPACE_NOT_FOUND, () => run((session) => db.collection(name).drop(session)));
        await run((session) => db.collection<{ _id: string }>(COUNTERS).deleteOne({ _id: name }, session));
      };
    }
    case "renameTable": {
      const { from, to } = operation;
      return async () => {
        await unless(again ? NAMESPACE_NOT_FOUND : undefined, () => run(() => db.collection(from).rename(to)));
        const counters = db.collection<{ _id: string; last: unknown }>(COUNTERS);
        const counter = await run((session) => counters.findOne({ _id: from }, session));
        if (counter === null) return;
        await run((session) => counters.replaceOne({ _id: to }, { last: counter.last }, { ...session, upsert: true }));
        await run((session) => counters.deleteOne({ _id: from }, session));
      };
    }
    case "addColumn": {
      const { table, column, fill, distinct } = operation;
      const value = fill ?? (column.default?.kind === "value" ? column.default.value : undefined);
      const place = { table, path: pathOf(column.name, known(table)) };
      return () => fillValues(place, column, { fill: value, distinct }, connection);
    }
    case "dropColumn": {
      const { table, column } = operation;
      const path = pathOf(column.name, named(before, table) ?? known(table));
      return async () => {
        await run((session) => db.collection(table).updateMany({}, { $unset: { [path]: "" } }, session));
      };
    }
    case "renameColumn":
      return () => renameColumn(operation, known(operation.table), connection);
    case "alterColumn":
      return () => alterColumn(operation, named(before, operation.table), known(operation.table), connection);
    case "addIndex": {
      const { index } = operation;
      return () => createIndexes({ ...known(operation.table), indexes: [index] }, connection);
    }
    case "dropIndex":
      return () => dropIndex(operation.table, operation.index.name, connection);
    case "addForeignKey":
    case "dropForeignKey":
    case "addCheck":
    case "dropCheck":
      return undefined;
  }
}

function named(tables: readonly Table[], name: string): Table | undefined {
  return tables.find((table) => table.name === name);
}

async function createCollection(table: Table, again: boolean, { db, run }: MongoConnection): Promise<void> {
  // MongoDB itself says nothing of one that is there with the same options.
  const present = await run(() => db.listCollections({ name: table.name }, { nameOnly: true }).toArray());
  if (present.length > 0 && !again) {
    throw new MigrationError("NOT_OWNED", `The collection ${table.name} already exists.`, {
      hint: "Drop or rename it, or give the model another: tableName.",
    });
  }
  if (present.length === 0) await run(() => db.createCollection(table.name));
}

async function setValidator(table: Table, connection: MongoConnection, on: boolean): Promise<void> {
  if (!connection.features.validators) return;
  const validator = on ? collectionValidator(table, connection) : {};
  await connection.run(() =>
    connection.db.command({ collMod: table.name, validator, validationLevel: "moderate", validationAction: "error" }),
  );
}

async function createIndexes(table: Table, connection: MongoConnection): Promise<void> {
  const indexes = indexesOfTable(table).filter(({ columns }) =>
    columns.some((column) => pathOf(column, table) !== "_id"),
  );
  for (const index of indexes) {
    await connection.run(() =>
      connection.db.collection(table.name).createIndexes([collectionIndex(index, table, connection.features)]),
    );
  }
}

async function dropIndex(table: string, name: string, { db, run }: MongoConnection): Promise<void> {
  await unless(INDEX_NOT_FOUND, () =>
    unless(NAMESPACE_NOT_FOUND, () => run(() => db.collection(table).dropIndex(name))),
  );
}

/** Recreates indexes, as they do not follow renames. */
async function renameColumn(
  { table, from, to }: Extract<Operation, { kind: "renameColumn" }>,
  after: Table,
  connection: MongoConnection,
): Promise<void> {
  const path = pathOf(to, after);
  if (path !== to) return;
  const indexes = indexesOfTable(after).filter(({ columns }) => columns.includes(to));
  for (const { name } of indexes) await dropIndex(table, name, connection);
  await connection.run((session) =>
    connection.db.collection(table).updateMany({ [from]: { $exists: true } }, { $rename: { [from]: path } }, session),
  );
  await createIndexes({ ...after, indexes }, connection);
}

async function alterColumn(
  { table, from, to, fill, distinct }: Extract<Operation, { kind: "alterColumn" }>,
  before: Table | undefined,
  after: Table,
  connection: MongoConnection,
): Promise<void> {
  const place = { table, path: pathOf(to.name, after) };
  const was = before?.columns.find(({ name }) => name === to.name) ?? from;
  const changesNull = was.nullable !== to.nullable;
  const changesType = typeChange(from.type, to.type) !== "same";
  const indexes = changesNull || changesType ? after.indexes.filter(({ columns }) => columns.includes(to.name)) : [];
  for (const { name } of indexes) await dropIndex(table, name, connection);
  if (changesType && place.path !== "_id") await convertValues(place, from, to, connection);
  if (!to.nullable) await fillValues(place, to, { fill, distinct }, connection);
  await createIndexes({ ...after, indexes }, connection);
}

/** Names that MongoDB reads as paths or operators, and reserved names. */
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

/** Lets a rejection with this code of MongoDB pass. */
async function unless(code: number | undefined, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (code === undefined || !(cause instanceof Error && "code" in cause && cause.code === code)) throw error;
  }
}

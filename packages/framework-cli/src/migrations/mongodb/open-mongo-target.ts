import { isObject } from "@onespec/spec-core";
import type { DatabaseConfig } from "../../database/database-config.js";
import { type MongoConnection, openMongo } from "../../database/mongodb/mongo-connection.js";
import { createMongoCounters } from "../../database/mongodb/mongo-counters.js";
import { DatabaseError } from "../../errors/database-error.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Journal, JournalEntry, MigrationTarget, StateStore } from "../target/migration-target.js";
import { OWN_PREFIX } from "../target/own-table.js";
import { applyMongoOperation } from "./apply-mongo-operation.js";
import { explainMongoOperation } from "./explain-mongo-operation.js";
import { findMongoDrift } from "./find-mongo-drift.js";
import { mongoLockStore } from "./mongo-lock-store.js";
import { mongoRows } from "./mongo-rows.js";

/** Number of connections: one for work, one for the lock, one spare. */
const POOL_SIZE = 3;

/**
 * Opens MongoDB for migrations. MongoDB cannot roll back structure, so each finished step is recorded. Steps on rows
 * run in transactions if the server supports them.
 * @throws DatabaseError DRIVER_MISSING, UNAVAILABLE, ACCESS_DENIED
 */
export async function openMongoTarget(config: DatabaseConfig, appFolder: string): Promise<MigrationTarget> {
  const connection = await openMongo({ ...config, poolSize: POOL_SIZE }, appFolder);
  const counters = createMongoCounters(connection);
  return {
    dialect: "mongodb",
    transactional: false,
    journal: mongoJournal(connection),
    locks: mongoLockStore(connection),
    transaction: (work) => connection.together(work),
    apply: (operation, again) => applyMongoOperation(operation, again, connection),
    explainer: async () => ({
      explain: async (operation) => explainMongoOperation(operation, connection),
      close: async () => {},
    }),
    query: (text) =>
      runCommand(text, (command) => connection.run((session) => connection.db.command(command, session))),
    rows: (table) => mongoRows(connection, table, counters),
    state: mongoState(connection),
    async hasTable(name) {
      const found = await connection.run(() => connection.db.listCollections({ name }, { nameOnly: true }).toArray());
      return found.length > 0;
    },
    drift: (tables) => findMongoDrift(connection, tables),
    absentColumns: async () => [],
    countAfter: (table, _column, value) => counters.atLeast(table, value),
    verify: async () => {},
    sequelize() {
      throw new DatabaseError("SEQUELIZE_UNSUPPORTED", "Sequelize does not support MongoDB.", {
        hint: "Write the migration with schema and step: framework migrations:generate <name> --empty",
      });
    },
    close: () => connection.close(),
  };
}

type Result = Record<string, unknown>;

/** Runs a MongoDB command in JSON: `{ "find": "books" }`. Returns the documents of a cursor, or the answer itself. */
async function runCommand(text: string, run: (command: Result) => Promise<Result>): Promise<readonly Result[]> {
  let command: unknown;
  try {
    command = JSON.parse(text);
  } catch {
    command = undefined;
  }
  if (!isObject(command)) {
    throw new MigrationError("MIGRATION_INVALID", "On MongoDB, query takes a command as JSON.", {
      hint: 'Write: await query(JSON.stringify({ find: "books", filter: {} })); or use rows, which is the same on every database.',
    });
  }
  const answer = await run(command);
  const batch = (answer.cursor as { readonly firstBatch?: readonly Result[] } | undefined)?.firstBatch;
  return batch ?? [answer];
}

interface StoredEntry extends Omit<JournalEntry, "name" | "finishedAt" | "error"> {
  readonly _id: string;
  readonly finishedAt: string | null;
  readonly error: string | null;
}

/** The bookkeeping in the collection `onespec_migrations`. */
function mongoJournal({ db, run }: MongoConnection): Journal {
  const entries = db.collection<StoredEntry>(`${OWN_PREFIX}migrations`);
  return {
    // MongoDB creates a collection with its first document.
    prepare: async () => {},
    sequelizeMeta: async () => [],
    async read() {
      const found = await run((session) => entries.find({}, session).sort({ _id: 1 }).toArray());
      return found.map(({ _id, finishedAt, error, ...entry }) => ({
        ...entry,
        batch: Number(entry.batch),
        name: _id,
        finishedAt: finishedAt ?? undefined,
        error: error ?? undefined,
      }));
    },
    async write({ name, finishedAt, error, ...entry }) {
      const stored = { ...entry, finishedAt: finishedAt ?? null, error: error ?? null };
      await run((session) => entries.replaceOne({ _id: name }, stored, { ...session, upsert: true }));
    },
    async remove(name) {
      await run((session) => entries.deleteOne({ _id: name }, session));
    },
  };
}

/** Texts in the collection `onespec_state`. */
function mongoState({ db, run }: MongoConnection): StateStore {
  const texts = db.collection<{ readonly _id: string; readonly value: string }>(`${OWN_PREFIX}state`);
  return {
    read: async (name) => (await run((session) => texts.findOne({ _id: name }, session)))?.value,
    async write(name, text) {
      await run((session) => texts.replaceOne({ _id: name }, { value: text }, { ...session, upsert: true }));
    },
  };
}

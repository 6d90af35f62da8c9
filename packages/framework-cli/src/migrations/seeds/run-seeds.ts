import { CodedError } from "@onespec/spec-core";
import { type Database, inTransaction } from "../../database/database.js";
import type { Repository, Row, Scalar } from "../../database/repository.js";
import type { Entity } from "../../entity/entity.js";
import { messageOf } from "../../errors/message-of.js";
import { MigrationError } from "../../errors/migration-error.js";
import { errorPlace } from "../../files/import-app-file.js";
import { orderTables } from "../diff/order-tables.js";
import { tablesOf } from "../tables/tables-of.js";
import type { MigrationTarget } from "../target/migration-target.js";
import type { Seed, SeedFunction } from "./read-seeds.js";

const STATE = "seeds";

export interface SeedRun {
  readonly name: string;
  /** Records written; unknown of a function. */
  readonly records?: number;
  /** Number of existing records that stay as they are. */
  readonly kept?: number;
}

export interface SeedOptions {
  /** Run all of them, not only new and changed ones. */
  readonly again?: boolean;
  /** Do not change existing records with the same key or unique field. */
  readonly keepsRecords?: boolean;
}

/**
 * Writes new and changed seeds. Referenced records come before those that refer to them; functions come last. A record
 * with a key or a unique field replaces the existing one. Another record is added only if there is no equal one, so a
 * second run adds nothing.
 * @throws MigrationError SEED_FAILED
 */
export async function runSeeds(
  appFolder: string,
  seeds: readonly Seed[],
  database: Database,
  { state, countAfter }: Pick<MigrationTarget, "state" | "countAfter">,
  { again = false, keepsRecords = false }: SeedOptions = {},
): Promise<SeedRun[]> {
  const done: Record<string, string> = JSON.parse((await state.read(STATE)) ?? "{}");
  const pending = seeds.filter(({ name, checksum }) => again || done[name] !== checksum);
  const runs = new Map(pending.map(({ name }) => [name, { records: 0, kept: 0 }]));
  // An interrupted seed can be run again.
  await inTransaction(database, async () => {
    for (const entity of orderEntities(database.entities)) {
      const records = recordsOf(pending, entity);
      const counter = entity.fields.find((field) => field.autoIncrement);
      const keys = records.flatMap(({ rows }) => rows.map((row) => Number(row[counter?.name ?? ""] ?? 0)));
      const highest = Math.max(0, ...keys.filter(Number.isSafeInteger));
      // Makes the database count on after the keys in seeds.
      if (counter !== undefined && highest > 0) await countAfter(entity.table, counter.column, highest);
      for (const { name, path, rows } of records) {
        const kept = await writeRecords(database.repository(entity.name), rows, path, keepsRecords);
        const run = runs.get(name) ?? { records: 0, kept: 0 };
        runs.set(name, { records: run.records + rows.length - kept, kept: run.kept + kept });
      }
    }
  });
  for (const { path, content } of pending) {
    if (content.kind === "function") await runFunction(content.run, path, database, appFolder);
  }
  for (const { name, checksum } of pending) done[name] = checksum;
  if (pending.length > 0) await state.write(STATE, JSON.stringify(done));
  return pending.map(({ name, content }) => ({ name, ...(content.kind === "records" && runs.get(name)) }));
}

/** The records of an entity in each of the seeds. */
function recordsOf(seeds: readonly Seed[], entity: Entity) {
  return seeds.flatMap(({ name, path, content }) =>
    content.kind === "records"
      ? content.records.flatMap(({ entity: of, rows }) => (of.name === entity.name ? [{ name, path, rows }] : []))
      : [],
  );
}

async function runFunction(run: SeedFunction, path: string, database: Database, appFolder: string): Promise<void> {
  const context = {
    repository: (name: string) => database.repository(name),
    // Getters: MongoDB has neither.
    get models() {
      return database.models;
    },
    get sequelize() {
      return database.sequelize;
    },
    database,
  } as Parameters<SeedFunction>[0];
  try {
    await inTransaction(database, async () => void (await run(context)));
  } catch (error) {
    if (error instanceof CodedError) throw error;
    const place = errorPlace(appFolder, error) ?? path;
    throw new MigrationError("SEED_FAILED", `${place}: ${messageOf(error)}`, {
      hint: "Correct the file and run the command again. Nothing of this file was kept.",
      cause: error,
    });
  }
}

/** @returns number of records that stay unchanged */
async function writeRecords(
  repository: Repository,
  rows: readonly Row[],
  path: string,
  keepsRecords: boolean,
): Promise<number> {
  let kept = 0;
  for (const [index, row] of rows.entries()) {
    try {
      if (!(await writeRecord(repository, row, keepsRecords))) kept += 1;
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const place = `${path}, ${repository.entity.name} ${index + 1}`;
      throw new MigrationError("SEED_FAILED", `${place}: ${error.message}`, {
        hint: error.hint ?? "Correct the record. Nothing of the seeds was kept.",
        cause: error,
      });
    }
  }
  return kept;
}

/** @returns false if the record exists and stays as it is */
async function writeRecord(repository: Repository, row: Row, keepsRecords: boolean): Promise<boolean> {
  const { fields } = repository.entity;
  const keys = fields.filter(({ primaryKey }) => primaryKey);
  const isKeyed = keys.every(({ name }) => row[name] !== undefined);
  const unique = fields.find((field) => field.unique && row[field.name] !== undefined && row[field.name] !== null);
  const named = isKeyed ? keys : unique && [unique];
  if (named !== undefined) {
    const where = Object.fromEntries(named.map(({ name }) => [name, row[name] as Scalar]));
    if (keepsRecords && (await repository.count(where)) > 0) return false;
    await repository.upsert(row, isKeyed ? {} : { conflict: named.map(({ name }) => name) });
    return true;
  }
  const where = Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, Scalar] => isScalar(entry[1])),
  );
  if ((await repository.count(where)) === 0) await repository.create(row);
  return true;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}

function orderEntities(entities: readonly Entity[]): Entity[] {
  const { tables } = orderTables(tablesOf(entities));
  return tables.flatMap(({ name }) => entities.filter(({ table }) => table === name));
}

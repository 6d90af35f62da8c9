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
import type { Seed } from "./read-seeds.js";

const STATE = "seeds";

export interface SeedRun {
  readonly name: string;
  /** Records written; unknown of a function. */
  readonly records?: number;
  /** Records that were there and stay as they are. */
  readonly kept?: number;
}

export interface SeedOptions {
  /** Run all of them, not only new and changed ones. */
  readonly again?: boolean;
  /** Leave records with the same key or unique field as they are. */
  readonly keepsRecords?: boolean;
}

/**
 * Writes the seeds that are new or were changed, in an order in which references find what they refer to. Records with a key or a
 * unique field are written over, others only where there is none like them; so running it twice adds nothing. Functions come last.
 *
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
  // An interrupted seed can be run again.
  const counts = new Map<string, { records: number; kept: number }>();
  const entities = orderEntities(database.entities);
  await inTransaction(database, async () => {
    for (const entity of entities) {
      const counter = entity.fields.find((field) => field.autoIncrement);
      const highest = counter === undefined ? 0 : highestKey(pending, entity, counter.name);
      if (counter !== undefined && highest > 0) await countAfter(entity.table, counter.column, highest);
      for (const { name, path, content } of pending) {
        if (content.kind !== "records") continue;
        for (const { rows } of content.records.filter((each) => each.entity.name === entity.name)) {
          const before = counts.get(name) ?? { records: 0, kept: 0 };
          const kept = await writeRecords(database.repository(entity.name), rows, path, keepsRecords);
          counts.set(name, { records: before.records + rows.length - kept, kept: before.kept + kept });
        }
      }
    }
  });
  for (const { path, content } of pending) {
    if (content.kind !== "function") continue;
    try {
      await inTransaction(database, async () => {
        await content.run({
          repository: (name) => database.repository(name),
          // Getters: MongoDB has neither.
          get models() {
            return database.models;
          },
          get sequelize() {
            return database.sequelize;
          },
          database,
        });
      });
    } catch (error) {
      if (error instanceof CodedError) throw error;
      const place = errorPlace(appFolder, error) ?? path;
      throw new MigrationError("SEED_FAILED", `${place}: ${messageOf(error)}`, {
        hint: "Correct the file and run the command again. Nothing of this file was kept.",
        cause: error,
      });
    }
  }
  for (const { name, checksum } of pending) done[name] = checksum;
  if (pending.length > 0) await state.write(STATE, JSON.stringify(done));
  return pending.map(({ name, content }) => ({
    name,
    ...(content.kind === "records" && (counts.get(name) ?? { records: 0 })),
  }));
}

/** Makes the database count on after the keys that seeds give. */
function highestKey(seeds: readonly Seed[], entity: Entity, key: string): number {
  const keys = seeds.flatMap(({ content }) =>
    content.kind === "records"
      ? content.records
          .filter((each) => each.entity.name === entity.name)
          .flatMap(({ rows }) => rows.map((row) => Number(row[key] ?? 0)))
      : [],
  );
  return Math.max(0, ...keys.filter(Number.isSafeInteger));
}

/** @returns the number of records that stay as they are */
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

/** @returns false for a record that is there and stays as it is */
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

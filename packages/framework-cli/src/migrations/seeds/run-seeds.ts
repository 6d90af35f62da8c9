import { CodedError } from "@onespec/spec-core";
import type { Database } from "../../database/database.js";
import type { Repository, Row, Scalar } from "../../database/repository.js";
import type { Entity } from "../../entity/entity.js";
import { DatabaseError } from "../../errors/database-error.js";
import { MigrationError } from "../../errors/migration-error.js";
import { brokenFile } from "../../files/import-app-file.js";
import { orderTables } from "../diff/order-tables.js";
import { tablesOf } from "../tables/tables-of.js";
import type { MigrationTarget } from "../target/migration-target.js";
import type { Seed } from "./read-seeds.js";

const STATE = "seeds";

export interface SeedRun {
  readonly name: string;
  /** Records written; unknown of a function. */
  readonly records?: number;
}

/**
 * Writes the seeds that are new or were changed, in an order in which references find what they refer to. Records with a key or a
 * unique field are written over, others only where there is none like them; so running it twice adds nothing. Functions come last.
 *
 * @param again run all of them
 * @throws MigrationError SEED_FAILED
 */
export async function runSeeds(
  appFolder: string,
  seeds: readonly Seed[],
  database: Database,
  { state, countAfter }: Pick<MigrationTarget, "state" | "countAfter">,
  again: boolean,
): Promise<SeedRun[]> {
  const done: Record<string, string> = JSON.parse((await state.read(STATE)) ?? "{}");
  const pending = seeds.filter(({ name, checksum }) => again || done[name] !== checksum);
  const counts = new Map<string, number>();
  const entities = orderEntities(database.entities);
  await together(database, async () => {
    for (const entity of entities) {
      const counter = entity.fields.find((field) => field.autoIncrement);
      const highest = counter === undefined ? 0 : highestKey(pending, entity, counter.name);
      if (counter !== undefined && highest > 0) await countAfter(entity.table, counter.column, highest);
      for (const { name, path, content } of pending) {
        if (content.kind !== "records") continue;
        for (const { rows } of content.records.filter((each) => each.entity.name === entity.name)) {
          await writeRecords(database.repository(entity.name), rows, path);
          counts.set(name, (counts.get(name) ?? 0) + rows.length);
        }
      }
    }
  });
  for (const { path, content } of pending) {
    if (content.kind !== "function") continue;
    try {
      await together(database, async () => {
        await content.run({ repository: (name: string) => database.repository(name), database });
      });
    } catch (error) {
      throw error instanceof CodedError ? error : brokenFile(appFolder, path, error);
    }
  }
  for (const { name, checksum } of pending) done[name] = checksum;
  if (pending.length > 0) await state.write(STATE, JSON.stringify(done));
  return pending.map(({ name, content }) => ({
    name,
    ...(content.kind === "records" && { records: counts.get(name) ?? 0 }),
  }));
}

/** A standalone MongoDB has no transactions; an interrupted seed can be run again. */
async function together(database: Database, work: () => Promise<void>): Promise<void> {
  try {
    await database.transaction(work);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "TRANSACTIONS_UNSUPPORTED") throw error;
    await work();
  }
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

async function writeRecords(repository: Repository, rows: readonly Row[], path: string): Promise<void> {
  for (const [index, row] of rows.entries()) {
    try {
      await writeRecord(repository, row);
    } catch (error) {
      if (!(error instanceof CodedError)) throw error;
      const place = `${path}, ${repository.entity.name} ${index + 1}`;
      throw new MigrationError("SEED_FAILED", `${place}: ${error.message}`, {
        hint: error.hint ?? "Correct the record. Nothing of the seeds was kept.",
        cause: error,
      });
    }
  }
}

async function writeRecord(repository: Repository, row: Row): Promise<void> {
  const { fields } = repository.entity;
  const keys = fields.filter(({ primaryKey }) => primaryKey);
  if (keys.every(({ name }) => row[name] !== undefined)) {
    await repository.upsert(row);
    return;
  }
  const unique = fields.find((field) => field.unique && row[field.name] !== undefined && row[field.name] !== null);
  if (unique !== undefined) {
    await repository.upsert(row, { conflict: [unique.name] });
    return;
  }
  const where = Object.fromEntries(
    Object.entries(row).filter((entry): entry is [string, Scalar] => isScalar(entry[1])),
  );
  if ((await repository.count(where)) === 0) await repository.create(row);
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean", "bigint"].includes(typeof value);
}

function orderEntities(entities: readonly Entity[]): Entity[] {
  const { tables } = orderTables(tablesOf(entities));
  return tables.flatMap(({ name }) => entities.filter(({ table }) => table === name));
}

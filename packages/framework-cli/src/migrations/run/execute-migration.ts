import { CodedError, isObject, nearestName } from "@onespec/spec-core";
import { DatabaseError } from "../../errors/database-error.js";
import { messageOf } from "../../errors/message-of.js";
import { MigrationError } from "../../errors/migration-error.js";
import { errorPlace } from "../../files/import-app-file.js";
import { sentence } from "../../text/phrases.js";
import { runMigration } from "../context/run-migration.js";
import type { MigrationFile } from "../migration-files.js";
import type { Table } from "../tables/table.js";
import type { Journal, JournalEntry, MigrationTarget } from "../target/migration-target.js";
import type { HeldLock, LockOptions } from "./hold-lock.js";
import { loadMigration, type MigrationModule } from "./load-migration.js";
import { migratedTables } from "./next-migration.js";
import type { MigrationRun } from "./run-migrations.js";
import { createContext, INSIDE_TRANSACTION, recordedSteps } from "./steps.js";

type Direction = "up" | "down";

/**
 * Runs one migration and records it. If structure can be rolled back, this is one transaction. Otherwise it runs step
 * by step, and continues where an earlier attempt stopped.
 * @param before the journal entry of an earlier attempt
 * @throws MigrationError MIGRATION_FAILED with file and line
 */
export async function executeMigration(
  input: RunnerInput,
  file: MigrationFile,
  direction: Direction,
  before: JournalEntry | undefined,
  batch: number,
  lock: HeldLock,
): Promise<void> {
  const { target, appFolder } = input;
  let module = await loadMigration(appFolder, file);
  const work = module[direction];
  if (work === undefined) throw irreversible(file);
  const isResumed = before !== undefined && before.state !== "applied";
  const entry: JournalEntry = {
    name: file.name,
    checksum: file.checksum,
    batch,
    state: direction === "up" ? "running" : "undoing",
    steps: isResumed ? before.steps : [],
    startedAt: isResumed ? before.startedAt : new Date().toISOString(),
    finishedAt: undefined,
    holder: lock.holder,
    error: undefined,
  };
  const finish = (journal: Journal): Promise<void> =>
    direction === "up"
      ? journal.write({ ...entry, steps: [], state: "applied", finishedAt: new Date().toISOString() })
      : journal.remove(file.name);
  const isBefore = ({ name }: MigrationFile): boolean => (direction === "up" ? name < file.name : name <= file.name);
  const former = (): Promise<readonly Table[]> => migratedTables(appFolder, input.files.filter(isBefore));
  try {
    if (module.forSequelize && isResumed) throw cannotGoOn(entry);
    const inTransaction = target.transactional && module.transaction;
    const isDone =
      inTransaction &&
      (await target
        .transaction(async () => {
          await lock.confirm();
          await runMigration(createContext(target, INSIDE_TRANSACTION, former), work);
          await finish(target.journal);
          await target.verify();
          await lock.confirm();
          return true;
        })
        .catch((error) => {
          if (!module.forSequelize || !isNewEnumValue(error)) throw error;
          module = { ...module, transaction: false };
          return false;
        }));
    if (!isDone) {
      let recorded = entry;
      const record = async (steps: readonly string[]): Promise<void> => {
        await lock.confirm();
        recorded = { ...recorded, steps: [...steps] };
        await target.journal.write(recorded);
      };
      await record(entry.steps);
      const steps = recordedSteps(target, entry.steps, { isResumed, inTransactions: module.transaction }, record);
      const context = createContext(target, steps, former);
      try {
        if (module.forSequelize && module.transaction) await target.transaction(() => runMigration(context, work));
        else await runMigration(context, work);
        await target.verify();
      } catch (error) {
        const state = direction === "up" ? "failed" : "undoing";
        await target.journal.write({ ...recorded, state, error: messageOf(error) }).catch(() => {});
        throw error;
      }
      await lock.confirm();
      await finish(target.journal);
    }
  } catch (error) {
    throw await failed(input, file, direction, error, module);
  }
}

/**
 * PostgreSQL's 55P04: a new ENUM value cannot be used in the transaction that adds it. sequelize-cli uses no
 * transaction.
 */
function isNewEnumValue(error: unknown): boolean {
  return isObject(error) && isObject(error.parent) && error.parent.code === "55P04";
}

function cannotGoOn({ name }: JournalEntry): MigrationError {
  return new MigrationError(
    "MIGRATION_UNFINISHED",
    `${name} stopped half-way. It is written for sequelize-cli, so its progress is unknown.`,
    { hint: settle(name) },
  );
}

function settle(name: string): string {
  return `Look at the tables. Finish it by hand and run: framework migrations:resolve ${name} --applied; or undo it by hand and run: framework migrations:resolve ${name} --rolled-back`;
}

function irreversible({ name, path }: MigrationFile): MigrationError {
  return new MigrationError("MIGRATION_IRREVERSIBLE", `${path} has no down, so ${name} cannot be undone.`, {
    hint: "Write one: export async function down({ schema }) { ... }",
  });
}

async function failed(
  { appFolder, target, files }: RunnerInput,
  { path, name }: MigrationFile,
  direction: Direction,
  error: unknown,
  { forSequelize, transaction }: MigrationModule,
): Promise<unknown> {
  if (error instanceof MigrationError && (error.code === "LOCK_LOST" || error.code === "MIGRATION_UNFINISHED"))
    return error;
  const place = errorPlace(appFolder, error) ?? path;
  const state =
    target.transactional && transaction
      ? "Nothing of it was kept."
      : forSequelize
        ? `The database keeps what it did before the error. ${settle(name)}`
        : `Its finished steps are recorded. Fix the file and run it again: it continues where it stopped. Or settle it: framework migrations:resolve ${name}`;
  const next =
    (await meantTable(appFolder, files, error)) ??
    (error instanceof CodedError ? (error.hint ?? nextStep(error)) : undefined);
  const hint = next === undefined ? state : `${sentence(next)} ${state}`;
  const what = direction === "up" ? "" : " (down)";
  return new MigrationError("MIGRATION_FAILED", `${place}${what}: ${messageOf(error)}`, { hint, cause: error });
}

/** The table that a missing name probably refers to. */
async function meantTable(
  appFolder: string,
  files: readonly MigrationFile[],
  error: unknown,
): Promise<string | undefined> {
  const { kind, name } = (error instanceof DatabaseError && error.absent) || {};
  if (kind !== "table" || name === undefined) return undefined;
  const tables = await migratedTables(appFolder, files).catch(() => []);
  const nearest = nearestName(
    name,
    tables.flatMap((table) => (table.name === name ? [] : [table.name])),
  );
  return nearest === undefined ? undefined : `Did you mean ${nearest}?`;
}

function nextStep({ code }: CodedError): string | undefined {
  switch (code) {
    case "UNIQUE_VIOLATION":
      return "Give existing rows different values: in a step before the change, or with distinct: true instead of fill.";
    case "FOREIGN_KEY_VIOLATION":
      return "Delete or correct the rows that refer to nothing: in a step before the change.";
    case "VALUE_REFUSED":
      return "Correct the rows that do not fit: in a step before the change.";
    default:
      return undefined;
  }
}

/** The input of every migration run; the caller closes the target. */
export interface RunnerInput {
  readonly appFolder: string;
  readonly target: MigrationTarget;
  readonly files: readonly MigrationFile[];
  readonly lock: LockOptions;
  readonly onDone?: ((run: MigrationRun) => void) | undefined;
}

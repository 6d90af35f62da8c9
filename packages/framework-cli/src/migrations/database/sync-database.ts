import type { Entity } from "../../entity/entity.js";
import { MigrationError } from "../../errors/migration-error.js";
import { applyOperations } from "../diff/apply-operations.js";
import { diffHints } from "../diff/diff-hints.js";
import { diffTables } from "../diff/diff-tables.js";
import { typeChange } from "../diff/type-change.js";
import type { MigrationFile } from "../migration-files.js";
import { selectPending } from "../run/select-migrations.js";
import { readSyncedTables, writeSyncedTables } from "../run/steps.js";
import type { Operation } from "../tables/operation.js";
import { type Answers, NEW } from "../tables/question.js";
import type { Table } from "../tables/table.js";
import { tablesOf, unmadeIndexes } from "../tables/tables-of.js";
import type { MigrationTarget } from "../target/migration-target.js";

/** The migrations of an application, and the tables that they lead to. */
interface Migrations {
  readonly files: readonly MigrationFile[];
  readonly tables: readonly Table[];
}

export interface SyncPlan {
  readonly operations: readonly Operation[];
  /** Skipped changes with their reasons: `the column books.isbn stays: sync drops nothing`. */
  readonly held: readonly string[];
  /** The tables once the operations are done. */
  readonly after: readonly Table[];
}

/**
 * Plans the changes that adapt the tables to the models. Nothing is lost: no table or column is dropped, no value is
 * changed, and only tables that sync created are changed. If migrations manage the database, it must already match the
 * models.
 * @throws MigrationError NOT_OWNED if a database that migrations manage would have to change, or for a table that
 * neither created
 */
export async function planSync(
  target: MigrationTarget,
  entities: readonly Entity[],
  migrations: Migrations,
  now: Date,
): Promise<SyncPlan> {
  const after = tablesOf(entities);
  const applied = await target.journal.read();
  if (applied.length > 0) {
    const { tables } = migrations;
    const pending = selectPending(migrations.files, applied, {});
    const changes = differenceOf(tables, after, entities, now);
    if (pending.length === 0 && changes.length === 0) return { operations: [], held: [], after: tables };
    throw ownedByMigrations(applied.length, changes.length > 0);
  }
  const before = await readSyncedTables(target.state);
  const difference = differenceOf(before, after, entities, now);
  const operations: Operation[] = [];
  const held: string[] = [];
  const blocked = new Set<string>();
  for (const operation of difference) {
    const reason = await reasonAgainst(operation, target, blocked);
    if (reason === undefined) operations.push(operation);
    else held.push(reason);
  }
  for (const operation of operations) {
    if (operation.kind === "createTable" && (await target.hasTable(operation.table.name))) {
      throw new MigrationError("NOT_OWNED", `There is a table ${operation.table.name} that db:sync did not make.`, {
        hint: "Give the model another tableName, or take over the database with migrations.",
      });
    }
  }
  held.push(...unmadeIndexes(operations, entities));
  return { operations, held, after: applyOperations(before, operations) };
}

function ownedByMigrations(applied: number, hasChanges: boolean): MigrationError {
  const known = applied === 1 ? "1 is applied" : `${applied} are applied`;
  const what = hasChanges ? "and the models have changes that none of them makes" : "and some have not been run";
  return new MigrationError("NOT_OWNED", `This database is managed by migrations (${known}), ${what}.`, {
    hint: hasChanges
      ? "Write one and run it: framework migrations:generate <name>, framework migrations:run"
      : "Run: framework migrations:run",
  });
}

/** Carries out a plan, and stores the new tables in the database. */
export async function carryOutSync(target: MigrationTarget, { operations, after }: SyncPlan): Promise<void> {
  // Writes once before the transaction, so that the table for it exists. A rollback would otherwise undo its
  // creation.
  await writeSyncedTables(target.state, await readSyncedTables(target.state));
  await target.transaction(async () => {
    for (const operation of operations) await target.apply(operation, false);
    await writeSyncedTables(target.state, after);
    await target.verify();
  });
}

/** Asks no questions: a column or table that may be renamed is added, and the old one stays. */
function differenceOf(
  before: readonly Table[],
  after: readonly Table[],
  entities: readonly Entity[],
  now: Date,
): readonly Operation[] {
  const hints = diffHints(entities, now);
  const { questions } = diffTables(before, after, hints);
  const answers: Answers = Object.fromEntries(
    questions.filter(({ choices }) => choices !== undefined).map(({ id }) => [id, NEW]),
  );
  return diffTables(before, after, hints, answers).operations;
}

async function reasonAgainst(
  operation: Operation,
  target: MigrationTarget,
  blocked: Set<string>,
): Promise<string | undefined> {
  switch (operation.kind) {
    case "dropTable":
      return `the table ${operation.table.name} stays: sync drops nothing`;
    case "dropColumn":
      blocked.add(`${operation.table}.${operation.column.name}`);
      return `the column ${operation.table}.${operation.column.name} stays: sync drops nothing`;
    case "addColumn": {
      const place = `${operation.table}.${operation.column.name}`;
      if (blocked.has(place)) return `the column ${place} keeps its type: its values cannot be converted`;
      const { column, fill, distinct } = operation;
      const needsValue = !column.nullable && column.default === undefined && fill === undefined && !distinct;
      if (!needsValue || (await target.rows(operation.table).count()) === 0) return undefined;
      return `the column ${place} is not added: it takes no null, and existing rows have no value for it`;
    }
    case "alterColumn": {
      const { table, from, to, fill, distinct } = operation;
      const change = typeChange(from.type, to.type);
      if (change === "lossy") return `the column ${table}.${to.name} keeps its type: parts of its values would go`;
      const tightens = from.nullable && !to.nullable && fill === undefined && !distinct;
      if (!tightens || (await target.rows(table).count({ [to.name]: null })) === 0) return undefined;
      return `the column ${table}.${to.name} still takes null: there are rows without a value`;
    }
    default:
      return undefined;
  }
}

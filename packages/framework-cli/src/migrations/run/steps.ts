import { MigrationError } from "../../errors/migration-error.js";
import { countText } from "../../text/phrases.js";
import { createSchema } from "../context/create-schema.js";
import type { MigrationContext } from "../context/migration-context.js";
import { extended } from "../context/run-migration.js";
import { applyOperations } from "../diff/apply-operations.js";
import type { Operation } from "../tables/operation.js";
import { operationLabel } from "../tables/operation.js";
import type { Table } from "../tables/table.js";
import type { FormerTables, MigrationTarget, StateStore } from "../target/migration-target.js";

/** Carries out one step, once. */
export interface StepRunner {
  structure(label: string, work: (again: boolean) => Promise<void>): Promise<void>;
  data(label: string, work: () => Promise<void>): Promise<void>;
}

/** Runs the steps directly, since everything is in one transaction. */
export const INSIDE_TRANSACTION: StepRunner = { structure: (_, work) => work(false), data: (_, work) => work() };

/** The context of a migration on a target. */
export function createContext(target: MigrationTarget, steps: StepRunner, before: FormerTables): MigrationContext {
  const done: Operation[] = [];
  const former = async (): Promise<readonly Table[]> => applyOperations(await before(), done);
  const shared = {
    dialect: target.dialect,
    get sequelize() {
      return target.sequelize();
    },
    get queryInterface() {
      return target.sequelize().getQueryInterface();
    },
  };
  const schema = createSchema((operation) =>
    steps.structure(operationLabel(operation), async (again) => {
      if (operation.kind === "createTable" && (operation.ifMissing || !again)) {
        const { name } = operation.table;
        if (await target.hasTable(name)) {
          if (operation.ifMissing) return;
          throw await tableExists(target, name);
        }
      }
      if (!again) await refuseEmpty(target, operation);
      await target.apply(operation, again, former);
      done.push(operation);
    }),
  );
  const step: MigrationContext["step"] = async (name, work) => {
    if (typeof name !== "string" || typeof work !== "function") {
      throw new MigrationError("MIGRATION_INVALID", "step takes a name and a function.", {
        hint: 'Write: await step("tidy titles", async ({ rows, query }) => { ... });',
      });
    }
    const { rows, query } = target;
    await steps.data(`step ${name}`, async () => void (await work(extended(shared, { rows, query }))));
  };
  return extended(shared, { schema, step });
}

/**
 * Rejects a new column without null that has no value for existing rows. Some databases would invent a value, and
 * others report this badly.
 */
async function refuseEmpty(target: MigrationTarget, operation: Operation): Promise<void> {
  if (operation.kind !== "addColumn") return;
  const { table, column, fill, distinct } = operation;
  if (column.nullable || column.autoIncrement || column.default !== undefined || fill !== undefined || distinct) return;
  const rows = (await target.hasTable(table)) ? await target.rows(table).count() : 0;
  if (rows === 0) return;
  throw new MigrationError(
    "MIGRATION_INVALID",
    `${table}.${column.name} takes no null, and ${table} has ${countText(rows, "row")}.`,
    {
      hint: `Give the rows a value: schema.addColumn(${JSON.stringify(table)}, column, { fill: … }), or { distinct: true } for 1, 2, 3 …. Or give the column a default.`,
    },
  );
}

async function tableExists(target: MigrationTarget, table: string): Promise<MigrationError> {
  const isSynced = (await readSyncedTables(target.state)).some(({ name }) => name === table);
  const maker = isSynced ? "db:sync made it" : "no migration made it";
  return new MigrationError("NOT_OWNED", `The table ${table} already exists: ${maker}.`, {
    hint: "To keep it, delete this migration and write one that keeps existing tables: framework migrations:generate <name> --baseline. To start with empty tables, run: framework db:reset.",
  });
}

const SYNCED = "synced tables";

/** The tables that db:sync created, in their state after the last sync. */
export async function readSyncedTables(state: StateStore): Promise<readonly Table[]> {
  return JSON.parse((await state.read(SYNCED)) ?? "[]");
}

export function writeSyncedTables(state: StateStore, tables: readonly Table[]): Promise<void> {
  return state.write(SYNCED, JSON.stringify(tables));
}

export interface StepOptions {
  /** An earlier try stopped somewhere in the step that follows those that are done. */
  readonly isResumed: boolean;
  /** False for a migration without a transaction. Its steps on rows may run again after a crash. */
  readonly inTransactions: boolean;
}

/**
 * Runs the steps one by one and records each finished step. Skips steps that an earlier attempt finished. For the step
 * at which it stopped, checks which part is already done.
 * @param done labels of the finished steps
 * @param record called with all labels, inside the transaction of a step on rows
 */
export function recordedSteps(
  target: MigrationTarget,
  done: readonly string[],
  { isResumed, inTransactions }: StepOptions,
  record: (labels: readonly string[]) => Promise<void>,
): StepRunner {
  const labels: string[] = [];
  const isDone = (label: string): boolean => {
    const before = done[labels.length];
    labels.push(label);
    if (before === undefined) return false;
    if (before === label) return true;
    throw new MigrationError(
      "MIGRATION_UNFINISHED",
      `Step ${labels.length} of this migration is now "${label}", but "${before}" was done in its place before it stopped.`,
      { hint: "Restore the finished steps, or correct the journal by hand: framework migrations:resolve" },
    );
  };
  const carryOut = async (
    label: string,
    work: (again: boolean) => Promise<void>,
    inTransaction: boolean,
  ): Promise<void> => {
    const again = isResumed && labels.length === done.length;
    if (isDone(label)) return;
    const recorded = async (): Promise<void> => {
      await work(again);
      await record(labels);
    };
    await (inTransaction ? target.transaction(recorded) : recorded());
  };
  return {
    structure: (label, work) => carryOut(label, work, target.transactional),
    data: (label, work) => carryOut(label, work, inTransactions),
  };
}

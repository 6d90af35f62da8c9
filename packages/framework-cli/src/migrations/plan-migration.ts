import { nearestName } from "@onespec/spec-core";
import type { FileChange } from "../change/plan-changes.js";
import type { Entity } from "../entity/entity.js";
import { FrameworkError } from "../errors/framework-error.js";
import { MigrationError } from "../errors/migration-error.js";
import { withoutColumns } from "./diff/apply-operations.js";
import { diffHints } from "./diff/diff-hints.js";
import { diffTables } from "./diff/diff-tables.js";
import { orderTables } from "./diff/order-tables.js";
import { emitMigration } from "./emit/emit-migration.js";
import type { Operation } from "./tables/operation.js";
import type { Answers, Question } from "./tables/question.js";
import { isUnique, type Table } from "./tables/table.js";
import { tablesOf, unmadeIndexes } from "./tables/tables-of.js";

export interface MigrationRequest {
  readonly entities: readonly Entity[];
  /** The tables that the existing migrations lead to. */
  readonly tables: readonly Table[];
  /** `create books`; becomes part of the file's name. */
  readonly name: string;
  readonly now: Date;
  readonly answers?: Answers;
  /** Names of the existing migrations. The new name sorts after them. */
  readonly existing?: readonly string[];
  /** Allow a migration that loses rows or values. Otherwise it is rejected. */
  readonly allowDestructive?: boolean;
  /** Plan an empty migration and ignore the models. */
  readonly empty?: boolean;
  /** Plan only tables that no migration creates. The database may already have them. */
  readonly baseline?: Baseline;
  /** The keyword for a former name, for messages. Default: `renamedFrom` of a model. */
  readonly renamedFrom?: "x-renamed-from";
  readonly typescript?: boolean;
  /** Extension of a file in JavaScript. */
  readonly extension?: ".js" | ".mjs";
}

export interface Baseline {
  /** Columns that the tables in the database lack, as `users.age`: the next migration adds them. */
  readonly absentColumns: readonly string[];
}

export interface MigrationPlan {
  /** Name of the migration: `20260131123000-create-books`. Absent if there is nothing to do. */
  readonly migration?: string;
  /** The migration file. Empty if nothing has changed, or if questions are open. */
  readonly changes: readonly FileChange[];
  readonly operations: readonly Operation[];
  readonly questions: readonly Question[];
  /** Data that running it loses. */
  readonly losses: readonly string[];
  /** Warnings about running it. */
  readonly risks?: readonly string[];
}

/**
 * Plans the migration from tables to entities. Pure: the name depends on `now`.
 * @throws MigrationError DESTRUCTIVE_CHANGE, PRIMARY_KEY_CHANGE, ANSWER_INVALID; FrameworkError NAME_INVALID,
 * MODEL_INVALID
 */
export function planMigration(request: MigrationRequest): MigrationPlan {
  const { entities, tables, now, answers = {}, typescript = false, extension = ".js" } = request;
  const after = request.empty ? tables : tablesOf(entities);
  const { operations, questions, losses } = request.baseline
    ? { operations: baseline(tables, after, request.baseline), questions: [], losses: [] }
    : diffTables(tables, after, diffHints(entities, now, request.renamedFrom), answers);
  refuseUnknownAnswers(answers, [...tables, ...after], questions);
  if (operations.length === 0 && !request.empty) return { changes: [], operations, questions, losses };
  if (questions.length > 0) return { changes: [], operations, questions, losses };
  if (losses.length > 0 && !request.allowDestructive) throw destructive(losses, request.renamedFrom);
  const migration = fileName(request.name, now, request.existing ?? []);
  const path = `migrations/${migration}${typescript ? ".ts" : extension}`;
  const content = emitMigration({ operations, losses, typescript });
  const risks = [...constantFills(operations, after), ...unmadeIndexes(operations, entities)];
  return { migration, changes: [{ kind: "create", path, content }], operations, questions, losses, risks };
}

/** @throws MigrationError ANSWER_INVALID for an answer without a question */
function refuseUnknownAnswers(answers: Answers, tables: readonly Table[], questions: readonly Question[]): void {
  const possible = tables.flatMap(({ name, columns }) => [
    `table ${name}`,
    ...columns.flatMap((column) => [`column ${name}.${column.name}`, `fill ${name}.${column.name}`]),
  ]);
  const wrong = Object.keys(answers).find((id) => !possible.includes(id));
  if (wrong === undefined) return;
  const asked = questions.map(({ id }) => id);
  const nearest = nearestName(wrong, asked) ?? nearestName(wrong, possible);
  throw new MigrationError("ANSWER_INVALID", `There is no question ${JSON.stringify(wrong)}.`, {
    hint:
      nearest === undefined
        ? "Questions are called: table <table>, column <table>.<column>, fill <table>.<column>."
        : `Did you mean ${JSON.stringify(nearest)}?`,
  });
}

/** One value for all rows of a unique column fails with two rows or more. */
function constantFills(operations: readonly Operation[], after: readonly Table[]): readonly string[] {
  return operations.flatMap((operation) => {
    if ((operation.kind !== "addColumn" && operation.kind !== "alterColumn") || operation.fill === undefined) return [];
    const { name } = operation.kind === "addColumn" ? operation.column : operation.to;
    const table = after.find((each) => each.name === operation.table);
    const place = `${operation.table}.${name}`;
    return table && isUnique(table, name)
      ? [
          `All rows get ${JSON.stringify(operation.fill)} in ${place}, which is unique: the migration fails if there are two rows. Answer {"distinct": true} to number them.`,
        ]
      : [];
  });
}

function baseline(before: readonly Table[], after: readonly Table[], { absentColumns }: Baseline): Operation[] {
  const missing = after
    .filter(({ name }) => before.every((table) => table.name !== name))
    .map((table) => withoutColumns(table, (column) => absentColumns.includes(`${table.name}.${column}`)));
  return orderTables(missing).tables.flatMap(({ name }) =>
    missing.filter((table) => table.name === name).map((table) => ({ kind: "createTable", table, ifMissing: true })),
  );
}

function destructive(losses: readonly string[], word: MigrationRequest["renamedFrom"]): MigrationError {
  const place = word === undefined ? "renamedFrom in its model" : `${word} in its schema of the description`;
  return new MigrationError("DESTRUCTIVE_CHANGE", `This migration would lose ${losses.join(", ")}.`, {
    hint: `If that is what you want, run it again with --allow-destructive. If something has a new name, set ${place}.`,
  });
}

function fileName(name: string, now: Date, existing: readonly string[]): string {
  const words = name
    .normalize("NFKD")
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 100);
  if (words === "" || /[/\\]|\.\./.test(name)) {
    throw new FrameworkError("NAME_INVALID", `${JSON.stringify(name)} cannot name a migration.`, {
      hint: "Use letters, digits and dashes: add-isbn-to-books.",
    });
  }
  // Names are sorted as texts, and names by other people may not be times: 3010230504150306-create-sales.
  const last = existing.map((each) => Number(/^\d{14}/.exec(each)?.[0] ?? 0)).reduce((a, b) => Math.max(a, b), 0);
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "");
  return `${Number(stamp) > last ? stamp : last + 1}-${words}`;
}

import { rmSync } from "node:fs";
import { beforeEach, describe, expect, test } from "vitest";
import { openTarget } from "../../src/migrations/open-target.js";
import { runMigrations, undoMigrations } from "../../src/migrations/run/run-migrations.js";
import type { Table } from "../../src/migrations/tables/table.js";
import { tablesOf } from "../../src/migrations/tables/tables-of.js";
import type { MigrationTarget } from "../../src/migrations/target/migration-target.js";
import { type LiveDatabase, liveDatabases, liveMongo } from "../servers/live-databases.js";
import { MigrationApp } from "./migration-app.js";
import { type EditedColumn, type EditedTable, Editor, entitiesOf, valueFor, WORDS } from "./random-edits.js";

const SEQUENCES = process.env.ONESPEC_LONG === "1" ? 40 : 2;
const ROUNDS = 4;
const ROWS = 3;

/** What the tables were after a round, to be found again on the way back. */
interface Version {
  readonly migration: string | undefined;
  readonly tables: readonly Table[];
  readonly edited: readonly EditedTable[];
}

describe.each(["sqlite", "postgres", "mariadb", "mysql"] as const)("random edits of the models on %s", (name) => {
  let database: LiveDatabase | undefined;

  beforeEach(async (context) => {
    database = (await liveDatabases()).find((each) => each.name === name);
    if (database?.skip !== undefined) context.skip(database.skip);
  });

  test.each(Array.from({ length: name === "mysql" ? 3 : SEQUENCES }, (_, index) => index + 1))(
    "sequence %i: up and down again, no value lost, and never a second migration",
    async (seed) => {
      if (database === undefined) throw new Error(`no ${name}`);
      await runSequence(new MigrationApp(database.config), seed);
    },
  );
});

describe("random edits of the models on mongodb", () => {
  let mongo: Awaited<ReturnType<typeof liveMongo>> | undefined;

  beforeEach(async (context) => {
    mongo = await liveMongo();
    if (mongo.skip !== undefined) context.skip(mongo.skip);
  });

  test.each(Array.from({ length: SEQUENCES }, (_, index) => index + 1))(
    "sequence %i: up and down again, no value lost, and never a second migration",
    async (seed) => {
      if (mongo === undefined) throw new Error("no mongodb");
      // FerretDB 1 indexes no field with a quotation mark in its name.
      const words = mongo.isMongo ? WORDS : WORDS.filter((word) => !word.includes('"'));
      await runSequence(new MigrationApp(mongo.config), seed, words);
    },
  );
});

async function runSequence(app: MigrationApp, seed: number, words: readonly string[] = WORDS): Promise<void> {
  const editor = new Editor(seed, words);
  const truth = new Truth();
  const versions: Version[] = [{ migration: undefined, tables: [], edited: [] }];
  for (let round = 0; round < ROUNDS; round++) {
    const edits = editor.edit(round === 0 ? 3 : 4);
    const entities = entitiesOf(editor.tables, edits);
    const plan = await app.generate(entities, edits.answers);
    expect(plan.questions, "all questions are answered").toEqual([]);
    expect((await app.plan(entities, edits.answers)).operations, "a second migration").toEqual([]);
    expect((await app.plan(entitiesOf(editor.tables))).operations, "a second migration without hints").toEqual([]);
    await app.open(async (target, input) => {
      await runMigrations(input);
      for (const id of [...edits.droppedTables, ...edits.droppedColumns]) truth.lose(id);
      await truth.fill(target, editor.tables, edits.fills);
    });
    versions.push({
      migration: plan.migration,
      tables: tablesOf(entities),
      edited: structuredClone(editor.tables),
    });
    await check(app, versions.at(-1) as Version, truth);
  }
  for (const [index, version] of [...versions.entries()].slice(1).reverse()) {
    if (version.migration === undefined) continue;
    await app.open((_, input) => undoMigrations(input, { step: 1 }));
    await check(app, versions[index - 1] as Version, truth);
  }
  await app.open((_, input) => runMigrations(input));
  await check(app, { ...(versions.at(-1) as Version), edited: [] }, truth);
  rmSync(app.folder, { recursive: true });
}

async function check(app: MigrationApp, { tables, edited }: Version, truth: Truth): Promise<void> {
  expect(await driftOf(app, tables)).toEqual([]);
  await app.open((target) => truth.compare(target, edited));
}

async function driftOf({ config, folder }: MigrationApp, tables: readonly Table[]): Promise<unknown> {
  const target = await openTarget(config, folder);
  try {
    return await target.drift(tables);
  } finally {
    await target.close();
  }
}

/** The values that must be there, by the identity of their column. */
class Truth {
  readonly #values = new Map<number, Map<number, unknown>>();
  readonly #filled = new Set<number>();
  readonly #lost = new Set<number>();

  lose(id: number): void {
    this.#lost.add(id);
  }

  /** Rows for new tables; for new columns what the migration put into them. */
  async fill(
    target: MigrationTarget,
    tables: readonly EditedTable[],
    fills: ReadonlyMap<number, unknown>,
  ): Promise<void> {
    const waiting = tables.filter(({ id }) => !this.#filled.has(id));
    while (waiting.length > 0) {
      const index = waiting.findIndex((table) =>
        table.columns.every(({ target }) => !waiting.some(({ id }) => id === target && id !== table.id)),
      );
      const [table] = waiting.splice(Math.max(0, index), 1);
      if (table === undefined) break;
      this.#filled.add(table.id);
      const rows = Array.from({ length: ROWS }, (_, row) =>
        Object.fromEntries(table.columns.map((column) => [column.name, this.#first(column, row + 1)])),
      );
      await target.rows(table.name).insert(rows.map((row) => encode(row)));
      for (const column of table.columns) {
        this.#values.set(column.id, new Map(rows.map((row, at) => [at + 1, row[column.name]])));
      }
    }
    for (const table of tables) {
      for (const column of table.columns) {
        const known = this.#values.get(column.id);
        const fill = fills.get(column.id);
        if (known === undefined) {
          const value = column.nullable
            ? null
            : (fill ?? (column.default?.kind === "value" ? column.default.value : null));
          const isNumbered = typeof value === "object" && value !== null && "distinct" in value;
          const inAll = column.default?.kind === "value" && column.nullable ? column.default.value : value;
          if (!isNumbered) this.#values.set(column.id, new Map([1, 2, 3].map((row) => [row, inAll])));
        } else if (!column.nullable && fill !== undefined) {
          // Numbered rows hold something, it does not matter what.
          const isNumbered = typeof fill === "object" && fill !== null && "distinct" in fill;
          for (const [row, value] of known) {
            if (value !== null) continue;
            if (isNumbered) known.delete(row);
            else known.set(row, fill);
          }
        }
      }
    }
  }

  #first(column: EditedColumn, row: number): unknown {
    return column.nullable && row === 3 ? null : column.name === "id" ? row : valueFor(column, row);
  }

  async compare(target: MigrationTarget, tables: readonly EditedTable[]): Promise<void> {
    for (const table of tables.filter(({ id }) => !this.#lost.has(id))) {
      const rows = [...(await target.rows(table.name).find())].sort((a, b) => Number(a.id) - Number(b.id));
      expect(rows.length, `rows of ${table.name}`).toBe(ROWS);
      for (const column of table.columns.filter(({ id }) => !this.#lost.has(id))) {
        const wanted = this.#values.get(column.id);
        if (wanted === undefined) continue;
        const told = [1, 2, 3].filter((row) => wanted.has(row));
        const found = told.map((row) => canonical(rows[row - 1]?.[column.name]));
        expect(found, `${table.name}.${column.name} (${column.type.kind})`).toEqual(
          told.map((row) => canonical(wanted.get(row))),
        );
      }
    }
  }
}

function encode(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? new Date(value) : value,
    ]),
  );
}

/** One spelling for a value, however a driver gives it. */
function canonical(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value);
  const text = String(value);
  if (/^(true|false)$/.test(text)) return text === "true" ? "1" : "0";
  if (/^-?\d+(\.\d+)?$/.test(text)) return String(Number(text));
  if (/^\d{4}-\d\d-\d\d[ T]\d\d:/.test(text)) {
    const zoned = /(Z|[+-]\d\d(:?\d\d)?)$/.test(text)
      ? text.replace(/ ([+-])/, "$1").replace(/([+-]\d\d)$/, "$1:00")
      : `${text}Z`;
    return new Date(zoned.replace(" ", "T")).toISOString();
  }
  if (text.startsWith("{")) return JSON.stringify(JSON.parse(text));
  return text;
}

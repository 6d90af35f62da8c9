import { createHash } from "node:crypto";
import { FrameworkError } from "../../errors/framework-error.js";
import type { Table } from "./table.js";

/** The tables after a migration. Committed beside it; names its parents, so that branches can be merged. */
export interface Snapshot {
  readonly version: 1;
  /** SHA-256 of the tables and the parents. */
  readonly hash: string;
  /** Hashes of the snapshots it was made from: none for the first, two where branches were joined. */
  readonly parents: readonly string[];
  readonly tables: readonly Table[];
}

const NO_HASH = "";

/** The state before the first migration. */
export const EMPTY_SNAPSHOT: Snapshot = { version: 1, hash: NO_HASH, parents: [], tables: [] };

/** Tables in canonical order; comments are not part of it, so that a changed description of a field asks for no migration. */
export function createSnapshot(tables: readonly Table[], parents: readonly string[]): Snapshot {
  const sorted = canonicalTables(tables).map(withoutComments);
  const known = parents.filter((hash) => hash !== NO_HASH).sort();
  const hash = createHash("sha256")
    .update(JSON.stringify([known, sorted]))
    .digest("hex");
  return { version: 1, hash, parents: known, tables: sorted };
}

export function serializeSnapshot(snapshot: Snapshot): string {
  return `${JSON.stringify(snapshot, undefined, 2)}\n`;
}

/** @throws FrameworkError APP_FILE_BROKEN */
export function parseSnapshot(text: string, file: string): Snapshot {
  let value: Partial<Snapshot> | null;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken(file, "is not JSON", cause);
  }
  if (value?.version !== 1 || !Array.isArray(value.tables) || !Array.isArray(value.parents)) {
    throw broken(file, "is not a snapshot of this version");
  }
  const again = createSnapshot(value.tables, value.parents);
  if (again.hash !== value.hash) throw broken(file, "does not have the hash that it states");
  return again;
}

function broken(file: string, what: string, cause?: unknown): FrameworkError {
  return new FrameworkError("APP_FILE_BROKEN", `${file} ${what}.`, {
    hint: "Snapshots are not edited by hand: take the file from version control again.",
    cause,
  });
}

/** Sorted by name, keys in one order: equal tables are equal as JSON. */
export function canonicalTables(tables: readonly Table[]): Table[] {
  return [...tables].sort(byName).map(canonicalTable);
}

function withoutComments(table: Table): Table {
  return { ...table, columns: table.columns.map(({ comment: _, ...column }) => column) };
}

function canonicalTable({ name, columns, indexes, foreignKeys, checks }: Table): Table {
  return {
    name,
    columns: columns.map(({ name, type, nullable, primaryKey, autoIncrement, default: given, comment }) => ({
      name,
      type: sortKeys(type),
      nullable,
      primaryKey,
      autoIncrement,
      default: given === undefined ? undefined : sortKeys(given),
      ...(comment !== undefined && { comment }),
    })),
    indexes: indexes.map(({ name, columns, unique }) => ({ name, columns, unique })).sort(byName),
    foreignKeys: foreignKeys
      .map(({ name, columns, table, targets, onDelete, onUpdate }) => ({
        name,
        columns,
        table,
        targets,
        onDelete,
        onUpdate,
      }))
      .sort(byName),
    checks: checks.map(sortKeys).sort(byName),
  };
}

function sortKeys<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

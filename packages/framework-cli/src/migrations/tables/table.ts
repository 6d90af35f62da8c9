import type { FieldDefault, ReferenceAction } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";

/** A table in migrations: plain data, the same for every database. */
export interface Table {
  readonly name: string;
  /** The model of the table. Without one, migrations never change a table automatically. */
  readonly model?: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly TableIndex[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly checks: readonly Check[];
}

export interface Column {
  readonly name: string;
  readonly type: FieldType;
  readonly nullable: boolean;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  /** A default in the database. Only for defaults that every database supports; the application sets all others. */
  readonly default: FieldDefault | undefined;
  readonly comment?: string;
  /** The actual type in the database, if a change must keep it: `int(10) unsigned`. */
  readonly liveType?: string;
}

/** Every index and constraint has a name of ours, short enough for every database (63 characters). */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** True if the database created the index for a UNIQUE constraint. It is dropped only with the constraint. */
  readonly constraint?: true;
}

export interface ForeignKey {
  readonly name: string;
  readonly columns: readonly string[];
  readonly table: string;
  readonly targets: readonly string[];
  readonly onDelete: ReferenceAction;
  readonly onUpdate: ReferenceAction;
}

export type Check =
  | { readonly kind: "in"; readonly name: string; readonly column: string; readonly values: readonly string[] }
  | {
      readonly kind: "range";
      readonly name: string;
      readonly column: string;
      readonly minimum?: number;
      readonly maximum?: number;
    };

export function emptyTable(name: string): Table {
  return { name, columns: [], indexes: [], foreignKeys: [], checks: [] };
}

/** A nullable column without key or default. */
export function plainColumn(name: string, type: FieldType): Column {
  return { name, type, nullable: true, primaryKey: false, autoIncrement: false, default: undefined };
}

/** True if an index on this column alone makes its values unique. */
export function isUnique({ indexes }: Table, column: string): boolean {
  return indexes.some((index) => index.unique && index.columns.join() === column);
}

/** Compares by code units, for `sort`. The order is the same on every machine. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Sorted by name, keys in one order: equal tables are equal as JSON. */
export function canonicalTables(tables: readonly Table[]): Table[] {
  return [...tables].sort(byName).map(canonicalTable);
}

function canonicalTable({ name, model, columns, indexes, foreignKeys, checks }: Table): Table {
  return {
    name,
    ...(model !== undefined && { model }),
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
    foreignKeys: foreignKeys.map(plainKey).sort(byName),
    checks: checks.map(sortKeys).sort(byName),
  };
}

/** A foreign key with its members in a fixed order. */
export function plainKey({ name, columns, table, targets, onDelete, onUpdate }: ForeignKey): ForeignKey {
  return { name, columns, table, targets, onDelete, onUpdate };
}

function sortKeys<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) as T;
}

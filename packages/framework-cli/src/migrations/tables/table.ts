import type { FieldDefault, ReferenceAction } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";

/** A table in migrations: plain data, the same for every database. */
export interface Table {
  readonly name: string;
  /** The model whose table it is. Nothing is planned for a table that a migration makes without one. */
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
  /** A database default, only where every database keeps it; other defaults are the application's. */
  readonly default: FieldDefault | undefined;
  readonly comment?: string;
  /** The type as the database has it, where a change keeps it: `int(10) unsigned`. */
  readonly liveType?: string;
}

/** Every index and constraint has a name of ours, short enough for every database (63 characters). */
export interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The database made it for a UNIQUE constraint, and drops it with that alone. */
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

/** A column that takes null and is nothing else. */
export function plainColumn(name: string, type: FieldType): Column {
  return { name, type, nullable: true, primaryKey: false, autoIncrement: false, default: undefined };
}

/** True if an index makes the values of the column unique by itself. */
export function isUnique({ indexes }: Table, column: string): boolean {
  return indexes.some((index) => index.unique && index.columns.join() === column);
}

/** For `sort`: by code units, the same on every machine. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

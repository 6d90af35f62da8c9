import type { JsonValue } from "../../entity/entity.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "./table.js";

/** One change of the database's structure. Each has the data that is needed to undo it. */
export type Operation =
  /** `ifMissing`: an existing table is kept unchanged. */
  | { readonly kind: "createTable"; readonly table: Table; readonly ifMissing?: boolean }
  | { readonly kind: "dropTable"; readonly table: Table }
  | { readonly kind: "renameTable"; readonly from: string; readonly to: string }
  | {
      readonly kind: "addColumn";
      readonly table: string;
      readonly column: Column;
      /** The value for existing rows. A column that is not nullable and has no default needs this or `distinct`. */
      readonly fill?: JsonValue;
      /** Existing rows get 1, 2, 3 ..., for a column with unique values. */
      readonly distinct?: boolean;
    }
  | {
      readonly kind: "dropColumn";
      readonly table: string;
      readonly column: Column;
      /** The value for existing rows when the column is restored. */
      readonly fill?: JsonValue;
      readonly distinct?: boolean;
    }
  | { readonly kind: "renameColumn"; readonly table: string; readonly from: string; readonly to: string }
  | {
      readonly kind: "alterColumn";
      readonly table: string;
      readonly from: Column;
      readonly to: Column;
      /** The replacement of nulls when the column stops taking them, in `up` or in `down`. */
      readonly fill?: JsonValue;
      readonly distinct?: boolean;
    }
  | { readonly kind: "addIndex"; readonly table: string; readonly index: TableIndex }
  | { readonly kind: "dropIndex"; readonly table: string; readonly index: TableIndex }
  | { readonly kind: "addForeignKey" | "dropForeignKey"; readonly table: string; readonly foreignKey: ForeignKey }
  | { readonly kind: "addCheck" | "dropCheck"; readonly table: string; readonly check: Check };

/** An operation that adds or drops an index, a foreign key or a check. */
export type PartOperation = Extract<
  Operation,
  { readonly kind: `${"add" | "drop"}${"Index" | "ForeignKey" | "Check"}` }
>;

/** The name of the part that it adds or drops. */
export function partName(operation: PartOperation): string {
  if ("index" in operation) return operation.index.name;
  return "check" in operation ? operation.check.name : operation.foreignKey.name;
}

/** The name of a step in the journal and messages: `addColumn books.isbn`. */
export function operationLabel(operation: Operation): string {
  const { kind } = operation;
  if (kind === "renameTable") return `${kind} ${operation.from} to ${operation.to}`;
  if (kind === "renameColumn") return `${kind} ${operation.table}.${operation.from} to ${operation.to}`;
  if (kind === "alterColumn") return `${kind} ${operation.table}.${operation.to.name}`;
  if ("column" in operation) return `${kind} ${operation.table}.${operation.column.name}`;
  return `${kind} ${typeof operation.table === "string" ? partName(operation as PartOperation) : operation.table.name}`;
}

/** The table that an operation changes, by its new name. */
export function tableOf(operation: Operation): string {
  if (operation.kind === "renameTable") return operation.to;
  return typeof operation.table === "string" ? operation.table : operation.table.name;
}

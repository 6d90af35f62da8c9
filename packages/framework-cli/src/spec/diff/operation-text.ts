import type { Operation } from "../../migrations/operation.js";

/** A structural change in one line: `adds column isbn to books`. */
export function operationText(operation: Operation): string {
  switch (operation.kind) {
    case "createTable":
      return `creates table ${operation.table.name}`;
    case "dropTable":
      return `drops table ${operation.table.name}`;
    case "renameTable":
      return `renames table ${operation.from} to ${operation.to}`;
    case "addColumn":
      return `adds column ${operation.column.name} to ${operation.table}`;
    case "dropColumn":
      return `drops column ${operation.column.name} of ${operation.table}`;
    case "renameColumn":
      return `renames column ${operation.from} of ${operation.table} to ${operation.to}`;
    case "alterColumn":
      return `changes column ${operation.to.name} of ${operation.table}`;
    case "addIndex":
      return `adds index ${operation.index.name} to ${operation.table}`;
    case "dropIndex":
      return `drops index ${operation.index.name} of ${operation.table}`;
    case "addForeignKey":
      return `adds foreign key ${operation.foreignKey.name} to ${operation.table}`;
    case "dropForeignKey":
      return `drops foreign key ${operation.foreignKey.name} of ${operation.table}`;
    case "addCheck":
      return `adds rule ${operation.check.name} to ${operation.table}`;
    case "dropCheck":
      return `drops rule ${operation.check.name} of ${operation.table}`;
  }
}

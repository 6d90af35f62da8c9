import { type Operation, partName } from "../tables/operation.js";

/** A step as the journal and messages name it: `addColumn books.isbn`. */
export function operationLabel(operation: Operation): string {
  const { kind } = operation;
  switch (kind) {
    case "createTable":
    case "dropTable":
      return `${kind} ${operation.table.name}`;
    case "renameTable":
      return `${kind} ${operation.from} to ${operation.to}`;
    case "addColumn":
    case "dropColumn":
      return `${kind} ${operation.table}.${operation.column.name}`;
    case "renameColumn":
      return `${kind} ${operation.table}.${operation.from} to ${operation.to}`;
    case "alterColumn":
      return `${kind} ${operation.table}.${operation.to.name}`;
    case "addIndex":
    case "dropIndex":
    case "addForeignKey":
    case "dropForeignKey":
    case "addCheck":
    case "dropCheck":
      return `${kind} ${partName(operation)}`;
  }
}

import type { Operation } from "../tables/operation.js";
import {
  checkText,
  columnText,
  foreignKeyText,
  indexText,
  listText,
  tablePartsText,
  valueText,
} from "./column-text.js";

const INDENT = "  ";

/** A statement of a migration file: `await schema.addColumn("books", { name: "isbn", type: "string(13)" });` */
export function emitOperation(operation: Operation): string {
  return `${INDENT}await schema.${callText(operation)};`;
}

function callText(operation: Operation): string {
  switch (operation.kind) {
    case "createTable": {
      const { table } = operation;
      const parts = tablePartsText(operation, INDENT);
      return call("createTable", quote(table.name), listText(table.columns.map(columnText), INDENT), parts);
    }
    case "dropTable":
      return call("dropTable", quote(operation.table.name));
    case "renameTable":
      return call("renameTable", quote(operation.from), quote(operation.to));
    case "addColumn":
      return call("addColumn", quote(operation.table), columnText(operation.column), fillText(operation));
    case "dropColumn":
      return call("dropColumn", quote(operation.table), quote(operation.column.name));
    case "renameColumn":
      return call("renameColumn", quote(operation.table), quote(operation.from), quote(operation.to));
    case "alterColumn": {
      const { table, from, to } = operation;
      const tightens = from.nullable && !to.nullable;
      const options = [`from: ${columnText(from)}`, ...(tightens ? fillParts(operation) : [])];
      return call("alterColumn", quote(table), columnText(to), `{ ${options.join(", ")} }`);
    }
    case "addIndex":
      return call("addIndex", quote(operation.table), indexText(operation.index));
    case "dropIndex":
      return call("dropIndex", quote(operation.table), quote(operation.index.name));
    case "addForeignKey":
      return call("addForeignKey", quote(operation.table), foreignKeyText(operation.foreignKey));
    case "dropForeignKey":
      return call("dropForeignKey", quote(operation.table), quote(operation.foreignKey.name));
    case "addCheck":
      return call("addCheck", quote(operation.table), checkText(operation.check));
    case "dropCheck":
      return call("dropCheck", quote(operation.table), quote(operation.check.name));
  }
}

function fillText(operation: Operation & { kind: "addColumn" }): string {
  const { column } = operation;
  const parts = column.nullable ? [] : fillParts(operation);
  return parts.length === 0 ? "" : `{ ${parts.join(", ")} }`;
}

function fillParts({ fill, distinct }: { readonly fill?: unknown; readonly distinct?: boolean }): string[] {
  if (distinct) return ["distinct: true"];
  return fill === undefined ? [] : [`fill: ${valueText(fill)}`];
}

function call(name: string, ...parts: readonly string[]): string {
  return `${name}(${parts.filter((part) => part !== "").join(", ")})`;
}

function quote(text: string): string {
  return valueText(text);
}

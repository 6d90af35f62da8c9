import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import { type Operation, partName } from "../tables/operation.js";
import { emptyTable, type Table, type TableIndex } from "../tables/table.js";
import { collectionIndex, collectionValidator, indexesOfTable } from "./collection-structure.js";

/** An operation in the syntax of MongoDB's shell. */
export function explainMongoOperation(
  operation: Operation,
  connection: Pick<MongoConnection, "driver" | "features">,
): readonly string[] {
  const call = (method: string, ...given: readonly unknown[]): string =>
    `${method}(${given.map((each) => JSON.stringify(each)).join(", ")})`;
  const on = (table: string, ...parts: Parameters<typeof call>): string =>
    `${call("db.getCollection", table)}.${call(...parts)}`;
  const index = (each: TableIndex, table: Table): string => {
    const { key, ...options } = collectionIndex(each, table, connection.features);
    return on(table.name, "createIndex", key, options);
  };
  switch (operation.kind) {
    case "createTable": {
      const { table } = operation;
      const options = { validator: collectionValidator(table, connection), validationLevel: "moderate" };
      return [
        call("db.createCollection", table.name, ...(connection.features.validators ? [options] : [])),
        ...indexesOfTable(table).map((each) => index(each, table)),
      ];
    }
    case "dropTable":
      return [on(operation.table.name, "drop")];
    case "renameTable":
      return [on(operation.from, "renameCollection", operation.to)];
    case "addColumn": {
      const { table, column, fill, distinct } = operation;
      const value = fill ?? (column.default?.kind === "value" ? column.default.value : undefined);
      if (distinct === true) return [`// ${table}.${column.name}: 1, 2, 3 ... in the documents that have none`];
      if (value === undefined) return [`// ${table}.${column.name}: the validator learns of it`];
      return [on(table, "updateMany", { [column.name]: null }, { $set: { [column.name]: value } })];
    }
    case "dropColumn":
      return [on(operation.table, "updateMany", {}, { $unset: { [operation.column.name]: "" } })];
    case "renameColumn":
      return [on(operation.table, "updateMany", {}, { $rename: { [operation.from]: operation.to } })];
    case "alterColumn": {
      const { table, to } = operation;
      return [`// ${table}.${to.name}: values become ${to.type.kind}; the validator learns of it`];
    }
    case "addIndex":
      return [index(operation.index, emptyTable(operation.table))];
    case "dropIndex":
      return [on(operation.table, "dropIndex", operation.index.name)];
    case "addForeignKey":
    case "dropForeignKey":
      return [`// ${operation.kind} ${partName(operation)}: repositories look after it`];
    case "addCheck":
    case "dropCheck":
      return [`// ${operation.kind} ${partName(operation)}: the validator of ${operation.table} looks after it`];
  }
}

import type { MongoConnection } from "../../database/mongodb/mongo-connection.js";
import type { Operation } from "../tables/operation.js";
import { emptyTable, type Table } from "../tables/table.js";
import { collectionIndex, collectionValidator, indexesOfTable } from "./collection-structure.js";

/** An operation in the syntax of MongoDB's shell. */
export function explainMongoOperation(
  operation: Operation,
  connection: Pick<MongoConnection, "driver" | "features">,
): readonly string[] {
  const on = (table: string): string => `db.getCollection(${JSON.stringify(table)})`;
  const index = (each: Table["indexes"][number], table: Table): string => {
    const { key, ...options } = collectionIndex(each, table, connection.features);
    return `${on(table.name)}.createIndex(${JSON.stringify(key)}, ${JSON.stringify(options)})`;
  };
  switch (operation.kind) {
    case "createTable": {
      const { table } = operation;
      const options = connection.features.validators
        ? `, ${JSON.stringify({ validator: collectionValidator(table, connection), validationLevel: "moderate" })}`
        : "";
      return [
        `db.createCollection(${JSON.stringify(table.name)}${options})`,
        ...indexesOfTable(table).map((each) => index(each, table)),
      ];
    }
    case "dropTable":
      return [`${on(operation.table.name)}.drop()`];
    case "renameTable":
      return [`${on(operation.from)}.renameCollection(${JSON.stringify(operation.to)})`];
    case "addColumn": {
      const { table, column, fill, distinct } = operation;
      const value = fill ?? (column.default?.kind === "value" ? column.default.value : undefined);
      if (distinct === true) return [`// ${table}.${column.name}: 1, 2, 3 ... in the documents that have none`];
      if (value === undefined) return [`// ${table}.${column.name}: the validator learns of it`];
      const filter = JSON.stringify({ [column.name]: null });
      return [`${on(table)}.updateMany(${filter}, ${JSON.stringify({ $set: { [column.name]: value } })})`];
    }
    case "dropColumn":
      return [`${on(operation.table)}.updateMany({}, ${JSON.stringify({ $unset: { [operation.column.name]: "" } })})`];
    case "renameColumn":
      return [
        `${on(operation.table)}.updateMany({}, ${JSON.stringify({ $rename: { [operation.from]: operation.to } })})`,
      ];
    case "alterColumn":
      return [
        `// ${operation.table}.${operation.to.name}: values become ${operation.to.type.kind}; the validator learns of it`,
      ];
    case "addIndex":
      return [index(operation.index, emptyTable(operation.table))];
    case "dropIndex":
      return [`${on(operation.table)}.dropIndex(${JSON.stringify(operation.index.name)})`];
    case "addForeignKey":
    case "dropForeignKey":
      return [`// ${operation.kind} ${operation.foreignKey.name}: repositories look after it`];
    case "addCheck":
    case "dropCheck":
      return [`// ${operation.kind} ${operation.check.name}: the validator of ${operation.table} looks after it`];
  }
}

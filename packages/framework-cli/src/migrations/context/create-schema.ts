import type { Dialect } from "../../database/dialect.js";
import type { Operation } from "../tables/operation.js";
import { emptyTable, type ForeignKey } from "../tables/table.js";
import type { MigrationContext, Schema } from "./migration-context.js";
import {
  readCheck,
  readColumn,
  readFill,
  readForeignKey,
  readFrom,
  readIndex,
  readTable,
  refuseMethod,
} from "./read-schema-parts.js";

/** The builder that migrations call: each call becomes an operation. */
export function createSchema(apply: (operation: Operation) => Promise<void>): Schema {
  const schema: Schema = {
    createTable: async (name, columns, parts) =>
      apply({ kind: "createTable", table: readTable(name, columns, parts), ifMissing: parts?.ifMissing === true }),
    dropTable: async (name) => apply({ kind: "dropTable", table: emptyTable(name) }),
    renameTable: async (from, to) => apply({ kind: "renameTable", from, to }),
    addColumn: async (table, column, options) => {
      const read = readColumn(column, table);
      const fill = readFill(options, `addColumn ${table}.${read.name}`);
      await apply({ kind: "addColumn", table, column: read, ...fill });
    },
    dropColumn: async (table, name) =>
      apply({ kind: "dropColumn", table, column: readColumn({ name, type: "text" }, table) }),
    renameColumn: async (table, from, to) => apply({ kind: "renameColumn", table, from, to }),
    alterColumn: async (table, column, options) => {
      const to = readColumn(column, table);
      const fill = readFill(options, `alterColumn ${table}.${to.name}`);
      await apply({ kind: "alterColumn", table, from: readFrom(options?.from, table, to.name), to, ...fill });
    },
    addIndex: async (table, index) => apply({ kind: "addIndex", table, index: readIndex(index, table) }),
    dropIndex: async (table, name) => apply({ kind: "dropIndex", table, index: { name, columns: [], unique: false } }),
    addForeignKey: async (table, key) =>
      apply({ kind: "addForeignKey", table, foreignKey: readForeignKey(key, table) }),
    dropForeignKey: async (table, name) => apply({ kind: "dropForeignKey", table, foreignKey: namedKey(name) }),
    addCheck: async (table, check) => apply({ kind: "addCheck", table, check: readCheck(check, table) }),
    dropCheck: async (table, name) =>
      apply({ kind: "dropCheck", table, check: { kind: "in", name, column: "", values: [] } }),
  };
  return new Proxy(schema, {
    get(methods, name, receiver) {
      if (typeof name === "string" && !(name in methods) && name !== "then") refuseMethod(name, methods);
      return Reflect.get(methods, name, receiver);
    },
  });
}

/** A context that only records a migration. It executes nothing, and calls of Sequelize return nothing. */
export function recordingContext(
  dialect: Dialect,
  record: (operation: Operation) => void | Promise<void>,
  onStep: (name: string) => void = () => {},
): MigrationContext {
  return {
    dialect,
    schema: createSchema(async (operation) => record(operation)),
    step: async (name) => onStep(name),
    queryInterface: SILENT,
    sequelize: SILENT,
  };
}

/**
 * Returns an object whose members are all functions. Each call returns the same object, and awaiting it gives an empty
 * list.
 */
const SILENT: never = new Proxy(() => {}, {
  get: (_, name) => (name === "then" ? (resolve: (nothing: readonly never[]) => void) => resolve([]) : SILENT),
  apply: () => SILENT,
}) as never;

function namedKey(name: string): ForeignKey {
  return { name, columns: [], table: "", targets: [], onDelete: "NO ACTION", onUpdate: "NO ACTION" };
}

import type { FieldType } from "../../entity/field-type.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "../tables/table.js";
import type { SchemaCheck, SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaParts } from "./migration-context.js";

/** Reads the parts of a table from a migration file. @throws MigrationError MIGRATION_INVALID */
export function readTable(name: string, columns: readonly SchemaColumn[], parts: SchemaParts = {}): Table {
  readName(name, "a table");
  if (!Array.isArray(columns) || columns.length === 0) throw invalid(`The table ${name} has no list of columns.`);
  return {
    name,
    ...(parts.model !== undefined && { model: readName(parts.model, `the model of ${name}`) }),
    columns: columns.map((column) => readColumn(column, name)),
    indexes: (parts.indexes ?? []).map((index) => readIndex(index, name)),
    foreignKeys: (parts.foreignKeys ?? []).map((key) => readForeignKey(key, name)),
    checks: (parts.checks ?? []).map((check) => readCheck(check, name)),
  };
}

export function readColumn(column: SchemaColumn, table: string): Column {
  const name = readName(column?.name, `a column of ${table}`);
  const { primaryKey = false, autoIncrement = false, nullable = !primaryKey, comment } = column;
  return {
    name,
    type: readType(column, `${table}.${name}`),
    nullable: nullable && !primaryKey,
    primaryKey,
    autoIncrement,
    default:
      column.default === undefined || column.default === null ? undefined : { kind: "value", value: column.default },
    ...(comment !== undefined && { comment }),
  };
}

export function readIndex({ name, columns, unique = false }: SchemaIndex, table: string): TableIndex {
  return { name: readName(name, `an index of ${table}`), columns: readNames(columns, `the index ${name}`), unique };
}

export function readForeignKey(key: SchemaForeignKey, table: string): ForeignKey {
  const { onDelete = "NO ACTION", onUpdate = "NO ACTION" } = key;
  const name = readName(key.name, `a foreign key of ${table}`);
  return {
    name,
    columns: readNames(key.columns, `the foreign key ${name}`),
    table: readName(key.table, `the table that ${name} refers to`),
    targets: readNames(key.targets, `the foreign key ${name}`),
    onDelete,
    onUpdate,
  };
}

export function readCheck(check: SchemaCheck, table: string): Check {
  const name = readName(check?.name, `a check of ${table}`);
  const column = readName(check.column, `the column of the check ${name}`);
  const { values, minimum, maximum } = check;
  if (values !== undefined) return { kind: "in", name, column, values: readNames(values, `the check ${name}`) };
  if (minimum === undefined && maximum === undefined) {
    throw invalid(`The check ${name} has neither values nor bounds.`);
  }
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return { kind: "range", name, column, ...bounds };
}

const PLAIN = [
  "text",
  "uuid",
  "integer",
  "bigint",
  "double",
  "boolean",
  "timestamp",
  "date",
  "time",
  "json",
  "binary",
] as const;

function readType({ type, reads = "string" }: SchemaColumn, place: string): FieldType {
  const [, kind, first, second] = /^(\w+)(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?$/.exec(String(type).trim()) ?? [];
  if (kind === "string") return { kind, length: Number(first ?? 255) };
  if (kind === "decimal") return { kind, precision: Number(first ?? 10), scale: Number(second ?? 0), reads };
  const plain = PLAIN.find((each) => each === kind);
  if (plain !== undefined && first === undefined) return { kind: plain };
  throw invalid(
    `${place} has the type ${JSON.stringify(type)}.`,
    `Use string(120), decimal(10, 2), ${PLAIN.join(", ")}.`,
  );
}

function readNames(names: readonly string[] | undefined, what: string): readonly string[] {
  if (!Array.isArray(names) || names.length === 0 || names.some((name) => typeof name !== "string")) {
    throw invalid(`${what} has no list of texts where it needs one.`);
  }
  return names;
}

function readName(name: unknown, what: string): string {
  if (typeof name === "string" && name !== "") return name;
  throw invalid(`The name of ${what} is ${JSON.stringify(name)}.`);
}

function invalid(
  message: string,
  hint = "Correct the migration file; a generated one shows every form.",
): MigrationError {
  return new MigrationError("MIGRATION_INVALID", message, { hint });
}

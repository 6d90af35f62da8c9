import { nearestName } from "@onespec/spec-core";
import { meantHint } from "@onespec/spec-core/errors";
import type { ReferenceAction } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { MigrationError } from "../../errors/migration-error.js";
import type { Check, Column, ForeignKey, Table, TableIndex } from "../tables/table.js";
import type {
  Schema,
  SchemaCheck,
  SchemaColumn,
  SchemaFill,
  SchemaForeignKey,
  SchemaIndex,
  SchemaParts,
} from "./migration-context.js";

/** Reads the parts of a table from a migration file. @throws MigrationError MIGRATION_INVALID */
export function readTable(name: string, columns: readonly SchemaColumn[], parts: SchemaParts = {}): Table {
  readName(name, "a table");
  refuseUnknown(parts, PARTS, name);
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
  refuseUnknown(column, COLUMN, `${table}.${name}`);
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

/** @param call as messages name it: `addColumn books.isbn` */
export function readFill(options: SchemaFill | undefined, call: string): SchemaFill {
  refuseUnknown(options ?? {}, FILL, call);
  const { fill, distinct } = options ?? {};
  return { ...(fill !== undefined && { fill }), ...(distinct !== undefined && { distinct }) };
}

/** The column before the change. It is required to know what changes. */
export function readFrom(from: SchemaColumn | undefined, table: string, column: string): Column {
  if (from !== undefined) return readColumn(from, table);
  const places = [table, column].map((name) => JSON.stringify(name));
  throw invalid(
    `alterColumn ${table}.${column}: the option from is missing.`,
    `Give the column as it is now: schema.alterColumn(${places[0]}, column, { from: { name: ${places[1]}, type: "…" } }).`,
  );
}

export function readIndex(index: SchemaIndex, table: string): TableIndex {
  const name = readName(index?.name, `an index of ${table}`);
  refuseUnknown(index, INDEX, `the index ${name}`);
  const { columns, unique = false } = index;
  return { name, columns: readNames(columns, `the index ${name}`), unique };
}

export function readForeignKey(key: SchemaForeignKey, table: string): ForeignKey {
  const name = readName(key?.name, `a foreign key of ${table}`);
  refuseUnknown(key, FOREIGN_KEY, `the foreign key ${name}`);
  return {
    name,
    columns: readNames(key.columns, `the foreign key ${name}`),
    table: readName(key.table, `the table that ${name} refers to`),
    targets: readNames(key.targets, `the foreign key ${name}`),
    onDelete: readAction(key, "onDelete"),
    onUpdate: readAction(key, "onUpdate"),
  };
}

export function readCheck(check: SchemaCheck, table: string): Check {
  const name = readName(check?.name, `a check of ${table}`);
  refuseUnknown(check, CHECK, `the check ${name}`);
  const column = readName(check.column, `the column of the check ${name}`);
  const { values, minimum, maximum } = check;
  if (values !== undefined) return { kind: "in", name, column, values: readNames(values, `the check ${name}`) };
  if (minimum === undefined && maximum === undefined) {
    throw invalid(`The check ${name} has neither values nor bounds.`);
  }
  const bounds = { ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
  return { kind: "range", name, column, ...bounds };
}

const COLUMN = ["name", "type", "nullable", "primaryKey", "autoIncrement", "default", "comment", "reads"] as const;
const FILL = ["fill", "distinct", "from"] as const;
const PARTS = ["ifMissing", "model", "indexes", "foreignKeys", "checks"] as const;
const INDEX = ["name", "columns", "unique"] as const;
const FOREIGN_KEY = ["name", "columns", "table", "targets", "onDelete", "onUpdate"] as const;
const CHECK = ["name", "column", "values", "minimum", "maximum"] as const;

/** Words of Rails, Sequelize and Knex for options that have another name here. */
const SAME_AS: Readonly<Record<string, string>> = {
  null: "nullable",
  allowNull: "nullable",
  notNull: "nullable",
  defaultValue: "default",
  defaultTo: "default",
  fields: "columns",
  foreignKey: "foreignKeys",
  index: "indexes",
  check: "checks",
  references: "table",
  min: "minimum",
  max: "maximum",
};

/** Options that belong elsewhere. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  fill: "The value for existing rows is an argument of its own: schema.addColumn(table, column, { fill }).",
  distinct: "It is an argument of its own: schema.addColumn(table, column, { distinct: true }).",
  unique: "Write: schema.addIndex(table, { name, columns: [column], unique: true }).",
  references: "Write: schema.addForeignKey(table, { name, columns, table, targets }).",
  length: 'Write it in the type: "string(120)".',
  limit: 'Write it in the type: "string(120)".',
};

function refuseUnknown(given: object, known: readonly string[], place: string): void {
  for (const option of Object.keys(given)) {
    if (known.includes(option)) continue;
    const same = SAME_AS[option] ?? "";
    const elsewhere = known === COLUMN ? ELSEWHERE[option] : undefined;
    const meant = known.includes(same)
      ? `Did you mean ${same}?`
      : meantHint(option, known, `Use one of ${known.join(", ")}.`);
    throw invalid(`${place}: there is no option ${option}.`, elsewhere ?? meant);
  }
}

/** @throws MigrationError MIGRATION_INVALID for a method that `schema` does not have */
export function refuseMethod(name: string, schema: Schema): never {
  const methods = Object.keys(schema);
  const nearest = nearestName(name.replaceAll("_", ""), methods);
  const list = `The methods are ${methods.join(", ")}.`;
  throw invalid(`schema has no method ${name}.`, nearest === undefined ? list : `Did you mean ${nearest}? ${list}`);
}

const ACTIONS: readonly ReferenceAction[] = ["CASCADE", "SET NULL", "RESTRICT", "NO ACTION"];

function readAction(key: SchemaForeignKey, event: "onDelete" | "onUpdate"): ReferenceAction {
  const { [event]: action = "NO ACTION" } = key;
  if (ACTIONS.includes(action)) return action;
  throw invalid(
    `the foreign key ${key.name} has ${event} ${JSON.stringify(action)}.`,
    `Use one of ${ACTIONS.join(", ")}.`,
  );
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

function readType({ type, reads = "string" }: Pick<SchemaColumn, "type" | "reads">, place: string): FieldType {
  const [, element] = /^(.+)\[\]$/.exec(String(type).trim()) ?? [];
  if (element !== undefined) return { kind: "json", elements: readType({ type: element, reads }, place) };
  const [, kind, first, second] = /^(\w+)(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?$/.exec(String(type).trim()) ?? [];
  if (kind === "string") return { kind, length: Number(first ?? 255) };
  if (kind === "decimal") {
    if (first === undefined) return { kind, reads };
    return { kind, precision: Number(first), scale: Number(second ?? 0), reads };
  }
  const [, integer, sign] = /^(integer|bigint) (unsigned|zerofill)$/.exec(String(type).trim()) ?? [];
  if (integer === "integer" || integer === "bigint") return { kind: integer, sign: sign as "unsigned" | "zerofill" };
  const plain = PLAIN.find((each) => each === kind);
  if (plain !== undefined && first === undefined) return { kind: plain };
  throw invalid(
    `${place} has the type ${JSON.stringify(type)}.`,
    `Use string(120), decimal(10, 2), ${PLAIN.join(", ")}; on PostgreSQL also arrays: string(120)[].`,
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

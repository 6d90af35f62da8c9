import { identifier, LONGEST_NAME } from "../../database/identifier.js";
import type { Entity, Field, FieldDefault } from "../../entity/entity.js";
import type { FieldType } from "../../entity/field-type.js";
import { FrameworkError } from "../../errors/framework-error.js";
import type { Operation } from "./operation.js";
import { byName, type Check, type Column, type ForeignKey, type Table, type TableIndex } from "./table.js";

/** Columns of enums have some spare length, so that a new value rarely changes their type. */
const ENUM_LENGTH_STEP = 16;

/** Every database supports defaults of these kinds. The application sets others. */
const KEPT_DEFAULTS: ReadonlySet<FieldType["kind"]> = new Set([
  "string",
  "enum",
  "integer",
  "bigint",
  "double",
  "decimal",
  "boolean",
]);

/**
 * The tables that entities need, sorted by name. Enums are texts with a CHECK, every constraint and index has a name,
 * and every foreign key an index.
 * @throws FrameworkError MODEL_INVALID for a name that PostgreSQL would cut, and for two models with the same table
 */
export function tablesOf(entities: readonly Entity[]): Table[] {
  const tables = entities.map(tableOf).sort(byName);
  for (const [index, table] of tables.entries()) {
    const next = tables[index + 1];
    if (table.name !== next?.name) continue;
    const models = `${table.model} and ${next.model}`;
    throw new FrameworkError("MODEL_INVALID", `The models ${models} have the same table ${table.name}.`, {
      hint: "Give one of them another tableName.",
    });
  }
  return tables;
}

function tableOf(entity: Entity): Table {
  checkName(entity.table, entity.name, "tableName");
  for (const { name, column } of entity.fields) checkName(column, `${entity.name}.${name}`, "field");
  return {
    name: entity.table,
    model: entity.name,
    // Sequelize attributes may share a column, such as `created_at` and a timestamp. The last one defines it, as in
    // Sequelize's `sync`.
    columns: uniqueBy(entity.fields.map(columnOf), (column) => column.name),
    indexes: indexesOf(entity),
    foreignKeys: entity.fields.flatMap((field) => foreignKeyOf(entity, field)),
    checks: entity.fields.flatMap((field) => checkOf(entity, field)),
  };
}

function columnOf(field: Field): Column {
  return {
    name: field.column,
    type: columnType(field.type),
    nullable: field.nullable && !field.primaryKey,
    primaryKey: field.primaryKey,
    autoIncrement: field.autoIncrement,
    default: columnDefault(field),
    ...(field.comment !== undefined && { comment: field.comment }),
  };
}

function columnType(type: FieldType): FieldType {
  return type.kind === "enum" ? enumColumnType(type.values) : type;
}

export function enumColumnType(values: readonly string[]): FieldType {
  const longest = Math.max(1, ...values.map((value) => value.length));
  return { kind: "string", length: Math.ceil(longest / ENUM_LENGTH_STEP) * ENUM_LENGTH_STEP };
}

function columnDefault({ type, default: given }: Field): FieldDefault | undefined {
  if (given?.kind !== "value" || given.value === null || !KEPT_DEFAULTS.has(type.kind)) return undefined;
  return typeof given.value === "object" ? undefined : given;
}

function indexesOf(entity: Entity): TableIndex[] {
  const columnOfField = (name: string): string => entity.fields.find((field) => field.name === name)?.column ?? name;
  const key = entity.fields.filter((field) => field.primaryKey).map((field) => field.column);
  const named = entity.indexes.map((index) => ({
    name: identifier(index.name),
    columns: index.fields.map(columnOfField),
    unique: index.unique,
  }));
  const unique = entity.fields
    .filter((field) => field.unique && !field.primaryKey)
    .map(({ column }) => ({ name: identifier(entity.table, column, "unique"), columns: [column], unique: true }));
  const indexes = uniqueBy([...named, ...unique], (index) => `${index.unique} ${index.columns.join(" ")}`);
  for (const { column } of entity.fields.filter((field) => field.references !== undefined)) {
    if (key[0] === column || indexes.some((index) => index.columns[0] === column)) continue;
    indexes.push({ name: identifier(entity.table, column), columns: [column], unique: false });
  }
  // A second index on the same columns is of no use, and Oracle rejects it.
  const useful = indexes.filter(
    (index) => index.unique || !indexes.some((other) => other.unique && other.columns.join() === index.columns.join()),
  );
  return uniqueBy(useful, (index) => index.name).sort(byName);
}

function foreignKeyOf(entity: Entity, { column, references }: Field): ForeignKey[] {
  if (references === undefined) return [];
  const { table, column: target, onDelete, onUpdate } = references;
  return [
    { name: identifier(entity.table, column, "fk"), columns: [column], table, targets: [target], onDelete, onUpdate },
  ];
}

function checkOf(entity: Entity, { column, type }: Field): Check[] {
  if (type.kind !== "enum") return [];
  return [{ kind: "in", name: identifier(entity.table, column, "check"), column, values: type.values }];
}

function checkName(name: string, place: string, option: string): void {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return;
  throw new FrameworkError("MODEL_INVALID", `${place}: the name ${name} is longer than ${LONGEST_NAME} characters.`, {
    hint: `PostgreSQL would truncate it. Set a shorter one with ${option}.`,
  });
}

function uniqueBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

/** The indexes that new tables lack, in sentences without a period. */
export function unmadeIndexes(operations: readonly Operation[], entities: readonly Entity[]): readonly string[] {
  const made = operations.flatMap((operation) =>
    operation.kind === "createTable" && !operation.ifMissing ? [operation.table.name] : [],
  );
  return entities
    .filter(({ table }) => made.includes(table))
    .flatMap(({ table, unmadeIndexes = [] }) =>
      unmadeIndexes.map(
        (name) =>
          `the index ${name} of ${table} is not made: it has a condition, an expression or a method. Make it in a migration, with queryInterface.addIndex`,
      ),
    );
}

import type { FieldType } from "../../entity/field-type.js";
import type { Operation } from "../tables/operation.js";
import type { Check, Column, ForeignKey, TableIndex } from "../tables/table.js";

/** A column as migration files spell it: `{ name: "title", type: "string(120)", nullable: false }`. */
export function columnText(column: Column): string {
  const { type } = column;
  return objectText({
    name: column.name,
    type: typeText(type),
    ...(type.kind === "decimal" && type.reads === "number" && { reads: "number" }),
    ...(column.primaryKey && { primaryKey: true }),
    ...(column.autoIncrement && { autoIncrement: true }),
    ...(!column.nullable && !column.primaryKey && { nullable: false }),
    ...(column.default?.kind === "value" && { default: column.default.value }),
    ...(column.comment !== undefined && { comment: column.comment }),
  });
}

export function indexText({ name, columns, unique }: TableIndex): string {
  return objectText({ name, columns, ...(unique && { unique }) });
}

export function foreignKeyText({ name, columns, table, targets, onDelete, onUpdate }: ForeignKey): string {
  return objectText({ name, columns, table, targets, onDelete, onUpdate });
}

export function checkText({ kind: _, ...check }: Check): string {
  return objectText(check);
}

type CreateTable = Extract<Operation, { readonly kind: "createTable" }>;

/** The second argument of `createTable`: its parts, or nothing. */
export function tablePartsText({ table, ifMissing }: CreateTable, indent: string): string {
  const parts = [
    ["indexes", table.indexes.map(indexText)],
    ["foreignKeys", table.foreignKeys.map(foreignKeyText)],
    ["checks", table.checks.map(checkText)],
  ] as const;
  const lines = [
    ...(ifMissing ? [`${indent}  ifMissing: true,`] : []),
    ...(table.model === undefined ? [] : [`${indent}  model: ${valueText(table.model)},`]),
    ...parts.flatMap(([name, items]) =>
      items.length === 0 ? [] : [`${indent}  ${name}: ${listText(items, `${indent}  `)},`],
    ),
  ];
  return lines.length === 0 ? "" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** `[` one item a line `]` */
export function listText(items: readonly string[], indent: string): string {
  return `[\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}]`;
}

/** A JavaScript object literal on one line. Texts are written as JSON, so that nothing in them can end the literal. */
function objectText(value: object): string {
  const entries = Object.entries(value).map(([key, each]) => `${keyText(key)}: ${valueText(each)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(", ")}]`;
  if (typeof value === "object" && value !== null) return objectText(value);
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function keyText(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) && key !== "__proto__" ? key : `[${JSON.stringify(key)}]`;
}

function typeText(type: FieldType): string {
  if (type.kind === "string") return `string(${type.length})`;
  if (type.kind === "decimal") return `decimal(${type.precision}, ${type.scale})`;
  return type.kind;
}

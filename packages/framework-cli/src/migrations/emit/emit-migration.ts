import { lineText } from "../../emit/value-text.js";
import type { FieldType } from "../../entity/field-type.js";
import { type Operation, partName } from "../tables/operation.js";
import type { Check, Column, ForeignKey, TableIndex } from "../tables/table.js";

export interface MigrationText {
  readonly operations: readonly Operation[];
  /** Data that `down` cannot restore: `the column books.isbn with its values`. */
  readonly losses: readonly string[];
  readonly typescript: boolean;
}

/** The source of a migration with `up` and `down`. Without operations it contains examples. */
export function emitMigration({ operations, losses, typescript }: MigrationText): string {
  const head = typescript ? 'import type { MigrationContext } from "@onespec/framework-cli";\n\n' : "";
  const warning =
    losses.length === 0
      ? ""
      : `// This migration loses ${losses.map(oneLine).join(", ")}; down restores the structure only.\n`;
  const up = operations.length === 0 ? BLANK : operations.map(emitOperation).join("\n");
  // With `ifMissing` a table may have existed before, so `down` does not drop it.
  const undone = operations.filter((operation) => operation.kind !== "createTable" || !operation.ifMissing).reverse();
  const down = undone.map((operation) => emitOperation(invertOperation(operation)));
  const context = typescript ? ": MigrationContext" : "";
  const parameter = (names: string): string => `{ ${names} }${context}`;
  const names = operations.length === 0 ? "schema, step" : "schema";
  return `${head}${warning}export async function up(${parameter(names)})${typescript ? ": Promise<void>" : ""} {
${up}
}

export async function down(${down.length === 0 && operations.length > 0 ? "" : parameter(names)})${typescript ? ": Promise<void>" : ""} {
${down.length === 0 ? "  // Undo the changes of up. Leave it empty if there is nothing to undo." : down.join("\n")}
}
`;
}

const BLANK = `  // Structure: await schema.addColumn("books", { name: "isbn", type: "string(13)" });
  // Rows: await step("tidy titles", async ({ rows, query }) => {
  //   await rows("books").update({ status: null }, { status: "draft" });
  //   await query("UPDATE books SET title = TRIM(title)");
  // });`;

function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}

/** The operation that undoes another one. */
function invertOperation(operation: Operation): Operation {
  const { kind } = operation;
  if (kind === "renameTable" || kind === "renameColumn" || kind === "alterColumn")
    return { ...operation, from: operation.to, to: operation.from } as Operation;
  return { ...operation, kind: INVERSES[kind] } as Operation;
}

type Inverted = Exclude<Operation["kind"], "renameTable" | "renameColumn" | "alterColumn">;

const INVERSES: Readonly<Record<Inverted, Inverted>> = {
  createTable: "dropTable",
  dropTable: "createTable",
  addColumn: "dropColumn",
  dropColumn: "addColumn",
  addIndex: "dropIndex",
  dropIndex: "addIndex",
  addForeignKey: "dropForeignKey",
  dropForeignKey: "addForeignKey",
  addCheck: "dropCheck",
  dropCheck: "addCheck",
};

const INDENT = "  ";

/** A statement of a migration file: `await schema.addColumn("books", { name: "isbn", type: "string(13)" });` */
function emitOperation(operation: Operation): string {
  return `${INDENT}await schema.${callText(operation)};`;
}

function callText(operation: Operation): string {
  const { kind } = operation;
  switch (kind) {
    case "createTable": {
      const { name, columns } = operation.table;
      return call(kind, lineText(name), listText(columns.map(columnText), INDENT), tablePartsText(operation, INDENT));
    }
    case "dropTable":
      return call(kind, lineText(operation.table.name));
    case "renameTable":
      return call(kind, lineText(operation.from), lineText(operation.to));
    case "renameColumn":
      return call(kind, lineText(operation.table), lineText(operation.from), lineText(operation.to));
    case "addColumn": {
      const { table, column } = operation;
      const parts = column.nullable ? [] : fillParts(operation);
      return call(kind, lineText(table), columnText(column), parts.length === 0 ? "" : `{ ${parts.join(", ")} }`);
    }
    case "alterColumn": {
      const { table, from, to } = operation;
      const tightens = from.nullable && !to.nullable;
      const options = [`from: ${columnText(from)}`, ...(tightens ? fillParts(operation) : [])];
      return call(kind, lineText(table), columnText(to), `{ ${options.join(", ")} }`);
    }
    case "addIndex":
      return call(kind, lineText(operation.table), indexText(operation.index));
    case "addForeignKey":
      return call(kind, lineText(operation.table), foreignKeyText(operation.foreignKey));
    case "addCheck":
      return call(kind, lineText(operation.table), checkText(operation.check));
    case "dropColumn":
      return call(kind, lineText(operation.table), lineText(operation.column.name));
    case "dropIndex":
    case "dropForeignKey":
    case "dropCheck":
      return call(kind, lineText(operation.table), lineText(partName(operation)));
  }
}

function fillParts({ fill, distinct }: { readonly fill?: unknown; readonly distinct?: boolean }): string[] {
  if (distinct) return ["distinct: true"];
  return fill === undefined ? [] : [`fill: ${lineText(fill)}`];
}

function call(name: string, ...parts: readonly string[]): string {
  return `${name}(${parts.filter((part) => part !== "").join(", ")})`;
}

/** A column in a migration file: `{ name: "title", type: "string(120)", nullable: false }`. */
function columnText(column: Column): string {
  const { type } = column;
  return lineText({
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

function indexText({ name, columns, unique }: TableIndex): string {
  return lineText({ name, columns, ...(unique && { unique }) });
}

function foreignKeyText({ name, columns, table, targets, onDelete, onUpdate }: ForeignKey): string {
  return lineText({ name, columns, table, targets, onDelete, onUpdate });
}

function checkText({ kind: _, ...check }: Check): string {
  return lineText(check);
}

type CreateTable = Extract<Operation, { readonly kind: "createTable" }>;

/** The second argument of `createTable`, with the parts of the table. Absent if there are none. */
function tablePartsText({ table, ifMissing }: CreateTable, indent: string): string {
  const parts = [
    ["indexes", table.indexes.map(indexText)],
    ["foreignKeys", table.foreignKeys.map(foreignKeyText)],
    ["checks", table.checks.map(checkText)],
  ] as const;
  const lines = [
    ...(ifMissing ? [`${indent}  ifMissing: true,`] : []),
    ...(table.model === undefined ? [] : [`${indent}  model: ${lineText(table.model)},`]),
    ...parts.flatMap(([name, items]) =>
      items.length === 0 ? [] : [`${indent}  ${name}: ${listText(items, `${indent}  `)},`],
    ),
  ];
  return lines.length === 0 ? "" : `{\n${lines.join("\n")}\n${indent}}`;
}

/** `[` one item a line `]` */
function listText(items: readonly string[], indent: string): string {
  return `[\n${items.map((item) => `${indent}  ${item},\n`).join("")}${indent}]`;
}

function typeText(type: FieldType): string {
  if (type.kind === "string") return `string(${type.length})`;
  if (type.kind === "decimal" && type.precision !== undefined) return `decimal(${type.precision}, ${type.scale})`;
  if (type.kind === "json" && type.elements !== undefined) return `${typeText(type.elements)}[]`;
  if ("sign" in type) return `${type.kind} ${type.sign}`;
  return type.kind;
}

import type { Operation } from "../tables/operation.js";
import { emitOperation } from "./emit-operation.js";

export interface MigrationText {
  readonly operations: readonly Operation[];
  /** Data that `down` cannot restore: `the column books.isbn with its values`. */
  readonly losses: readonly string[];
  readonly typescript: boolean;
}

/** The source text of a migration, both ways. Without operations a blank one that shows what can be written. */
export function emitMigration({ operations, losses, typescript }: MigrationText): string {
  const head = typescript ? 'import type { MigrationContext } from "@onespec/framework-cli";\n\n' : "";
  const warning =
    losses.length === 0
      ? ""
      : `// This migration loses ${losses.map(oneLine).join(", ")}; down restores the structure only.\n`;
  const up = operations.length === 0 ? BLANK : operations.map(emitOperation).join("\n");
  // Tables that may have been there before stay.
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

/** The way back. */
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

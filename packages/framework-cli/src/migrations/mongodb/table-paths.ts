import { documentName } from "../../database/mongodb/document-name.js";
import type { Table } from "../table.js";

/** The columns of a table as its documents spell them. */
export function pathOf(column: string, { columns }: Table): string {
  return documentName(
    column,
    columns.filter((each) => each.primaryKey).map(({ name }) => name),
  );
}

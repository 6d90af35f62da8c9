import type { RecordInserter } from "../../create-repository.js";
import { isMysql } from "../../dialect.js";
import type { Row } from "../../repository.js";
import type { SqlExecutor } from "../sql-executor.js";
import { MOST_PARAMETERS, placeholder, Statement } from "../statement.js";
import { decodeRow, type EntityTable, encode, type TableColumn } from "./entity-table.js";
import type { RunSql } from "./error-in-fields.js";
import { columnList } from "./select-records.js";

export function createInserter(table: EntityTable, executor: SqlExecutor, run: RunSql): RecordInserter<TableColumn> {
  const { dialect } = table;
  const counted = table.fields.find(({ field }) => field.autoIncrement);
  const allColumns = table.fields;
  const otherColumns = allColumns.filter((column) => column !== counted);
  const insertText = (columns: readonly TableColumn[], rows: number): string =>
    insertSql(table, columns, rows, columns === allColumns ? undefined : counted);
  const parametersOf = (records: readonly Row[], columns: readonly TableColumn[]): unknown[] => {
    const parameters: unknown[] = [];
    for (const record of records) for (const column of columns) parameters.push(encode(column, record[column.name]));
    return parameters;
  };
  const insert = async (record: Row): Promise<void> => {
    const counts = counted !== undefined && record[counted.name] === undefined;
    const columns = counts ? otherColumns : allColumns;
    const { rows, insertId } = await run(insertText(columns, 1), parametersOf([record], columns));
    if (counts) record[counted.name] = decodeKey(counted, insertId ?? rows[0]?.[counted.column]);
    else if (counted !== undefined && dialect === "postgres") await moveSequence(table, counted, run);
  };

  return {
    insert,
    async insertAll(records) {
      const counts = counted !== undefined && records.some((record) => record[counted.name] === undefined);
      const uniform = !counts || records.every((record) => record[counted?.name ?? ""] === undefined);
      const columns = counts ? otherColumns : allColumns;
      // One row at a time: SQLite is as fast this way, Oracle has no lists of rows, and SQL Server does not say which
      // key belongs to which row.
      const single = dialect === "sqlite" || dialect === "oracle" || (counts && dialect === "mssql") || !uniform;
      await executor.transaction(async () => {
        if (single) {
          for (const record of records) await insert(record);
          return;
        }
        const step = counts && isMysql(dialect) ? await countingStep(run) : 1;
        const most = Math.max(1, Math.min(500, Math.floor(MOST_PARAMETERS[dialect] / Math.max(1, columns.length))));
        for (let start = 0; start < records.length; start += most) {
          const batch = records.slice(start, start + most);
          const { rows, insertId } = await run(insertText(columns, batch.length), parametersOf(batch, columns));
          if (!counts || counted === undefined) continue;
          for (const [index, record] of batch.entries()) {
            // InnoDB gives consecutive numbers to the rows of one statement, and reports the first one.
            const key =
              insertId === undefined ? rows[index]?.[counted.column] : BigInt(insertId) + BigInt(index * step);
            record[counted.name] = decodeKey(counted, key);
          }
        }
        if (counted !== undefined && !counts && dialect === "postgres") await moveSequence(table, counted, run);
      });
    },
  };
}

function decodeKey(counted: TableColumn, raw: unknown): unknown {
  return counted.field.type.kind === "bigint" ? counted.decode?.(raw) : Number(raw);
}

function insertSql(
  table: EntityTable,
  columns: readonly TableColumn[],
  rows: number,
  counted: TableColumn | undefined,
): string {
  const { dialect, quoted } = table;
  if (columns.length === 0) return emptyInsertSql(table, counted);
  const lists: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    lists.push(
      `(${columns.map((column, index) => valueSql(column, row * columns.length + index + 1, table)).join(", ")})`,
    );
  }
  const names = columns.map((column) => column.quoted).join(", ");
  const output = counted !== undefined && dialect === "mssql" ? ` OUTPUT INSERTED.${counted.quoted}` : "";
  const text = `INSERT INTO ${quoted} (${names})${output} VALUES ${lists.join(", ")}${returningKey(counted, table)}`;
  const numbersItself =
    dialect === "mssql" && counted === undefined && columns.some(({ field }) => field.autoIncrement);
  // SQL Server accepts an explicit key in an identity column only after SET IDENTITY_INSERT.
  return numbersItself ? `SET IDENTITY_INSERT ${quoted} ON; ${text}; SET IDENTITY_INSERT ${quoted} OFF` : text;
}

/** An insert into a table that has only a counted key. */
function emptyInsertSql(table: EntityTable, counted: TableColumn | undefined): string {
  const { quoted, dialect } = table;
  if (isMysql(dialect)) return `INSERT INTO ${quoted} () VALUES ()`;
  if (dialect === "mssql") return `INSERT INTO ${quoted} OUTPUT INSERTED.${counted?.quoted} DEFAULT VALUES`;
  const values = dialect === "oracle" ? `(${counted?.quoted}) VALUES (DEFAULT)` : "DEFAULT VALUES";
  return `INSERT INTO ${quoted} ${values}${returningKey(counted, table)}`;
}

/** SQLite and MySQL return the key without a RETURNING clause. */
function returningKey(counted: TableColumn | undefined, { dialect }: EntityTable): string {
  if (counted === undefined) return "";
  if (dialect === "postgres") return ` RETURNING ${counted.quoted}`;
  return dialect === "oracle" ? ` RETURNING ${counted.quoted} INTO :counted` : "";
}

/** SQL Server takes a null of unknown type for a text, and no text for binary. */
function valueSql({ field }: TableColumn, position: number, { dialect }: EntityTable): string {
  const bound = placeholder(dialect, position);
  return dialect === "mssql" && field.type.kind === "binary" ? `CAST(${bound} AS VARBINARY(MAX))` : bound;
}

/** Moves PostgreSQL's sequence past keys that were given, because it does not notice them. */
async function moveSequence(table: EntityTable, counted: TableColumn, run: RunSql): Promise<void> {
  const highest = `GREATEST((SELECT MAX(${counted.quoted}) FROM ${table.quoted}), 1)`;
  await run(`SELECT setval(pg_get_serial_sequence($1, $2), ${highest})`, [table.quoted, counted.column]);
}

async function countingStep(run: RunSql): Promise<number> {
  const { rows } = await run("SELECT @@auto_increment_increment AS step", []);
  return Number(rows[0]?.step ?? 1);
}

/** `"title" = ?, ...` */
export function assignments(changes: Row, table: EntityTable, statement: Statement): string {
  const parts: string[] = [];
  for (const name in changes) {
    const column = table.field(name);
    const value = statement.bind(encode(column, changes[name]));
    const binary = table.dialect === "mssql" && column.field.type.kind === "binary";
    parts.push(`${column.quoted} = ${binary ? `CAST(${value} AS VARBINARY(MAX))` : value}`);
  }
  return parts.join(", ");
}

/** `INSERT ... ON CONFLICT` of SQLite and PostgreSQL; answers the record as stored. */
export async function insertOrUpdate(
  record: Row,
  changes: Row,
  conflict: readonly TableColumn[],
  table: EntityTable,
  run: RunSql,
): Promise<Row> {
  const statement = new Statement(table.dialect);
  const columns = table.fields.filter(({ name }) => record[name] !== undefined);
  const values = columns.map((column) => statement.bind(encode(column, record[column.name])));
  const target = conflict.map((column) => column.quoted).join(", ");
  // Updates at least one column, since otherwise nothing would be returned.
  const set = assignments(changes, table, statement) || `${conflict[0]?.quoted} = EXCLUDED.${conflict[0]?.quoted}`;
  const { rows } = await run(
    `INSERT INTO ${table.quoted} (${columns.map((column) => column.quoted).join(", ")}) VALUES (${values.join(", ")}) ` +
      `ON CONFLICT (${target}) DO UPDATE SET ${set} RETURNING ${columnList(table.shown)}`,
    statement.parameters,
  );
  return decodeRow(rows[0] ?? {}, table.shown);
}

import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { normalAction } from "./expected-tables.js";
import type { LiveTable } from "./live-table.js";
import { normalDefault, normalType } from "./normal-column.js";
import { onlyText, quotedTexts } from "./sql-texts.js";

const ACTIONS: Readonly<Record<string, string>> = { a: "NO ACTION", r: "RESTRICT", c: "CASCADE", n: "SET NULL" };

export async function introspectPostgres(executor: SqlExecutor): Promise<LiveTable[]> {
  const rows = async (sql: string) => (await executor.run(sql)).rows;
  const columns = await rows(`
    SELECT c.relname AS table, a.attname AS name, COALESCE((SELECT 'enum(' || string_agg(quote_literal(e.enumlabel), ',' ORDER BY e.enumsortorder) || ')' FROM pg_enum e WHERE e.enumtypid = a.atttypid), format_type(a.atttypid, a.atttypmod)) AS type, a.attnotnull AS filled,
           a.attidentity <> '' OR pg_get_expr(d.adbin, d.adrelid) LIKE 'nextval(%' AS counts, pg_get_expr(d.adbin, d.adrelid) AS default,
           EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS key
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`);
  const indexes = await rows(`
    SELECT t.relname AS table, c.relname AS name, i.indisunique AS unique, EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conindid = c.oid AND o.contype = 'u') AS "constraint",
           ARRAY(SELECT a.attname::text FROM unnest(i.indkey) WITH ORDINALITY k(num, place) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.num ORDER BY place) AS columns
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE NOT i.indisprimary AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`);
  const constraints = await rows(`
    SELECT t.relname AS table, c.conname AS name, c.contype AS kind, c.confdeltype AS deletes, c.confupdtype AS updates, f.relname AS target,
           pg_get_constraintdef(c.oid) AS text,
           ARRAY(SELECT a.attname::text FROM unnest(c.conkey) WITH ORDINALITY k(num, place) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.num ORDER BY place) AS columns,
           ARRAY(SELECT a.attname::text FROM unnest(c.confkey) WITH ORDINALITY k(num, place) JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = k.num ORDER BY place) AS targets
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid LEFT JOIN pg_class f ON f.oid = c.confrelid
    WHERE c.contype IN ('f', 'c') AND t.relnamespace = current_schema()::regnamespace ORDER BY 1, 2`);
  const names = [...new Set(columns.map(({ table }) => String(table)))];
  return names.map((name) => ({
    name,
    columns: columns
      .filter(({ table }) => table === name)
      .map((column) => {
        const type = normalType(String(column.type), "postgres");
        return {
          name: String(column.name),
          type,
          nullable: column.filled !== true,
          primaryKey: column.key === true,
          autoIncrement: column.counts === true,
          default: column.counts === true ? undefined : defaultOf(column.default, type),
        };
      }),
    indexes: indexes
      .filter(({ table }) => table === name)
      .map((index) => ({
        name: String(index.name),
        columns: index.columns as string[],
        unique: index.unique === true,
        ...(index.constraint === true && { constraint: true }),
      })),
    foreignKeys: constraints
      .filter(({ table, kind }) => table === name && kind === "f")
      .map((key) => ({
        name: String(key.name),
        columns: key.columns as string[],
        table: String(key.target),
        targets: key.targets as string[],
        onDelete: normalAction(ACTIONS[String(key.deletes)] ?? ""),
        onUpdate: normalAction(ACTIONS[String(key.updates)] ?? ""),
      })),
    checks: constraints
      .filter(({ table, kind }) => table === name && kind === "c")
      .map((check) => ({ name: String(check.name), texts: quotedTexts(String(check.text), "postgres") })),
  }));
}

/** `'new'::character varying` is `new`. */
function defaultOf(expression: unknown, type: string): string | undefined {
  if (expression === null || expression === undefined) return undefined;
  const sql = String(expression);
  const text = onlyText(sql, "postgres") ?? sql.replace(/::[\w\s()"]+$/, "");
  return /^NULL(?:::|$)/i.test(sql) ? undefined : normalDefault(text, type);
}

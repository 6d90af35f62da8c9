import type { SqlExecutor } from "../../database/sql/sql-executor.js";
import { normalAction } from "./expected-tables.js";
import type { LiveTable } from "./live-table.js";
import { normalDefault, normalType } from "./normal-column.js";
import { onlyText, quotedTexts, shownText } from "./sql-texts.js";

/** MySQL and MariaDB. */
export async function introspectMysql(executor: SqlExecutor): Promise<LiveTable[]> {
  const rows = async (sql: string) => (await executor.run(sql)).rows;
  const columns = await rows(`
    SELECT c.table_name AS t, c.column_name AS name, c.column_type AS type, c.is_nullable AS nullable, c.column_key AS k, c.extra AS extra,
           c.column_default AS d
    FROM information_schema.columns c JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema = DATABASE() AND t.table_type = 'BASE TABLE' ORDER BY c.table_name, c.ordinal_position`);
  const indexes = await rows(`
    SELECT table_name AS t, index_name AS name, non_unique AS repeats, column_name AS c
    FROM information_schema.statistics WHERE table_schema = DATABASE() AND index_name <> 'PRIMARY' ORDER BY 1, 2, seq_in_index`);
  const keys = await rows(`
    SELECT k.table_name AS t, k.constraint_name AS name, k.column_name AS c, k.referenced_table_name AS target,
           k.referenced_column_name AS tc, r.delete_rule AS deletes, r.update_rule AS updates
    FROM information_schema.key_column_usage k JOIN information_schema.referential_constraints r
      ON r.constraint_schema = k.constraint_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
    WHERE k.table_schema = DATABASE() AND k.referenced_table_name IS NOT NULL ORDER BY 1, 2, k.ordinal_position`);
  const checks = await rows(`
    SELECT t.table_name AS t, c.constraint_name AS name, c.check_clause AS text
    FROM information_schema.check_constraints c JOIN information_schema.table_constraints t
      ON t.constraint_schema = c.constraint_schema AND t.constraint_name = c.constraint_name AND t.constraint_type = 'CHECK'
    WHERE c.constraint_schema = DATABASE() ORDER BY 1, 2`);
  const [version] = await rows("SELECT VERSION() AS version");
  const writesLiterals = /mariadb/i.test(String(version?.version));
  const names = [...new Set(columns.map(({ t }) => String(t)))];
  return names.map((name) => {
    const own = columns.filter(({ t }) => t === name);
    return {
      name,
      columns: own.map((column) => {
        const type = normalType(String(column.type), "mysql");
        return {
          name: String(column.name),
          type,
          nullable: column.nullable === "YES",
          primaryKey: column.k === "PRI",
          autoIncrement: String(column.extra).includes("auto_increment"),
          default: defaultOf(column.d, type, writesLiterals),
        };
      }),
      indexes: grouped(indexes.filter(({ t }) => t === name)).map(([index, parts]) => ({
        name: index,
        columns: parts.map(({ c }) => String(c)),
        unique: Number(parts[0]?.repeats) === 0,
      })),
      foreignKeys: grouped(keys.filter(({ t }) => t === name)).map(([key, parts]) => ({
        name: key,
        columns: parts.map(({ c }) => String(c)),
        table: String(parts[0]?.target),
        targets: parts.map(({ tc }) => String(tc)),
        onDelete: normalAction(String(parts[0]?.deletes)),
        onUpdate: normalAction(String(parts[0]?.updates)),
      })),
      // MariaDB gives each JSON column a check of its own.
      checks: checks
        .filter((check) => check.t === name && !/^json_valid\(/i.test(String(check.text)))
        .map((check) => ({ name: String(check.name), texts: quotedTexts(String(check.text), "mysql") })),
    };
  });
}

/** MariaDB shows a default as SQL, `'it''s'` or `NULL`, MySQL the value itself. */
function defaultOf(shown: unknown, type: string, isSql: boolean): string | undefined {
  if (shown === null || shown === undefined || (isSql && shown === "NULL")) return undefined;
  const text = String(shown);
  return normalDefault(shownText((isSql ? onlyText(text, "mysql") : undefined) ?? text, "mysql", 1), type);
}

type Row = Readonly<Record<string, unknown>>;

function grouped(rows: readonly Row[]): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = String(row.name);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return [...groups];
}

import { isMysql, type SqlDialect } from "../../dialect.js";
import { likeParts } from "../../read-where.js";
import type { Statement } from "../statement.js";

/** Case-sensitive; the text is not empty. */
export function containsText(column: string, text: string, dialect: SqlDialect, statement: Statement): string {
  if (isMysql(dialect)) return likePattern(column, `%${escapeLike(text, dialect)}%`, dialect, statement);
  if (dialect === "mssql") return `CHARINDEX(${statement.bind(text)}, ${column}) > 0`;
  return `${dialect === "postgres" ? "STRPOS" : "INSTR"}(${column}, ${statement.bind(text)}) > 0`;
}

/** Case-sensitive, and in a form that can use an index; the text is not empty. */
export function startsWithText(column: string, text: string, dialect: SqlDialect, statement: Statement): string {
  if (dialect === "sqlite") return rangeOf(column, text, statement);
  if (dialect === "postgres") return rangeOf(`${column} COLLATE "C"`, text, statement);
  return `${column} LIKE ${statement.bind(`${escapeLike(text, dialect)}%`)} ESCAPE '|'`;
}

/** Case-sensitive, see `Comparison.like`. */
export function likeText(column: string, pattern: string, dialect: SqlDialect, statement: Statement): string {
  const parts = likeParts(pattern);
  // SQLite's LIKE takes no notice of case.
  if (dialect === "sqlite") {
    const glob = parts.map((part) =>
      part === "any" ? "*" : part === "one" ? "?" : part.text.replace(/[*?[]/g, "[$&]"),
    );
    return `${column} GLOB ${statement.bind(glob.join(""))}`;
  }
  const like = parts.map((part) => (part === "any" ? "%" : part === "one" ? "_" : escapeLike(part.text, dialect)));
  return likePattern(column, like.join(""), dialect, statement);
}

function likePattern(column: string, pattern: string, dialect: SqlDialect, statement: Statement): string {
  return `${column} LIKE ${statement.bind(pattern)}${isMysql(dialect) ? " COLLATE utf8mb4_bin" : ""} ESCAPE '|'`;
}

/** The texts with a prefix are those from it to, but without, its successor, in the order of code points. */
function rangeOf(column: string, prefix: string, statement: Statement): string {
  const from = `${column} >= ${statement.bind(prefix)}`;
  const end = successor(prefix);
  return end === undefined ? from : `${from} AND ${column} < ${statement.bind(end)}`;
}

function successor(prefix: string): string | undefined {
  const points = [...prefix].map((character) => character.codePointAt(0) ?? 0);
  while (points.at(-1) === 0x10ffff) points.pop();
  const last = points.pop();
  if (last === undefined) return undefined;
  // Surrogates are no characters.
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
}

/** `[` is special on SQL Server alone, and a needless escape is an error on Oracle. */
function escapeLike(text: string, dialect: SqlDialect): string {
  return text.replace(dialect === "mssql" ? /[|%_[]/g : /[|%_]/g, "|$&");
}

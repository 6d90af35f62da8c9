import { isMysql, type SqlDialect } from "../../database/dialect.js";

type Catalogue = Extract<SqlDialect, "sqlite" | "postgres" | "mysql">;

/** Matches quoted names, which may contain apostrophes, and texts. Only texts have a group. */
const LITERALS: Readonly<Record<Catalogue, RegExp>> = {
  sqlite: /"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'((?:[^']|'')*)'/gs,
  postgres: /"(?:[^"]|"")*"|'((?:[^']|'')*)'/gs,
  mysql: /`(?:[^`]|``)*`|'((?:[^'\\]|''|\\.)*)'/gs,
};

/** The texts that a condition of the catalogue names, in order. */
export function quotedTexts(condition: string, catalogue: Catalogue): string[] {
  const sql = catalogue === "mysql" ? withoutOuterEscapes(condition) : condition;
  return [...sql.matchAll(LITERALS[catalogue])].flatMap(([, inner]) =>
    inner === undefined ? [] : [shownText(readText(inner, catalogue), catalogue, 4)],
  );
}

/** The text that is all of an expression, but for a cast; `undefined` when it is another one. */
export function onlyText(expression: string, catalogue: Catalogue): string | undefined {
  const pattern = catalogue === "mysql" ? /^'((?:[^'\\]|''|\\.)*)'$/s : /^'((?:[^']|'')*)'(?:::[\w\s()"[\]]+)?$/s;
  const inner = pattern.exec(expression)?.[1];
  return inner === undefined ? undefined : readText(inner, catalogue);
}

/**
 * A text as the catalogue shows it. MySQL and MariaDB replace characters beyond U+FFFF by question marks.
 * @param marks number of question marks: 1 in defaults; in conditions 4, one for each byte of UTF-8
 */
export function shownText(text: string, dialect: SqlDialect, marks: 1 | 4): string {
  const isNarrow = isMysql(dialect);
  return isNarrow ? text.replace(/[\u{10000}-\u{10ffff}]/gu, "?".repeat(marks)) : text;
}

function readText(inner: string, catalogue: Catalogue): string {
  if (catalogue !== "mysql") return inner.replaceAll("''", "'");
  return inner.replace(/''|\\(.)/gs, (whole, escaped?: string) =>
    escaped === undefined ? "'" : (ESCAPES[escaped] ?? (escaped === "%" || escaped === "_" ? whole : escaped)),
  );
}

/** MySQL, "String Literals". */
const ESCAPES: Readonly<Record<string, string>> = { "0": "\0", b: "\b", n: "\n", r: "\r", t: "\t", Z: "\u001a" };

/** MySQL 8 escapes its conditions once more as a whole: `_utf8mb4\'new\'`. */
function withoutOuterEscapes(condition: string): string {
  const isEscaped = /^(?:[^'`]|`(?:[^`]|``)*`)*\\'/s.test(condition);
  return isEscaped ? readText(condition, "mysql") : condition;
}

/** A piece of SQL: a word, a quoted name or text, a sign, or what stands between (blanks and comments). */
export interface SqlToken {
  readonly kind: "word" | "quoted" | "sign" | "blank";
  readonly text: string;
}

const PATTERN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*')|(?<word>[\p{L}_\d$.]+)|(?<sign>[\s\S])/gu;

/** Splits SQL as SQLite wrote it down. Joined again, the pieces are the text. */
export function sqlTokens(sql: string): SqlToken[] {
  return [...sql.matchAll(PATTERN)].map(({ 0: text, groups }) => ({
    kind:
      groups?.blank !== undefined
        ? "blank"
        : groups?.quoted !== undefined
          ? "quoted"
          : groups?.word !== undefined
            ? "word"
            : "sign",
    text,
  }));
}

/** The name that a token spells: `"a""b"` is `a"b`. */
export function nameOf({ kind, text }: SqlToken): string {
  if (kind !== "quoted") return text;
  const quote = text[0] ?? "";
  const inner = text.slice(1, -1);
  return quote === "[" ? inner : inner.replaceAll(quote + quote, quote);
}

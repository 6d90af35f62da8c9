import { MigrationError } from "../../errors/migration-error.js";

/** A CREATE TABLE statement, parsed just enough to change one part and to keep the text of all others. */
export interface TableSource {
  readonly columns: readonly SourceColumn[];
  readonly constraints: readonly SourceConstraint[];
  /** `WITHOUT ROWID`, `STRICT`, or empty. */
  readonly end: string;
}

export interface SourceColumn {
  readonly name: string;
  /** The whole definition. */
  readonly text: string;
  /** True for a generated column, which accepts no values. */
  readonly generated: boolean;
}

export interface SourceConstraint {
  readonly name: string | undefined;
  readonly text: string;
  readonly kind: "primary" | "unique" | "check" | "foreign";
  /**
   * The columns that it uses, as far as known: every name in a check, and the names in the first brackets of other
   * constraints.
   */
  readonly columns: readonly string[];
}

const KINDS: Readonly<Record<string, SourceConstraint["kind"]>> = {
  PRIMARY: "primary",
  UNIQUE: "unique",
  CHECK: "check",
  FOREIGN: "foreign",
};

/** @throws MigrationError STRUCTURE_UNSUPPORTED for a virtual table, or one that was created from a query */
export function readTableSource(sql: string, table: string): TableSource {
  const tokens = sqlTokens(sql);
  const open = tokens.findIndex(({ text }) => text === "(");
  const parts = open === -1 ? undefined : splitParts(tokens, open + 1);
  if (parts === undefined || !/^\s*CREATE\s+TABLE\b/i.test(sql)) {
    throw new MigrationError("STRUCTURE_UNSUPPORTED", `The table ${table} was not made by a plain CREATE TABLE.`, {
      hint: "Change it in a step of the migration, with your own statements.",
    });
  }
  const columns: SourceColumn[] = [];
  const constraints: SourceConstraint[] = [];
  for (const part of parts.items) {
    const constraint = readConstraint(part);
    if (constraint !== undefined) constraints.push(constraint);
    else columns.push(readColumn(part, constraints));
  }
  return { columns, constraints, end: parts.end };
}

export function writeTableSource(quotedName: string, { columns, constraints, end }: TableSource): string {
  const parts = [...columns, ...constraints].map(({ text }) => text);
  return `CREATE TABLE ${quotedName} (\n  ${parts.join(",\n  ")}\n)${end === "" ? "" : ` ${end}`}`;
}

/** Splits at the commas of the outermost brackets. */
function splitParts(tokens: readonly SqlToken[], start: number): { items: SqlToken[][]; end: string } | undefined {
  const items: SqlToken[][] = [[]];
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) return undefined;
    if (token.text === "(") depth++;
    if (token.text === ")" && depth-- === 0) {
      const end = tokens
        .slice(index + 1)
        .map(({ text }) => text)
        .join("")
        .trim();
      return { items: items.filter((item) => item.some(({ kind }) => kind !== "blank")), end };
    }
    if (token.text === "," && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return undefined;
}

/** A clause of a column that could also be a constraint of the table. Quoted names are replaced by `_`. */
const CLAUSE =
  /^(?:CONSTRAINT \S+ )?(?:UNIQUE(?: ON CONFLICT \w+)?|REFERENCES \S+(?: \( \S+ \))?(?: ON (?:DELETE|UPDATE) (?:SET NULL|SET DEFAULT|CASCADE|RESTRICT|NO ACTION)| MATCH \S+| (?:NOT )?DEFERRABLE(?: INITIALLY \w+)?)*)(?= |$)/i;

/** UNIQUE and REFERENCES become constraints of the table, which a change of the column leaves alone. */
function readColumn(tokens: readonly SqlToken[], constraints: SourceConstraint[]): SourceColumn {
  const words = solid(tokens);
  const name = words[0] === undefined ? "" : nameOf(words[0]);
  const taken = new Set<SqlToken>();
  let depth = 0;
  for (const [at, word] of words.entries()) {
    depth += word.text === "(" ? 1 : word.text === ")" ? -1 : 0;
    if (at === 0 || depth > 0 || word.kind !== "word" || taken.has(word)) continue;
    const plain = words.slice(at).map(({ kind, text }) => (kind === "quoted" ? "_" : text));
    const clause = words.slice(at, at + (CLAUSE.exec(plain.join(" "))?.[0].split(" ").length ?? 0));
    for (const token of clause) taken.add(token);
    const constraint = clause.length === 0 ? undefined : readConstraint(tableClause(clause, name));
    if (constraint !== undefined) constraints.push(constraint);
  }
  return {
    name,
    text: textOf(tokens.filter((token) => !taken.has(token))),
    generated: words.some(
      ({ kind, text }, index) => kind === "word" && /^as$/i.test(text) && words[index + 1]?.text === "(",
    ),
  };
}

/** `UNIQUE` of the column a is `UNIQUE ("a")` of its table. */
function tableClause(clause: readonly SqlToken[], column: string): SqlToken[] {
  const texts = clause.map(({ text }) => text);
  const isUnique = texts.findIndex((text) => /^UNIQUE$/i.test(text));
  const at = isUnique === -1 ? texts.findIndex((text) => /^REFERENCES$/i.test(text)) : isUnique + 1;
  const columns = `("${column.replaceAll('"', '""')}")`;
  texts.splice(at, 0, isUnique === -1 ? `FOREIGN KEY ${columns}` : columns);
  return sqlTokens(texts.join(" "));
}

function readConstraint(tokens: readonly SqlToken[]): SourceConstraint | undefined {
  const words = solid(tokens);
  const isNamed = words[0]?.kind === "word" && words[0].text.toUpperCase() === "CONSTRAINT";
  const name = isNamed && words[1] !== undefined ? nameOf(words[1]) : undefined;
  const rest = isNamed ? words.slice(2) : words;
  const kind = rest[0]?.kind === "word" ? KINDS[rest[0].text.toUpperCase()] : undefined;
  if (kind === undefined) return undefined;
  const inBrackets = kind === "check" ? rest.slice(1) : firstBrackets(rest);
  const columns = inBrackets
    .filter((token) => token.kind === "word" || (token.kind === "quoted" && !token.text.startsWith("'")))
    .map(nameOf);
  return { name, text: textOf(tokens), kind, columns };
}

function firstBrackets(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const open = tokens.findIndex(({ text }) => text === "(");
  const close = tokens.findIndex(({ text }, index) => index > open && text === ")");
  return tokens.slice(open + 1, close);
}

function solid(tokens: readonly SqlToken[]): SqlToken[] {
  return tokens.filter(({ kind }) => kind !== "blank");
}

/** Comments are replaced by a blank, since a line comment could hide the text after it. */
function textOf(tokens: readonly SqlToken[]): string {
  return tokens
    .map(({ kind, text }) => (kind === "blank" ? " " : text))
    .join("")
    .trim();
}

/** A token of SQL: a word, a quoted name or text, a sign, or blanks and comments. */
interface SqlToken {
  readonly kind: "word" | "quoted" | "sign" | "blank";
  readonly text: string;
}

const PATTERN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|'(?:[^']|'')*')|(?<word>[\p{L}_\d$.]+)|(?<sign>[\s\S])/gu;

/** Splits SQL as SQLite wrote it down. Joined again, the pieces are the text. */
export function sqlTokens(sql: string): SqlToken[] {
  return [...sql.matchAll(PATTERN)].map(({ 0: text, groups = {} }) => {
    const kinds = Object.keys(groups) as SqlToken["kind"][];
    return { kind: kinds.find((kind) => groups[kind] !== undefined) ?? "sign", text };
  });
}

/** The name that a token spells: `"a""b"` is `a"b`. */
function nameOf({ kind, text }: SqlToken): string {
  if (kind !== "quoted") return text;
  const quote = text[0] ?? "";
  const inner = text.slice(1, -1);
  return quote === "[" ? inner : inner.replaceAll(quote + quote, quote);
}

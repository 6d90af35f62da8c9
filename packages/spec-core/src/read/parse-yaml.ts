import {
  CORE_SCHEMA,
  EVENT_ID,
  getScalarValue,
  load,
  mergeTag,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  YAMLException,
} from "js-yaml";
import { DescriptionError } from "../errors/description-error.js";
import { tooLarge } from "../errors/too-large.js";
import type { PositionedNode } from "./positions.js";
import { refuseMany } from "./read-text.js";

// The core schema leaves dates as text. Without merge keys, `<<` would be an ordinary property.
const SCHEMA = CORE_SCHEMA.withTags(mergeTag);
const MAX_DEPTH = 1000;
/** In characters. */
const LONGEST_YAML = 32 * 2 ** 20;
/** Ten times as many as the largest descriptions have. */
const MOST_VALUES = 5_000_000;
/**
 * Most values in a text longer than `from` characters. Parsing a value takes one or two microseconds and half a
 * kilobyte.
 */
const MOST_WRITTEN = { count: 1_000_000, from: 4 * 2 ** 20 };
/** Matches an anchor, which aliases can refer to. */
const ANCHOR = /(?:^|[\s[{,:])&[^\s,[\]{}]/;

/** A parsed YAML text. */
export interface ParsedYaml {
  readonly value: unknown;
  /** The text with closing brackets and quoted texts indented as YAML 1.2 requires. `readYamlTree` needs it. */
  readonly text: string;
}

/**
 * Parses one YAML 1.2 document with merge keys. `undefined` if it contains only comments. Like other parsers, accepts
 * closing brackets and lines of quoted texts at the indentation of their key.
 * @throws DescriptionError `DESCRIPTION_SYNTAX` with line and column, also for a duplicate key in a mapping;
 * `DESCRIPTION_TOO_LARGE`
 */
export function parseYaml(text: string, name: string): ParsedYaml {
  // js-yaml treats an empty text as an error. Here the caller decides what an empty file means.
  if (!/^[^\S\r\n]*[^\s#]/m.test(text)) return { value: undefined, text };
  if (text.length > LONGEST_YAML)
    throw tooLarge(
      { file: name, pointer: "" },
      `${name} has more than ${LONGEST_YAML / 2 ** 20} million characters of YAML.`,
      "Convert it to JSON, which is read ten times as fast, or cut it into several files.",
    );
  if (text.length > MOST_WRITTEN.from) refuseMany(name, text, ["\n", ","], MOST_WRITTEN.count);
  const parsed = loadYaml(text, name);
  if (ANCHOR.test(text) && expandedSize(parsed.value, MOST_VALUES) > MOST_VALUES) {
    throw tooLarge(
      { file: name, pointer: "" },
      `${name} stands for more than ${MOST_VALUES} values once its aliases (\`*name\`) are followed.`,
      "Use `$ref`, which is followed when it is needed, in place of aliases of aliases.",
    );
  }
  return parsed;
}

function loadYaml(text: string, name: string): ParsedYaml {
  try {
    return loadIndented(text);
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    const { mark, reason } = cause;
    const open = mark && findOpen(text, reason, mark.line);
    if (open !== undefined) throw unclosed(name, open, cause);
    const position = mark ? { line: mark.line + 1, column: mark.column + 1 } : {};
    throw new DescriptionError(
      "DESCRIPTION_SYNTAX",
      `This is not valid YAML: ${reason}.`,
      { file: name, pointer: "", ...position },
      { hint: hintFor(reason), cause },
    );
  }
}

/** Most brackets and quoted texts to indent. Each attempt parses the text again, so large texts get fewer. */
const MOST_INDENTED = { count: 100, least: 5, characters: 20 * 2 ** 20 };

/** @throws YAMLException the first error, if no closing bracket or quote causes it */
function loadIndented(text: string): ParsedYaml {
  let indented = text;
  let first: unknown;
  const { count: most, least, characters } = MOST_INDENTED;
  const attempts = Math.min(most, Math.max(least, characters / text.length));
  for (let count = 0; count <= attempts; count += 1) {
    try {
      const value = load(indented, { schema: SCHEMA, maxDepth: MAX_DEPTH, maxTotalMergeKeys: 1_000_000 });
      return { value, text: indented };
    } catch (cause) {
      first ??= cause;
      if (!(cause instanceof YAMLException)) break;
      if (cause.reason.includes("duplicated")) throw cause;
      const short = shortPart(indented, cause);
      if (short === undefined) break;
      const [start, end] = short;
      indented = `${indented.slice(0, start)}${indented.slice(start, end).replace(/^/gm, INDENT)}${indented.slice(end)}`;
    }
  }
  throw first;
}

/** Other YAML parsers accept the text without it. These spaces are not part of a value. */
const INDENT = " ".repeat(40);

/**
 * Where lines are indented too little, as offsets: from a line of a quoted text to its closing quote, or a closing bracket.
 * `undefined` if something else is wrong.
 */
function shortPart(text: string, { mark, reason }: YAMLException): readonly [number, number] | undefined {
  if (!mark || reason !== "deficient indentation") return undefined;
  const { position, line } = mark;
  const open = findOpen(text, reason, line)?.mark;
  if (open !== "'" && open !== '"') return /[\]}'"]/.test(text.charAt(position)) ? [position, position] : undefined;
  const closing = open === "'" ? /(?:[^']|'')*/y : /(?:[^"\\]|\\[\s\S])*/y;
  closing.lastIndex = position;
  closing.test(text);
  return closing.lastIndex < text.length ? [position, closing.lastIndex] : undefined;
}

/**
 * The number of values if each shared part is counted at each of its places, as a walk visits them. A part that
 * contains itself counts once. Stops shortly after `most`.
 * @param value not nested more deeply than a recursion can go
 */
function expandedSize(value: unknown, most: number): number {
  const sizes = new Map<object, number>();
  const sizeOf = (part: unknown): number => {
    if (typeof part !== "object" || part === null) return 1;
    const known = sizes.get(part);
    if (known !== undefined) return known;
    sizes.set(part, 1);
    let size = 1;
    for (const member of Object.values(part)) {
      size += sizeOf(member);
      if (size > most) break;
    }
    sizes.set(part, size);
    return size;
  };
  return sizeOf(value);
}

/** An unclosed bracket or quote in a line, with its position. */
interface OpenMark {
  readonly mark: string;
  readonly line: number;
  readonly column: number;
  /** The line where it should have been closed. */
  readonly until: number;
}

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "{": "}" };
/** Lines to look back from an error. */
const MOST_LINES = 100;

/** The unclosed bracket or quote that causes an error further down. Lines count from 0. */
function findOpen(text: string, reason: string, line: number): OpenMark | undefined {
  const isShort = reason === "deficient indentation";
  if (!isShort && !reason.startsWith("unexpected end of the stream")) return undefined;
  const lines = text.split("\n", line + 1);
  for (let at = isShort ? line - 1 : lines.length - 1; at >= Math.max(0, line - MOST_LINES); at -= 1) {
    const open = openIn(lines[at] ?? "");
    if (open !== undefined) return { ...open, line: at + 1, until: line + 1 };
  }
  return undefined;
}

/** The innermost bracket or quote that is open at the end of a line. */
function openIn(line: string): Pick<OpenMark, "mark" | "column"> | undefined {
  const brackets: Pick<OpenMark, "mark" | "column">[] = [];
  let quote: Pick<OpenMark, "mark" | "column"> | undefined;
  let before = ":";
  for (let at = 0; at < line.length; at += 1) {
    const mark = line.charAt(at);
    if (quote !== undefined) {
      if (mark === "\\" ? quote.mark === '"' : mark === "'" && line.startsWith("''", at)) at += 1;
      else if (mark === quote.mark) quote = undefined;
      continue;
    }
    if (mark === "#" && /\s/.test(line.charAt(at - 1))) break;
    // Elsewhere they are text.
    const isStart = /[:\-?[{,]/.test(before);
    if (isStart && /["']/.test(mark)) quote = { mark, column: at + 1 };
    else if (isStart && /[[{]/.test(mark)) brackets.push({ mark, column: at + 1 });
    else if (/[\]}]/.test(mark)) brackets.pop();
    if (/\S/.test(mark)) before = mark;
  }
  return quote ?? brackets.at(-1);
}

function unclosed(file: string, { mark, line, column, until }: OpenMark, cause: YAMLException): DescriptionError {
  return new DescriptionError(
    "DESCRIPTION_SYNTAX",
    `This is not valid YAML: the \`${mark}\` of line ${line} is still open at line ${until}.`,
    { file, pointer: "", line, column },
    { hint: `Close it with \`${CLOSING[mark] ?? mark}\`.`, cause },
  );
}

function hintFor(reason: string): string {
  if (reason.includes("duplicated mapping key")) return "Keep one of the two entries with this key, or rename one.";
  if (reason.includes("single document")) return "Keep one document per file: remove what follows the second `---`.";
  if (reason.includes("unknown") && reason.includes("tag")) return "Remove the tag, or quote the value if it is text.";
  return "Check the indentation, quotes and brackets at this line and the one before it.";
}

interface OpenNode {
  readonly start: number;
  readonly isMapping: boolean;
  readonly members: Map<string, PositionedNode>;
  /** The key whose value comes next. */
  key: { readonly text: string; readonly start: number } | undefined;
}

/** The positions of all values of a text that `parseYaml` took. */
export function readYamlTree(text: string): PositionedNode {
  const document: OpenNode = { start: 0, isMapping: false, members: new Map(), key: undefined };
  const open: OpenNode[] = [document];
  for (const event of parseEvents(text, { maxDepth: MAX_DEPTH })) {
    const parent = open.at(-1) ?? document;
    switch (event.type) {
      case EVENT_ID.MAPPING:
      case EVENT_ID.SEQUENCE: {
        const members = new Map<string, PositionedNode>();
        const start = addNode(parent, event.start, undefined, members);
        open.push({ start, isMapping: event.type === EVENT_ID.MAPPING, members, key: undefined });
        break;
      }
      case EVENT_ID.SCALAR:
        addNode(parent, scalarStart(event), () => getScalarValue(text, event), new Map());
        break;
      case EVENT_ID.ALIAS:
        addNode(parent, event.anchorStart - 1, () => "", new Map());
        break;
      case EVENT_ID.POP:
        if (open.length > 1) open.pop();
        break;
    }
  }
  return document.members.get("0") ?? { start: 0, child: (key) => document.members.get(key) };
}

/** Adds a node as the parent's next key, value or element. Returns the node's offset. */
function addNode(
  parent: OpenNode,
  start: number,
  keyText: (() => string) | undefined,
  members: Map<string, PositionedNode>,
): number {
  if (!parent.isMapping) {
    parent.members.set(String(parent.members.size), { start, child: (key) => members.get(key) });
    return start;
  }
  if (parent.key === undefined) {
    parent.key = { text: keyText?.() ?? "", start };
    return start;
  }
  const { key } = parent;
  parent.key = undefined;
  parent.members.set(key.text, { start: key.start, child: (key) => members.get(key) });
  return key.start;
}

function scalarStart(event: ScalarEvent): number {
  const isQuoted = event.style === SCALAR_STYLE.DOUBLE_QUOTED || event.style === SCALAR_STYLE.SINGLE_QUOTED;
  return isQuoted ? event.valueStart - 1 : Math.max(0, event.valueStart);
}

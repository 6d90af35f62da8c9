/** Steps that a backtracking match may take: some milliseconds. */
const MOST_STEPS = 2_000_000;
/** The limit for patterns whose steps may double with each character. */
const SHORT = 12;
/** More optional parts than this can take too long for any text. */
const MOST_CHOICES = 20;
/** A group with at most this many repeats counts as written out. */
const WRITTEN_OUT = 4;
/** A longer pattern counts as the slowest kind. Only 6,400 marks for atoms exist. */
const MOST_ATOMS = 6_000;
/** With its groups written out. */
const LONGEST_SHAPE = 50_000;

/**
 * Two kinds of parts in a pattern. STRUCTURE is groups, quantifiers and alternatives. ATOM matches one character:
 * escapes, classes, plain characters.
 */
const STRUCTURE = String.raw`\{\d+(?:,\d*)?\}|\((?:\?(?:<?[=!]|:|<\w+>))?|[)|*+?^$]`;
const ATOM = String.raw`\\(?:u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|p\{[^}]*\}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|.`;
/** A private-use character that stands for an atom of the pattern. `~` after it marks an atom that a match may skip. */
const MARK = String.raw`[\ue000-\uf8ff]`;
const FIRST_MARK = 0xe000;
const INNERMOST = /\(([^()]*)\)([*+?]|\{\d+(?:,\d*)?\})?/;
const CHOICE = /[*+?|]|\{\d+,\d*\}/g;
const ENDLESS = /^(?:[*+]|\{\d+,\}|\{\d*,?\d{3,}\})/;

/**
 * The longest text, in characters, that JavaScript certainly tests against the pattern within milliseconds.
 * `undefined`: any length. The estimate uses only the pattern's text: 12 for `^(a+)+$`, whose time doubles with each
 * character, and 1,414 for `\s+$`, whose time grows with the square of the length.
 */
export function patternLimit(pattern: string): number | undefined {
  const atoms: string[] = [];
  const mark = (atom: string): string => String.fromCharCode(FIRST_MARK + atoms.push(atom) - 1);
  const shape = pattern.replace(new RegExp(`(${STRUCTURE})|(?:${ATOM})`, "gisu"), (part, structure?: string) =>
    structure === undefined ? mark(part) : structure.replace(/^\(.*/s, "("),
  );
  if (atoms.length > MOST_ATOMS) return SHORT;
  const flat = withoutGroups(shape, atoms, mark);
  if (flat === undefined) return SHORT;
  if ((flat.match(CHOICE)?.length ?? 0) > MOST_CHOICES) return 0;
  const longest = longestChain(flat, atoms);
  const degree = longest + (flat.startsWith("^") || longest === 0 ? 0 : 1);
  return degree <= 1 ? undefined : Math.floor(MOST_STEPS ** (1 / degree));
}

/** Resolves groups, innermost first; `undefined` if a repeated group can match one text in several ways. */
function withoutGroups(shape: string, atoms: readonly string[], mark: (atom: string) => string): string | undefined {
  let rest = shape;
  for (let group = INNERMOST.exec(rest); group; group = INNERMOST.exec(rest)) {
    const [whole, content = "", times = ""] = group;
    const most = mostTimes(times);
    const choices = content.match(CHOICE)?.length ?? 0;
    let flat: string;
    if (most <= WRITTEN_OUT) flat = written(content, times).repeat(most);
    else if (choices === 0) flat = `${content.length === 1 ? content : mark("[^]")}${times}`;
    else if (choices === 1 && isDelimited(content, atoms)) flat = `${written(content, times)}?`;
    else return undefined;
    if (rest.length + flat.length > LONGEST_SHAPE || atoms.length > MOST_ATOMS) return undefined;
    rest = rest.slice(0, group.index) + flat + rest.slice(group.index + whole.length);
  }
  return rest;
}

function mostTimes(quantifier: string): number {
  if (/^(?:\??|\{.*,1\})$/.test(quantifier)) return 1;
  const [, most = ""] = /(\d+)\}$/.exec(quantifier) ?? [];
  return most === "" ? Number.POSITIVE_INFINITY : Number(most);
}

/** A group without its parentheses. `?` marks a choice between alternatives. */
function written(content: string, times: string): string {
  const isSkippable = /^(?:[*?]|\{0)/.test(times) || content.includes("|");
  const atoms = isSkippable ? content.replace(new RegExp(`${MARK}(?![*+?{~])`, "g"), "$&~") : content;
  return atoms.replaceAll("|", "?");
}

/**
 * True if each repetition begins or ends with a character that nothing else in the group matches: `-[a-z]+`,
 * `[a-z]+\.`.
 */
function isDelimited(content: string, atoms: readonly string[]): boolean {
  if (content.includes("|")) return false;
  const used = [...content].flatMap((one) => atomOf(one, atoms) ?? []);
  const ends = [
    ...(new RegExp(`^${MARK}(?![*+?{~])`).test(content) ? [0] : []),
    ...(new RegExp(`${MARK}$`).test(content) ? [used.length - 1] : []),
  ];
  return ends.some((at) => {
    const delimiter = characterOf(used[at]);
    return delimiter !== undefined && used.every((atom, other) => other === at || !matches(atom, delimiter));
  });
}

/** The most endless repeats in a row that can share a text: three in `.*@.*\..*`, one in `\d+\.\d+\.\d+`. */
function longestChain(flat: string, atoms: readonly string[]): number {
  const chains: { readonly atom: string; readonly length: number; readonly between: string[] }[] = [];
  for (const { 0: one, index } of flat.matchAll(new RegExp(MARK, "g"))) {
    const atom = atomOf(one, atoms) ?? "";
    const next = flat.slice(index + 1, index + 20);
    if (ENDLESS.test(next)) {
      const before = chains.filter((chain) =>
        chain.between.every((character) => matches(chain.atom, character) && matches(atom, character)),
      );
      const length = 1 + Math.max(0, ...before.map((chain) => chain.length));
      chains.push({ atom, length, between: [] });
    }
    const character = characterOf(atom);
    const isNeeded = !/^(?:[*?~]|\{0)/.test(next);
    if (isNeeded && character !== undefined && !ENDLESS.test(next))
      for (const chain of chains) chain.between.push(character);
  }
  return Math.max(0, ...chains.map(({ length }) => length));
}

function atomOf(mark: string, atoms: readonly string[]): string | undefined {
  return atoms[mark.charCodeAt(0) - FIRST_MARK];
}

/** The character of an atom that matches one alone. */
function characterOf(atom = ""): string | undefined {
  return /^(?:\\\W|[^\\[.])$/.test(atom) ? atom.slice(-1) : undefined;
}

function matches(atom: string, character: string): boolean {
  try {
    return new RegExp(`^${atom}$`, "u").test(character);
  } catch {
    return true;
  }
}

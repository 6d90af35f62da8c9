import type { SegmentPart } from "./path-template.js";

/** Matches segments of a template that mix parameters and text: `{id}.json`, `{from}..{to}`. */
export interface SegmentPattern {
  /** The same for patterns that match the same. */
  readonly key: string;
  /** Letters that are not parameters. */
  readonly weight: number;
  /**
   * The texts of its parameters, still encoded. Each is as short as possible, except one before an extension. Takes
   * linear time for every text.
   */
  match(segment: string): readonly string[] | undefined;
}

export function createSegmentPattern(parts: readonly SegmentPart[]): SegmentPattern {
  const steps = parts.map((part, at) => {
    if (!("literal" in part)) return undefined;
    const source = [...part.literal].map(eitherSpelling).join("");
    return new RegExp(at === parts.length - 1 ? `${source}$` : source, at === 0 ? "y" : "g");
  });
  const [before, last] = parts.slice(-2);
  const hasExtension = before !== undefined && "literal" in before && before.literal === "." && last !== undefined;
  return {
    key: steps.map((step) => step?.source ?? "{}").join(""),
    weight: parts.reduce((sum, part) => sum + ("literal" in part ? part.literal.length : 0), 0),
    match: (segment) => matchSteps(steps, segment, hasExtension),
  };
}

/**
 * @param steps a regular expression for each literal, `undefined` for each parameter
 * @param hasExtension true if the last parameter is an extension: `{position}.{format}` in `4.52,1.0.json`
 */
function matchSteps(
  steps: readonly (RegExp | undefined)[],
  segment: string,
  hasExtension: boolean,
): readonly string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  /** The start of a parameter whose end is not yet known. */
  let open: number | undefined;
  for (const [index, step] of steps.entries()) {
    if (step === undefined) {
      if (open !== undefined) {
        at = endOfFirst(segment, open, index === steps.length - 1);
        texts.push(segment.slice(open, at));
      }
      open = at;
      continue;
    }
    step.lastIndex = open === undefined ? at : open + 1;
    const found = hasExtension && index === steps.length - 2 ? lastMatch(step, segment) : step.exec(segment);
    if (found === null) return undefined;
    if (open !== undefined) texts.push(segment.slice(open, found.index));
    open = undefined;
    at = found.index + found[0].length;
  }
  if (open === undefined) return at === segment.length ? texts : undefined;
  if (open >= segment.length) return undefined;
  return [...texts, segment.slice(open)];
}

/** The last match of a step that leaves text after it. */
function lastMatch(step: RegExp, segment: string): RegExpExecArray | null {
  let last: RegExpExecArray | null = null;
  for (let found = step.exec(segment); found !== null && step.lastIndex < segment.length; found = step.exec(segment)) {
    last = found;
    if (!step.global) break;
  }
  return last;
}

/**
 * The end of the first of two adjacent parameters. At the end of a segment, the second one is an extension, as in
 * `{page}{format}` for `a.b.json`. Otherwise the first one has one letter.
 */
function endOfFirst(segment: string, start: number, isEnd: boolean): number {
  const dot = isEnd ? segment.lastIndexOf(".") : -1;
  return dot > start ? dot : start + 1;
}

const UTF_8 = new TextEncoder();

/** A suffix or verb may also be sent encoded, so the expression for a character matches both forms. */
function eitherSpelling(character: string): string {
  const plain = character.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  if (/[A-Za-z0-9]/.test(character)) return plain;
  const encoded = [...UTF_8.encode(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  return `(?:${plain}|${encoded.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`;
}

import type { AST } from "@eslint-community/regexpp";
import { toRegExp } from "./pattern.js";

/** The places of a pattern that match a character each, and which can come after which. */
export interface PatternAutomaton {
  /** The places that can come first, or behind one where the pattern can end. */
  readonly first: readonly number[];
  /** By place: the places that can come next, as long as the pattern cannot end there. */
  readonly next: readonly (readonly number[])[];
  /** Is there a character that both places match? */
  readonly overlaps: (left: number, right: number) => boolean;
  /** A text can take two ways to one place, again and again. */
  readonly isTwofold: boolean;
}

/** More places, or more ways between them, take longer to look at than the pattern is worth. */
const MOST_PLACES = 400;
const MOST_EDGES = 4_000;
/** Places of a counted repeat that is written out; a larger one is read as if it had no end. */
const MOST_COPIES = 40;

/** `undefined` for what is no plain expression: a lookaround, a backreference, or more than can be looked at. */
export function patternAutomaton(pattern: AST.Pattern): PatternAutomaton | undefined {
  const builder = new Builder();
  try {
    return builder.finish(builder.alternatives(pattern.alternatives, false));
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
}

class TooMuch extends Error {}

/** What stands at the ends of a part. @see Glushkov, "The abstract theory of automata" (1961) */
interface Part {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

type Place = AST.Character | AST.CharacterSet | AST.CharacterClass;

const NOTHING: Part = { first: [], last: [], isNullable: true };

class Builder {
  readonly #places: Place[] = [];
  readonly #next: Set<number>[] = [];
  readonly #edges = new Set<number>();
  /** Does an edge of the text or of a word have a say in whether a way ends well? */
  #hasEdges = false;
  #isTwofold = false;

  alternatives(alternatives: readonly AST.Alternative[], isRepeated: boolean): Part {
    const parts = alternatives.map(({ elements }) =>
      elements
        .map((element) => this.#element(element, isRepeated))
        .reduce((left, right) => this.#join(left, right), NOTHING),
    );
    // Two ways to match nothing are two ways at every repeat.
    if (isRepeated && parts.filter(({ isNullable }) => isNullable).length > 1) this.#isTwofold = true;
    return {
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
      isNullable: parts.some(({ isNullable }) => isNullable),
    };
  }

  finish({ first, last }: Part): PatternAutomaton {
    // Who comes to where the pattern may end has a match, and never looks at other ways to that place.
    const ends = new Set(this.#hasEdges ? [] : last);
    const codes = new Set([...SAMPLES, ...edgesOf(this.#places)].filter((code) => code >= 0 && code <= 0x10ffff));
    const samples = [...codes].map((code) => String.fromCodePoint(code));
    const known = new Map<string, bigint>();
    const characters = this.#places.map((place) => {
      const matched = known.get(place.raw) ?? matchedOf(place, samples);
      known.set(place.raw, matched);
      return matched;
    });
    const overlaps = characters.map((left) => characters.map((right) => (left & right) !== 0n));
    return {
      first: [...new Set([first, ...[...ends].map((end) => [...(this.#next[end] ?? [])])].flat())],
      next: this.#next.map((places, from) => (ends.has(from) ? [] : [...places].filter((to) => !ends.has(to)))),
      overlaps: (left, right) => overlaps[left]?.[right] ?? true,
      isTwofold: this.#isTwofold,
    };
  }

  #element(node: AST.Element, isRepeated: boolean): Part {
    switch (node.type) {
      case "Character":
      case "CharacterSet":
      case "CharacterClass":
        return this.#place(node);
      case "Group":
      case "CapturingGroup":
        return this.alternatives(node.alternatives, isRepeated);
      case "Quantifier":
        return this.#quantifier(node, isRepeated);
      case "Assertion":
        // What an edge or a word's boundary rules out only makes ways fewer.
        if ("alternatives" in node) throw new TooMuch();
        if (node.kind !== "start") this.#hasEdges = true;
        return NOTHING;
      default:
        throw new TooMuch();
    }
  }

  #place(node: Place): Part {
    const place = this.#places.push(node) - 1;
    this.#next.push(new Set());
    if (place >= MOST_PLACES) throw new TooMuch();
    return { first: [place], last: [place], isNullable: false };
  }

  #quantifier({ element, min, max }: AST.Quantifier, isRepeated: boolean): Part {
    const before = this.#places.length;
    if (max === 0) return NOTHING;
    if (element.type === "Assertion") return this.#element(element, isRepeated);
    const body = this.#element(element, isRepeated || max > 1);
    const size = Math.max(1, this.#places.length - before);
    if (max === 1) return min === 0 ? { ...body, isNullable: true } : body;
    if (max * size > MOST_COPIES || body.isNullable) {
      this.#link(body, body);
      return min === 0 ? { ...body, isNullable: true } : body;
    }
    const last = min <= 1 ? [...body.last] : [];
    let previous = body;
    for (let count = 2; count <= max; count += 1) {
      const copy = this.#element(element, true);
      this.#link(previous, copy);
      if (count >= min) last.push(...copy.last);
      previous = copy;
    }
    return { first: body.first, last, isNullable: min === 0 };
  }

  #join(left: Part, right: Part): Part {
    this.#link(left, right);
    return {
      first: left.isNullable ? [...left.first, ...right.first] : left.first,
      last: right.isNullable ? [...left.last, ...right.last] : right.last,
      isNullable: left.isNullable && right.isNullable,
    };
  }

  #link({ last }: Part, { first }: Part): void {
    for (const from of last) {
      for (const to of first) {
        const edge = from * MOST_PLACES + to;
        if (this.#edges.has(edge)) this.#isTwofold = true;
        this.#edges.add(edge);
        if (this.#edges.size > MOST_EDGES) throw new TooMuch();
        this.#next[from]?.add(to);
      }
    }
  }
}

/** Characters of all kinds that `\w`, `\s`, `.` and the like tell apart. */
const SAMPLES: readonly number[] = [
  ...Array.from({ length: 0x80 }, (_, code) => code),
  ...[0x85, 0xa0, 0xe9, 0x2003, 0x2028, 0x20ac, 0x3042, 0xfeff, 0x1f600],
];

/** Characters on both sides of what the places name: where two of them overlap, they do so at one of these. */
function edgesOf(nodes: readonly Place[]): number[] {
  return nodes.flatMap((node) => {
    if (node.type === "Character") return [node.value];
    if (node.type === "CharacterSet") return [];
    return node.elements.flatMap((element) => {
      if (element.type === "Character") return [element.value - 1, element.value, element.value + 1];
      if (element.type !== "CharacterClassRange") return [];
      const [{ value: min }, { value: max }] = [element.min, element.max];
      return [min - 1, min, max, max + 1];
    });
  });
}

/** Which of the samples a place matches, a bit each. */
function matchedOf(node: Place, samples: readonly string[]): bigint {
  const expression = toRegExp(`^(?:${node.raw})$`);
  // Characters of a Unicode property may be any.
  if (expression === undefined || /p\{/i.test(node.raw)) return -1n;
  return samples.reduce((bits, sample, at) => (expression.test(sample) ? bits | (1n << BigInt(at)) : bits), 0n);
}

import type { AST, RegExpParser } from "@eslint-community/regexpp";
import { getOrMake } from "../lazy/caches.js";
import { requireLazily } from "../lazy/require-lazily.js";
import { type Matcher, toMatcher } from "../schema/patterns/matcher.js";
import { toRegExp } from "../schema/patterns/pattern-dialects.js";
import { type Random, Seed } from "./random.js";

const ATTEMPTS = 80;
/** In characters. A schema that requires longer texts gets no sample. */
const LONGEST = 200_000;
/** Maximum number of repeats in one text, including nested ones. */
const MOST_ROUNDS = 400_000;
const ASCII: readonly string[] = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));

/**
 * A text that matches the pattern, with `min` to `max` characters. The same seed gives the same text. `undefined` if
 * none is found.
 */
export function samplePattern(source: string, seed: string, min: number, max: number): string | undefined {
  return new Pattern(source).sample(Seed.fromText(seed).random(), min, max);
}

/** A regular expression of a schema. It tests texts, and creates texts that match it. */
export class Pattern {
  readonly #source: string;
  readonly #expression: RegExp | undefined;
  readonly #matcher: Matcher | undefined;
  readonly #alphabets = new Map<string, readonly string[]>();
  #tree: AST.Pattern | undefined;
  #isTooLong = false;

  constructor(source: string) {
    this.#source = source;
    this.#expression = toRegExp(source);
    this.#matcher = toMatcher(source);
  }

  /** True if the text matches, or if JavaScript cannot read the pattern. */
  test(text: string): boolean {
    return this.#matcher?.test(text) ?? true;
  }

  /** A matching text with `minLength` to `maxLength` characters. `undefined` if none is found. */
  sample(random: Random, minLength: number, maxLength: number): string | undefined {
    const tree = this.#parse();
    if (!tree || this.#isTooLong) return undefined;
    let plan: RepeatPlan = { least: 0, spread: 4, stretched: -1, goal: 0 };
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const writer = new Writer(random, plan, (raw) => this.#alphabet(raw, attempt > ATTEMPTS / 4));
      const text = writer.write(tree);
      const { length } = writer;
      if (writer.isCut) {
        this.#isTooLong = true;
        return undefined;
      }
      if (length > maxLength) {
        const goal = Math.max(0, plan.goal - (length - maxLength));
        plan = { ...plan, least: plan.least >> 1, spread: plan.spread >> 1, goal };
      } else if (length < minLength) {
        plan = { least: 0, spread: 0, stretched: random.integer(0, Math.max(0, writer.repeats - 1)), goal: minLength };
      } else {
        if (this.test(text)) return text;
        const overlaid = overlay(text, writer.demands, random);
        if (overlaid !== text && this.test(overlaid)) return overlaid;
        plan = { least: random.integer(0, 6), spread: random.integer(0, 8), stretched: -1, goal: 0 };
      }
    }
    return undefined;
  }

  #parse(): AST.Pattern | undefined {
    if (!this.#tree && this.#expression) {
      const { RegExpParser: Parser } = requireLazily<{ RegExpParser: typeof RegExpParser }>(
        "@eslint-community/regexpp",
      );
      const { unicode } = this.#expression;
      this.#tree = new Parser().parsePattern(this.#source, undefined, undefined, { unicode });
    }
    return this.#tree;
  }

  /**
   * The characters that a class such as `[^/]` or `\p{L}` matches. Letters and digits are preferred, because they are
   * the easiest to read.
   */
  #alphabet(raw: string, wide: boolean): readonly string[] {
    const key = `${wide}${raw}`;
    return getOrMake(this.#alphabets, key, () => alphabetOf(new RegExp(`^${raw}$`, this.#expression?.flags), wide));
  }
}

function alphabetOf(single: RegExp, wide: boolean): readonly string[] {
  const printable = ASCII.filter((character) => single.test(character));
  const plain = printable.filter((character) => /[a-z0-9]/i.test(character));
  if (!wide && plain.length > 0) return plain;
  if (printable.length > 0) return printable;
  const found: string[] = [];
  for (let code = 0; code <= 0xffff && found.length < 32; code++) {
    const character = String.fromCharCode(code);
    if ((code < 0xd800 || code > 0xdfff) && single.test(character)) found.push(character);
  }
  return found;
}

/** Writes the texts that lookaheads such as `(?=.*[A-Z])` require over a text, each at a separate place. */
function overlay(text: string, demands: readonly string[], random: Random): string {
  const characters = [...text];
  let from = random.integer(0, Math.max(0, characters.length - demands.join("").length));
  for (const demand of demands) {
    for (const character of demand) {
      if (from < characters.length) characters[from++] = character;
    }
  }
  return characters.join("");
}

/** How often the repeated parts of a pattern are repeated. */
interface RepeatPlan {
  /** Repeats above the minimum: `least` always, and up to `spread` at random. */
  readonly least: number;
  readonly spread: number;
  /** The position of the repeated part that continues until the text has `goal` characters. -1 for none. */
  readonly stretched: number;
  readonly goal: number;
}

/** Writes one text for a syntax tree. */
class Writer {
  /** The number of written characters. */
  length = 0;
  /** The number of parts that could have been repeated more often. */
  repeats = 0;
  /** True if the text became too long, or took too long. */
  isCut = false;
  /** Texts that positive lookaheads require. */
  readonly demands: string[] = [];
  readonly #random: Random;
  readonly #alphabet: (raw: string) => readonly string[];
  readonly #groups = new Map<AST.CapturingGroup, string>();
  #plan: RepeatPlan;
  #rounds = 0;

  constructor(random: Random, plan: RepeatPlan, alphabet: (raw: string) => readonly string[]) {
    this.#random = random;
    this.#plan = plan;
    this.#alphabet = alphabet;
  }

  write(node: AST.Pattern | AST.Element | AST.Alternative): string {
    switch (node.type) {
      case "Alternative":
        return node.elements.map((element) => this.write(element)).join("");
      case "Pattern":
      case "Group":
        return this.#any(node.alternatives);
      case "CapturingGroup": {
        const text = this.#any(node.alternatives);
        this.#groups.set(node, text);
        return text;
      }
      case "Character":
        this.length++;
        return String.fromCodePoint(node.value);
      case "CharacterClass":
      case "CharacterSet":
      case "ExpressionCharacterClass": {
        const alphabet = this.#alphabet(node.raw);
        if (alphabet.length === 0) return "";
        this.length++;
        // In a pattern such as `https://files.example.com/`, the dot is probably meant literally.
        if (node.raw === "." && isBetweenLiterals(node)) return ".";
        return this.#random.pick(alphabet);
      }
      case "Quantifier":
        return this.#repeat(node);
      case "Backreference": {
        const [group] = [node.resolved].flat();
        const text = (group && this.#groups.get(group)) ?? "";
        this.length += [...text].length;
        return text;
      }
      case "Assertion":
        if (node.kind === "lookahead" && !node.negate) this.#demand(node.alternatives);
        return "";
    }
  }

  #any(alternatives: readonly AST.Alternative[]): string {
    return alternatives.length === 0 ? "" : this.write(this.#random.pick(alternatives));
  }

  #repeat({ min, max, element }: AST.Quantifier): string {
    const { least, spread, stretched, goal } = this.#plan;
    const isStretched = max > min && this.repeats++ === stretched;
    const lowest = Math.min(max, min + least);
    const count = this.#random.integer(lowest, Math.min(max, lowest + spread));
    let text = "";
    for (let round = 0; round < count || (isStretched && round < max && this.length < goal); round++) {
      const before = this.length;
      if (this.length > LONGEST || this.#rounds++ > MOST_ROUNDS) this.isCut = true;
      if (this.isCut) break;
      text += this.write(element);
      if (round >= count && this.length === before) break;
    }
    return text;
  }

  #demand(alternatives: readonly AST.Alternative[]): void {
    const [plan, { length, repeats }] = [this.#plan, this];
    this.#plan = { least: 0, spread: 0, stretched: -1, goal: 0 };
    this.demands.push(this.#any(alternatives));
    [this.#plan, this.length, this.repeats] = [plan, length, repeats];
  }
}

/** True if the node has literal characters on both sides and is not repeated. */
function isBetweenLiterals(node: AST.Element): boolean {
  const { parent } = node;
  if (parent?.type !== "Alternative") return false;
  const at = parent.elements.indexOf(node as AST.Alternative["elements"][number]);
  return [at - 1, at + 1].every((index) => parent.elements[index]?.type === "Character");
}

import { type AST, RegExpParser } from "@eslint-community/regexpp";
import type { Random } from "./random.js";

/** Generates a text for a regular expression. It ignores look-arounds, so the caller must check the result. */
export function textForPattern(pattern: string, random: Random, repeats: number): string {
  const parser = new RegExpParser();
  const tree = parser.parsePattern(pattern, 0, pattern.length, { unicode: true });
  return alternatives(tree.alternatives, random, repeats);
}

function alternatives(options: readonly AST.Alternative[], random: Random, repeats: number): string {
  const option = options[random.below(options.length)];
  return (option?.elements ?? []).map((element) => text(element, random, repeats)).join("");
}

function text(element: AST.Element, random: Random, repeats: number): string {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return alternatives(element.alternatives, random, repeats);
    case "Quantifier": {
      const extra = Math.min(element.max - element.min, Math.max(0, repeats - element.min));
      const count = Math.min(element.min + random.below(extra + 1), 2000);
      return Array.from({ length: count }, () => text(element.element, random, repeats)).join("");
    }
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterClass":
    case "CharacterSet":
      return character(element, random);
    default:
      return "";
  }
}

const CANDIDATES = [
  ..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. :/@+,;~!#$%&'()*=?[]^`{|}<>\"\\é",
];

function character(element: AST.CharacterClass | AST.CharacterSet, random: Random): string {
  const matcher = new RegExp(`^${element.raw}$`, "u");
  const fitting = CANDIDATES.filter((candidate) => matcher.test(candidate));
  if (fitting.length > 0) return fitting[random.below(fitting.length)] ?? "";
  for (let code = 0; code < 0x3000; code += 1) {
    const candidate = String.fromCodePoint(code);
    if (matcher.test(candidate)) return candidate;
  }
  return "";
}

import type { AST, RegExpParser } from "@eslint-community/regexpp";
import { requireLazily } from "../require-lazily.js";
import { toRegExp } from "./pattern.js";

/**
 * How the steps of a backtracking matcher can grow with the length n of a text, as the exponent of n: 1 for `^a*$`, 2 for
 * `a*$`, which may begin anywhere, infinite for `(a+)+`. Never too small, but often too large: what two repeats match is not compared.
 */
export function patternDegree(pattern: string, unicode: boolean): number {
  const { RegExpParser: Parser } = requireLazily<{ RegExpParser: typeof RegExpParser }>("@eslint-community/regexpp");
  const tree = new Parser().parsePattern(pattern, undefined, undefined, { unicode });
  const isAnchored = tree.alternatives.every(
    ({ elements: [first] }) => first?.type === "Assertion" && first.kind === "start",
  );
  return anyOf(tree.alternatives) + (isAnchored ? 0 : 1);
}

function anyOf(alternatives: readonly AST.Alternative[]): number {
  return Math.max(0, ...alternatives.map(degreeOf));
}

function degreeOf(node: AST.Element | AST.Alternative): number {
  switch (node.type) {
    case "Alternative": {
      // What a lookaround has found is never searched again, so it adds to the steps and does not multiply them.
      const around = node.elements.filter(isLookaround).map(degreeOf);
      const along = node.elements.filter((element) => !isLookaround(element)).map(degreeOf);
      return Math.max(
        0,
        ...around,
        along.reduce((sum, degree) => sum + degree, 0),
      );
    }
    case "Group":
    case "CapturingGroup":
      return anyOf(node.alternatives);
    case "Quantifier":
      return repeated(node);
    case "Assertion":
      return "alternatives" in node ? anyOf(node.alternatives) : 0;
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
    case "Backreference":
      return 0;
  }
}

function isLookaround(node: AST.Element): boolean {
  return node.type === "Assertion" && "alternatives" in node;
}

function repeated({ element, min, max }: AST.Quantifier): number {
  const inner = degreeOf(element);
  if (max <= 1) return inner;
  if (inner < Number.POSITIVE_INFINITY && isSeparated(element)) return Math.max(1, inner);
  const isChoice = inner > 0 || hasChoice(element);
  // A repeat of choices tries their combinations; a few are as good as none.
  if (isChoice) return max <= FEW ? max * Math.max(inner, 1) : Number.POSITIVE_INFINITY;
  return max === min && max <= MANY ? 0 : 1;
}

/** Is there one way only to cut a text into repeats, as a character that nothing else in them matches begins or ends each: `(-\\w+)*`? */
function isSeparated(element: AST.QuantifiableElement): boolean {
  if (element.type !== "Group" && element.type !== "CapturingGroup") return false;
  const [alternative, ...others] = element.alternatives;
  if (alternative === undefined || others.length > 0) return false;
  const { elements } = alternative;
  const separator = [elements[0], elements.at(-1)].find((end) => end?.type === "Character");
  if (separator?.type !== "Character") return false;
  const text = String.fromCodePoint(separator.value);
  return elements.every((part) => part === separator || !mayMatch(part, text));
}

/** May it match the character, or more than can be told? */
function mayMatch(node: AST.Element | AST.Alternative, character: string): boolean {
  switch (node.type) {
    case "Alternative":
      return node.elements.some((element) => mayMatch(element, character));
    case "Group":
    case "CapturingGroup":
      return node.alternatives.some((alternative) => mayMatch(alternative, character));
    case "Quantifier":
      return mayMatch(node.element, character);
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return toRegExp(node.raw)?.test(character) ?? true;
    default:
      return true;
  }
}

const FEW = 3;
/** As good as without an end. */
const MANY = 100;

function hasChoice(node: AST.Element | AST.Alternative): boolean {
  switch (node.type) {
    case "Alternative":
      return node.elements.some(hasChoice);
    case "Group":
    case "CapturingGroup":
      return node.alternatives.length > 1 || node.alternatives.some(hasChoice);
    case "Quantifier":
      return node.max !== node.min || hasChoice(node.element);
    default:
      return false;
  }
}

import type { AST, RegExpParser } from "@eslint-community/regexpp";
import { requireLazily } from "../require-lazily.js";
import { isUnambiguous, patternAmbiguity } from "./pattern-ambiguity.js";
import { patternAutomaton } from "./pattern-automaton.js";

/**
 * How the steps of a backtracking matcher can grow with the length n of a text, as the exponent of n: 1 for `^a*$`, 2 for
 * `a*$`, which may begin anywhere, infinite for `(a+)+`. Never too small; too large for some lookarounds and backreferences.
 * `NaN` where a text of any length may take too many.
 */
export function patternDegree(pattern: string, unicode: boolean): number {
  const { RegExpParser: Parser } = requireLazily<{ RegExpParser: typeof RegExpParser }>("@eslint-community/regexpp");
  const tree = new Parser().parsePattern(pattern, undefined, undefined, { unicode });
  const isAnchored = tree.alternatives.every(
    ({ elements: [first] }) => first?.type === "Assertion" && first.kind === "start",
  );
  const written = anyOf(tree.alternatives);
  const isManifold = waysOf(tree.alternatives) > MOST_WAYS;
  const automaton = written > 1 || isManifold ? patternAutomaton(tree) : undefined;
  if (isManifold && !(automaton && isUnambiguous(automaton))) return Number.NaN;
  const ambiguity = automaton && patternAmbiguity(automaton);
  const degree = ambiguity === undefined ? written : Math.min(written, ambiguity + 1);
  return degree + (isAnchored ? 0 : 1);
}

/** Of any text, through what does not repeat without end. */
const MOST_WAYS = 100_000;

/** Ways that choices leave beside those of endless repeats. */
function waysOf(alternatives: readonly AST.Alternative[]): number {
  return alternatives.reduce(
    (sum, { elements }) => sum + elements.reduce((product, element) => product * waysThrough(element), 1),
    0,
  );
}

function waysThrough(node: AST.Element): number {
  if (node.type === "Group" || node.type === "CapturingGroup") return waysOf(node.alternatives);
  if (node.type === "Assertion") return "alternatives" in node ? waysOf(node.alternatives) : 1;
  if (node.type !== "Quantifier") return 1;
  const once = waysThrough(node.element);
  if (node.max > MANY) return once;
  // Of one character each, repeats differ in their number alone.
  if (once === 1) return node.max - node.min + 1;
  return once ** node.max * (node.min === node.max ? 1 : 2);
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
  const isChoice = inner > 0 || hasChoice(element);
  // A repeat of choices tries their combinations; a few are as good as none.
  if (isChoice) return max <= FEW ? max * Math.max(inner, 1) : Number.POSITIVE_INFINITY;
  return max === min && max <= MANY ? 0 : 1;
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

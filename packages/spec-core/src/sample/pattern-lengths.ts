import type { AST } from "@eslint-community/regexpp";

export interface Lengths {
  readonly min: number;
  readonly max: number;
}

const ANY: Lengths = { min: 0, max: Number.POSITIVE_INFINITY };

/** Between which lengths all texts lie that match; without an end unless the expression is anchored at both. */
export function patternLengths(source: string, tree: AST.Pattern | undefined): Lengths {
  if (!tree) return ANY;
  const { min, max } = lengthsOf(tree);
  const isWhole = tree.alternatives.every(
    ({ elements }) => isAnchor(elements[0], "start") && isAnchor(elements.at(-1), "end"),
  );
  return { min, max: isWhole && source !== "" ? max : Number.POSITIVE_INFINITY };
}

function isAnchor(element: AST.Element | undefined, kind: "start" | "end"): boolean {
  return element?.type === "Assertion" && element.kind === kind;
}

function lengthsOf(node: AST.Pattern | AST.Element | AST.Alternative): Lengths {
  switch (node.type) {
    case "Alternative":
      return node.elements.map(lengthsOf).reduce((sum, { min, max }) => ({ min: sum.min + min, max: sum.max + max }), {
        min: 0,
        max: 0,
      });
    case "Pattern":
    case "Group":
    case "CapturingGroup": {
      const lengths = node.alternatives.map(lengthsOf);
      return { min: Math.min(...lengths.map(({ min }) => min)), max: Math.max(...lengths.map(({ max }) => max)) };
    }
    case "Character":
    case "CharacterSet":
      return { min: 1, max: 1 };
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return { min: 1, max: 1 };
    case "Quantifier": {
      const { min, max } = lengthsOf(node.element);
      return { min: min * node.min, max: max === 0 || node.max === 0 ? 0 : max * node.max };
    }
    case "Backreference":
      return ANY;
    case "Assertion":
      return { min: 0, max: 0 };
  }
}

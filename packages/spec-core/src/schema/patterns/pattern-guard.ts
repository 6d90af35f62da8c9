/** Maximum number of steps of one match: a few milliseconds. */
const MOST_STEPS = 2_000_000;
const CHOICE = /[*+?{|]/;

/**
 * The maximum length of a text, in characters, that JavaScript's RegExp tests within milliseconds. `Infinity` for a
 * plain pattern, of which there are two kinds. One has no quantifiers and at most one group. The other starts with `^`,
 * has no group or `|`, and at most one quantifier of variable length. The length is a quick estimate, rather too short
 * than too long.
 */
export function longestSafeText(pattern: string): number {
  const outline = outlineOf(pattern);
  const quantifiers = countOf(outline, /[*+?{]/g);
  const groups = countOf(outline, /\(/g);
  const alternatives = countOf(outline, /\|/g);
  if (quantifiers === 0 && groups <= 1) return Number.POSITIVE_INFINITY;
  const isAnchored = outline.startsWith("^") && alternatives === 0;
  if (isAnchored && quantifiers <= 1 && groups === 0) return Number.POSITIVE_INFINITY;
  const choices = quantifiers + alternatives + (isAnchored ? 0 : 1);
  // Repeated choices multiply with each character. Choices in a row only multiply with each other.
  const longest = repeatsChoices(outline) ? Math.log(MOST_STEPS) / Math.log(1 + choices) : MOST_STEPS ** (1 / choices);
  return Math.floor(longest);
}

/**
 * The pattern with `a` instead of each escape, class and exact count of one character. The marks of groups and lazy
 * quantifiers are removed.
 */
function outlineOf(pattern: string): string {
  return pattern
    .replace(/\\(?:[pPu]\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<[^>]*>|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]/gs, "a")
    .replace(/\(\?(?:[:=!]|<[=!]|<[^>]*>)/g, "(")
    .replace(/([^()])\{\d+\}/g, "$1")
    .replace(/([*+?}])\?/g, "$1");
}

/** True if a group with a quantifier or alternatives is itself repeated. */
function repeatsChoices(outline: string): boolean {
  let isRepeated = false;
  let open = outline;
  for (let before = ""; before !== open; ) {
    before = open;
    open = before.replace(/\(([^()]*)\)([*+{]?)/g, (_, inner: string, quantifier: string) => {
      const hasChoice = CHOICE.test(inner);
      if (hasChoice && quantifier !== "") isRepeated = true;
      return `${hasChoice ? "?" : "a"}${quantifier}`;
    });
  }
  return isRepeated;
}

function countOf(text: string, expression: RegExp): number {
  return text.match(expression)?.length ?? 0;
}

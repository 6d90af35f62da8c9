import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { type Matcher, toMatcher } from "@onespec/spec-core";

/**
 * Rewrites a pattern so that Unicode mode accepts it. `undefined` if it is not a pattern. Unicode mode rejects three
 * things that other modes read as plain characters: needless escapes (`\-`, `\_`), hyphens next to a range, and
 * unmatched closing brackets. `\A` and `\z` are ends of a text in other languages, so they become `^` and `$`. Slashes
 * around a pattern, `/^a$/`, are removed, since with them no text would match.
 * @see ECMA-262, "Patterns", IdentityEscape, and annex B.1.2
 */
export function ecmaPattern(written: string): string | undefined {
  const pattern = /^\/(\^.*\$)\/[a-z]*$/s.exec(written)?.[1] ?? written;
  const plain = withoutIdleEscapes(pattern);
  return [pattern, plain, withPlainEscapes(plain)].find(isPattern);
}

/** Escapes characters that are literal only outside Unicode mode. */
function withPlainEscapes(pattern: string): string {
  const places: number[] = [];
  try {
    const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: false });
    visitRegExpAST(tree, {
      onCharacterEnter({ raw, start, parent }) {
        const isClass = parent.type === "CharacterClass";
        if (isClass ? raw === "-" : raw === "{" || raw === "}" || raw === "]") places.push(start);
      },
    });
  } catch {
    return pattern;
  }
  return pattern
    .split("")
    .map((character, index) => (places.includes(index) ? `\\${character}` : character))
    .join("");
}

function withoutIdleEscapes(pattern: string): string {
  let isClass = false;
  let result = "";
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? "";
    if (character === "\\") {
      const escaped = pattern[index + 1] ?? "";
      const isIdle = escaped !== "" && !/[\w^$\\.*+?()[\]{}|/]/.test(escaped) && !(isClass && escaped === "-");
      const end = isClass ? undefined : TEXT_ENDS.get(escaped);
      result += end ?? (isIdle || escaped === "_" ? escaped : character + escaped);
      index += 1;
      continue;
    }
    if (character === "[") isClass = true;
    if (character === "]") isClass = false;
    result += character;
  }
  return result;
}

const TEXT_ENDS = new Map([
  ["A", "^"],
  ["z", "$"],
  ["Z", "$"],
]);

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Replaces RegExp in validators. Its running time stays small for every pattern and text. */
export const safePattern: ((pattern: string) => Matcher) & { readonly code: string } = Object.assign(
  // ajv caches patterns by their text.
  (pattern: string) => {
    const matcher = toMatcher(pattern) ?? new RegExp(pattern, "u");
    return { test: (text: string) => matcher.test(text), toString: () => pattern };
  },
  // ajv asks for it, and uses it only when it writes modules.
  { code: "new RegExp" },
);

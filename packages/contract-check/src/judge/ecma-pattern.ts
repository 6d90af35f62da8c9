import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { type Matcher, toMatcher } from "@onespec/spec-core";

/**
 * A pattern as validators with Unicode mode take it, `undefined` when it is no pattern at all. That mode rejects escapes that
 * mean nothing (`\-`, `\_`), hyphens beside a range and brackets that close nothing, which all other modes read as the
 * character itself; `\A` and `\z`, which other languages have for the ends of a text, mean no letter in any of them.
 * A pattern between slashes, `/^a$/`, is read as it is meant: by the letter no text could match it.
 * @see ECMA-262, "Patterns", IdentityEscape, and annex B.1.2
 */
export function ecmaPattern(written: string): string | undefined {
  const pattern = /^\/(\^.*\$)\/[a-z]*$/s.exec(written)?.[1] ?? written;
  const plain = withoutIdleEscapes(pattern);
  return [pattern, plain, withPlainEscapes(plain)].find(isPattern);
}

/** Puts a backslash before what stands for itself outside Unicode mode alone. */
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

/** For validators, in place of RegExp: no text keeps it busy, however long it is and whatever the pattern. */
export const safePattern: ((pattern: string) => Matcher) & { readonly code: string } = Object.assign(
  // ajv tells patterns apart by their text.
  (pattern: string) => {
    const matcher = toMatcher(pattern) ?? new RegExp(pattern, "u");
    return { test: (text: string) => matcher.test(text), toString: () => pattern };
  },
  // ajv asks for it, and uses it only when it writes modules.
  { code: "new RegExp" },
);

/**
 * A pattern as validators with Unicode mode take it, `undefined` when it is no pattern at all. That mode refuses escapes that
 * mean nothing (`\-`, `\_`), which most generators write and all other modes read as the character itself.
 * @see ECMA-262, "Patterns", IdentityEscape
 */
export function ecmaPattern(pattern: string): string | undefined {
  return [pattern, withoutIdleEscapes(pattern)].find(isPattern);
}

function withoutIdleEscapes(pattern: string): string {
  let isClass = false;
  let result = "";
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] ?? "";
    if (character === "\\") {
      const escaped = pattern[index + 1] ?? "";
      const isIdle = escaped !== "" && !/[\w^$\\.*+?()[\]{}|/]/.test(escaped) && !(isClass && escaped === "-");
      result += isIdle || escaped === "_" ? escaped : character + escaped;
      index += 1;
      continue;
    }
    if (character === "[") isClass = true;
    if (character === "]") isClass = false;
    result += character;
  }
  return result;
}

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** Text of a description, safe to print: a hostile title must not move the cursor, and each fact stays on its line. */
export function plainText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

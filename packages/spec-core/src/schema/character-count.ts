/** Has a text fewer characters than that? Few texts need to be counted: a character takes one or two UTF-16 units. */
export function isShorterThan(text: string, characters: number): boolean {
  return text.length < 2 * characters && characterCount(text) < characters;
}

/** Has it more? */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && characterCount(text) > characters;
}

/** Length in characters, not in UTF-16 units. @see JSON Schema Validation 2020-12, section 6.3.1 */
function characterCount(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0xd800 || code > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    length -= 1;
    index += 1;
  }
  return length;
}

/** One part of a pattern of `like`: a text as it is, or what stands for any text, or for any one character. */
export type LikePart = { readonly text: string } | "any" | "one";

/** `%` is any text, `_` any one character, a backslash takes the next character as it is. */
export function likeParts(pattern: string): readonly LikePart[] {
  const parts: LikePart[] = [];
  let text = "";
  const end = (): void => {
    if (text !== "") parts.push({ text });
    text = "";
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index] as string;
    if (character === "%" || character === "_") {
      end();
      parts.push(character === "%" ? "any" : "one");
    } else if (character === "\\" && index + 1 < pattern.length) {
      index += 1;
      text += pattern[index];
    } else text += character;
  }
  end();
  return parts;
}

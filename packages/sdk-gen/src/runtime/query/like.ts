/**
 * Creates a test for a pattern of SQL: `%` is any text, `_` any character, `\` escapes the next one. Takes as many steps as text and
 * pattern have characters, multiplied, so that no pattern takes exponential time.
 */
export function like(pattern: string): (text: string) => boolean {
  const marks = [...pattern.matchAll(/\\(.)|./gsu)];
  return (text) => {
    const characters = [...text];
    // True at each length of a beginning of the text that the marks so far match.
    let ends = [true, ...characters.map(() => false)];
    for (const [mark, escaped = mark] of marks) {
      const first = ends.indexOf(true);
      ends = ends.map((_, at) =>
        mark === "%"
          ? first >= 0 && at >= first
          : ends[at - 1] === true && (mark === "_" || escaped === characters[at - 1]),
      );
    }
    return ends.at(-1) === true;
  };
}

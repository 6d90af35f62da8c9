/** Part of a pattern: any text, any character, or a given character. */
type Mark = { readonly any: "text" | "character" } | string;

/**
 * Creates a test for a pattern of SQL: `%` is any text, `_` any character, `\` escapes the next one. Backtracks only to the last `%`, so
 * that no pattern takes exponential time.
 */
export function like(pattern: string): (text: string) => boolean {
  const marks = marksOf(pattern);
  return (text) => {
    const characters = [...text];
    let at = 0;
    let mark = 0;
    let open: { readonly mark: number; at: number } | undefined;
    while (at < characters.length) {
      const wanted = marks[mark];
      if (wanted === ANY_TEXT) {
        mark += 1;
        open = { mark, at };
      } else if (wanted !== undefined && (wanted === ANY_CHARACTER || wanted === characters[at])) {
        mark += 1;
        at += 1;
      } else if (open) {
        open.at += 1;
        at = open.at;
        mark = open.mark;
      } else return false;
    }
    return marks.slice(mark).every((left) => left === ANY_TEXT);
  };
}

const ANY_TEXT: Mark = { any: "text" };
const ANY_CHARACTER: Mark = { any: "character" };

function marksOf(pattern: string): readonly Mark[] {
  const marks: Mark[] = [];
  for (const [mark, escaped] of pattern.matchAll(/\\(.)|./gsu)) {
    if (escaped !== undefined) marks.push(escaped);
    else marks.push(mark === "%" ? ANY_TEXT : mark === "_" ? ANY_CHARACTER : mark);
  }
  return marks;
}

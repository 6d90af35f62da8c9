/** Line and column of an offset in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Counts the lines before `offset`. `\n`, `\r\n` and a lone `\r` each end a line. */
export function textPosition(text: string, offset: number): TextPosition {
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    const next = match.index + match[0].length;
    if (next > offset) break;
    line += 1;
    lineStart = next;
  }
  return { line, column: offset - lineStart + 1 };
}

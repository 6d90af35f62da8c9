import { parsePointer } from "../json/json-pointer.js";

/** Line and column of an offset in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A value in a text, and the values inside it by key or index. */
export interface PositionedNode {
  /** Offset of its key in an object, else of the value itself. */
  readonly start: number;
  child(key: string): PositionedNode | undefined;
}

/** Finds values by JSON pointer: the position of the value (of its key, in an object), else of the nearest thing around it. */
export type PositionFinder = (pointer: string) => TextPosition;

/** Reads the text a second time when first asked, and keeps what makes the next answers quick. */
export function createPositionFinder(text: string, readTree: (text: string) => PositionedNode): PositionFinder {
  let root: PositionedNode | undefined;
  return (pointer) => {
    root ??= readTree(text);
    let node = root;
    for (const token of parsePointer(pointer)) {
      const next = node.child(token);
      if (!next) break;
      node = next;
    }
    return textPosition(text, node.start);
  };
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

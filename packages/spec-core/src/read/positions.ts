import { parsePointer } from "../json/json-pointer.js";

/** Line and column of an offset in a text, both from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A value with its position, and the values inside it by key or index. */
export interface PositionedNode {
  /** Offset of the key in an object. For other values, offset of the value. */
  readonly start: number;
  child(key: string): PositionedNode | undefined;
}

/**
 * Finds the position for a JSON pointer. It is the position of the value (in an object, of its key), or of the nearest
 * existing parent.
 */
export type PositionFinder = (pointer: string) => TextPosition;

/** Parses the text again at first use. Keeps the result, so that later calls are quick. */
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

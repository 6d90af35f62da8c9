import { parsePointer } from "../document/json-pointer.js";
import { jsonMembers } from "./scan-json.js";
import { type TextPosition, textPosition } from "./text-position.js";

/** A value in a text, and the values inside it by key or index. */
export interface PositionedNode {
  /** Offset of its key in an object, else of the value itself. */
  readonly start: number;
  child(key: string): PositionedNode | undefined;
}

/** Finds values by JSON pointer: the position of the value (of its key, in an object), else of the nearest thing around it. */
export type PositionFinder = (pointer: string) => TextPosition;

/** Reads the text a second time when first asked, and keeps what makes the next answers quick. */
export function createPositionFinder(
  readText: () => string,
  readTree: (text: string) => PositionedNode,
): PositionFinder {
  let root: PositionedNode | undefined;
  return (pointer) => {
    const text = readText();
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

/**
 * Reads on as far as what is asked for, and looks only into the objects and arrays on the way to it: a tree of 13 MB of text would not
 * be worth its memory. Of keys that stand twice in one object the first is found.
 */
export function readJsonTree(text: string): PositionedNode {
  const start = Math.max(0, text.search(/\S/));
  return jsonNode(text, start, start);
}

function jsonNode(text: string, start: number, value: number): PositionedNode {
  const members = jsonMembers(text, value);
  const known = new Map<string, PositionedNode>();
  return {
    start,
    child(key) {
      while (!known.has(key)) {
        const { value: member } = members.next();
        if (member === undefined) return undefined;
        if (!known.has(member.key)) known.set(member.key, jsonNode(text, member.start, member.value));
      }
      return known.get(key);
    },
  };
}

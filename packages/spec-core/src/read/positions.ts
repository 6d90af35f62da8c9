import { parsePointer } from "../document/json-pointer.js";
import { scanJsonMembers } from "./scan-json.js";
import { type TextPosition, textPosition } from "./text-position.js";

/** A value in a text, and the values inside it by key or index. */
export interface PositionedNode {
  /** Offset of its key in an object, else of the value itself. */
  readonly start: number;
  children(): ReadonlyMap<string, PositionedNode>;
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
      const next = node.children().get(token);
      if (!next) break;
      node = next;
    }
    return textPosition(text, node.start);
  };
}

/** Looks only into the objects and arrays on the way to what is asked for: a tree of 13 MB of text would not be worth its memory. */
export function readJsonTree(text: string): PositionedNode {
  const start = Math.max(0, text.search(/\S/));
  return jsonNode(text, start, start);
}

function jsonNode(text: string, start: number, value: number): PositionedNode {
  let children: ReadonlyMap<string, PositionedNode> | undefined;
  return {
    start,
    children() {
      children ??= new Map(
        scanJsonMembers(text, value).map((member) => [member.key, jsonNode(text, member.start, member.value)]),
      );
      return children;
    },
  };
}

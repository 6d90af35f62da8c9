import { valueAt } from "@onespec/spec-core";
import { type JsonPatchOperation, readPointer } from "./json-patch.js";

/** Places of a list that are moved, and characters that are written, as quickly as one value is copied. */
const AT_ONCE = 16;

/**
 * How much an operation of JSON Patch copies and moves: forty copies of a value into itself would be a million million values,
 * and what is put at the beginning of a list moves all others. Stops counting above `most`.
 * @param isLookedInto it is looked into what is read, to see whether that may be
 */
export function patchWork(value: unknown, operation: JsonPatchOperation, most: number, isLookedInto: boolean): number {
  const { op, path } = operation;
  const read = op === "copy" || isLookedInto ? readPointer(operation) : undefined;
  const copied = read === undefined ? 0 : weightOf(at(value, read), most);
  const moved = op === "replace" || op === "test" ? 0 : placesIn(value, path);
  return copied + moved + (op === "move" ? placesIn(value, operation.from) : 0);
}

function placesIn(value: unknown, path: string): number {
  const list = path.endsWith("/-") ? undefined : at(value, path.slice(0, path.lastIndexOf("/")));
  return Array.isArray(list) ? list.length / AT_ONCE : 0;
}

/** Unlike in a URI, a percent sign in a patch is a percent sign. */
function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointer.replaceAll("%", "%25"));
}

/** Values in a value, and a little for the characters of its texts. */
function weightOf(value: unknown, most: number): number {
  const left: unknown[] = [value];
  let weight = 0;
  while (left.length > 0 && weight <= most) {
    const next = left.pop();
    weight += 1;
    if (typeof next === "string") weight += next.length / AT_ONCE;
    else if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) left.push(inner);
  }
  return weight;
}

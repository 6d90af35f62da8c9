import { isObject, type JsonObject, valueAt } from "@onespec/spec-core";
import type { Problem } from "../model/problem.js";
import {
  applyOperation,
  DEEPEST,
  isTooDeep,
  type JsonPatchOperation,
  type PatchFailure,
  readOperation,
  readPointer,
  tokensOf,
} from "./json-patch.js";

/** A changed value, or why the patch cannot be applied to it. */
export type Patched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

/** Applies a body to a value, which stays as it is. */
export type Patcher = (current: unknown) => Patched;

/** The part of a value that a patch may tell or carry elsewhere; `undefined`: all. */
export type OpenPart = ((value: JsonObject) => unknown) | undefined;

/** All operations or none. A test that fails is 409, a place that is not there 422 (RFC 5789, section 2.2). */
export function createJsonPatcher(body: unknown, status: number, open: OpenPart): Patcher {
  if (!Array.isArray(body)) return () => failed(status, { path: "", message: "must be a list of operations" });
  if (body.length > MOST_OPERATIONS)
    return () => failed(status, { path: "", message: `has more than ${MOST_OPERATIONS} operations` });
  const operations = body.map(belowRoot);
  const openHolder =
    open &&
    ((holder: { readonly [ROOT]: unknown }): object => {
      const value = holder[ROOT];
      const opened = isObject(value) ? open(value) : value;
      return opened === value ? holder : { [ROOT]: opened };
    });
  return (current) => {
    // One level down, so that an operation can be about the whole value.
    const holder: { [ROOT]: unknown } = { [ROOT]: structuredClone(current) };
    let work = 0;
    for (const [index, sent] of operations.entries()) {
      const place = { path: `/${index}`, operation: index };
      if (!sent) return failed(status, { ...place, message: "is not an operation of JSON Patch" });
      const operation = readOperation(sent);
      if (!operation) return failed(status, { ...place, message: `is not a valid ${sent.op}` });
      work += patchCost(holder, operation, MOST_WORK - work, open !== undefined);
      if (work > MOST_WORK)
        return failed(status, {
          ...place,
          message: "copies or moves more than a patch may: the result would grow without limit",
        });
      const hidden = openHolder && patchReadsWriteOnly(holder, operation, openHolder);
      if (hidden !== undefined) {
        const message = `cannot be applied: ${operation.op} reads "${withoutRoot(hidden)}", which no answer shows, or not all of it; it can be replaced`;
        return failed(status, { ...place, message });
      }
      const failure = applyOperation(holder, operation);
      if (failure) return refused(operation, failure, place, status);
    }
    const value = holder[ROOT];
    if (typeof value !== "object" || value === null)
      return failed(422, { path: "", message: "result is not an object" });
    if (isTooDeep(value)) return failed(status, { path: "", message: TOO_DEEP });
    return { ok: true, value };
  };
}

function refused(
  { op, path }: JsonPatchOperation,
  failure: PatchFailure,
  place: { readonly path: string; readonly operation: number },
  status: number,
): Patched {
  switch (failure.kind) {
    case "different": {
      const message = `cannot be applied: what is at "${withoutRoot(path)}" is not what it tests for`;
      return failed(409, { ...place, message });
    }
    case "missing": {
      const message = `cannot be applied: ${op} finds nothing at "${withoutRoot(failure.pointer)}"`;
      return failed(422, { ...place, message });
    }
    case "into-itself":
      return failed(status, { ...place, message: "moves a value into itself" });
    case "too-deep":
      return failed(status, { ...place, message: TOO_DEEP });
  }
}

const ROOT = "value";
const TOO_DEEP = `makes a value that is nested more than ${DEEPEST} levels deep`;
const MOST_OPERATIONS = 10_000;
/** Values that one patch copies. */
const MOST_WORK = 500_000;

/** The sent operation as one on a value that stands one level deeper; `undefined` when it is malformed. */
function belowRoot(operation: unknown): { readonly op: string; readonly path: string } | undefined {
  if (typeof operation !== "object" || operation === null) return undefined;
  const { op, path, from } = operation as { readonly op?: unknown; readonly path?: unknown; readonly from?: unknown };
  if (typeof op !== "string" || !isPointer(path) || (from !== undefined && !isPointer(from))) return undefined;
  return { ...operation, op, path: `/${ROOT}${path}`, ...(from === undefined ? {} : { from: `/${ROOT}${from}` }) };
}

function withoutRoot(pointer: string): string {
  return pointer.slice(ROOT.length + 1);
}

/** @see RFC 6901; the prototype is no property of a value */
function isPointer(text: unknown): text is string {
  return typeof text === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(text) && !/\/__proto__(?:\/|$)/.test(text);
}

function failed(status: number, detail: { readonly path: string; readonly message: string }): Patched {
  const problem = {
    status,
    code: "patch-failed",
    message: "The patch cannot be applied",
    details: [{ in: "body", ...detail }],
  };
  return { ok: false, problem };
}

/** Moving this many items, or writing this many characters, takes as long as copying one value. */
const AT_ONCE = 16;

/**
 * Counts the values that an operation of JSON Patch copies and moves: forty copies of a value into itself would make 2^40 values, and
 * inserting at the start of a list moves all items. Stops counting above `most`.
 * @param isLookedInto count the value that is read as well, because it is searched for writeOnly properties
 */
function patchCost(value: unknown, operation: JsonPatchOperation, most: number, isLookedInto: boolean): number {
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

/**
 * The pointer from which an operation of JSON Patch would read a writeOnly value, to test or copy it; `undefined` when it reads none.
 * Moves within a list are allowed. The value need not exist, since that must not be revealed either.
 * @param open removes writeOnly properties from a value; returns the value itself when it has none
 */
function patchReadsWriteOnly<T extends object>(
  document: T,
  operation: JsonPatchOperation,
  open: (document: T) => unknown,
): string | undefined {
  const pointer = readPointer(operation);
  if (pointer === undefined) return undefined;
  const tokens = tokensOf(pointer);
  // No value is that deep: there is nothing to read.
  if (tokens.length > DEEPEST) return undefined;
  const outline = outlineOf(document, tokens);
  if (isWithinList(operation, outline.holder)) return undefined;
  return open(outline.value as T) === outline.value ? undefined : pointer;
}

function isWithinList(operation: JsonPatchOperation, holder: unknown): boolean {
  return Array.isArray(holder) && "from" in operation && holderOf(operation.from) === holderOf(operation.path);
}

function holderOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

/** Schemas describe no more items one by one. */
const LAST_ITEM = 100;

/** A copy of the value with nothing but the token path in it, and the holder of its end. */
function outlineOf(value: unknown, tokens: readonly string[]): { readonly value: unknown; readonly holder: unknown } {
  const [token, ...rest] = tokens;
  if (token === undefined) return { value, holder: undefined };
  const inner =
    typeof value === "object" && value !== null && Object.hasOwn(value, token)
      ? (value as Record<string, unknown>)[token]
      : null;
  const outline = outlineOf(inner, rest);
  const holder = rest.length === 0 ? value : outline.holder;
  if (!Array.isArray(value)) return { value: { [token]: outline.value }, holder };
  const index = Math.min(Number(token), LAST_ITEM);
  const items = Array.from({ length: Number.isNaN(index) ? 0 : index }, () => null);
  return { value: [...items, outline.value], holder };
}

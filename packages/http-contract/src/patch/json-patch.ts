import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject, valueAt } from "@onespec/spec-core";
import type { Problem } from "../model/problem.js";

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
      if (!sent) return failed(status, { ...place, message: "is no operation of JSON Patch" });
      const operation = readOperation(sent);
      if (!operation) return failed(status, { ...place, message: `is no valid ${sent.op}` });
      work += patchCost(holder, operation, MOST_WORK - work, open !== undefined);
      if (work > MOST_WORK)
        return failed(status, {
          ...place,
          message: "copies or moves more than a patch may: it would grow without end",
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
    if (typeof value !== "object" || value === null) return failed(422, { path: "", message: "leaves no object" });
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

/** An operation of JSON Patch whose form has been looked at: `from` is there where it has to be, and so is `value`. */
type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** Why an operation cannot be applied: nothing stands at `pointer`, what is there is not what is tested for, and so on. */
type PatchFailure =
  | { readonly kind: "missing"; readonly pointer: string }
  | { readonly kind: "different" }
  | { readonly kind: "into-itself" | "too-deep" };

/**
 * Changes a document in place. After a failure it is to be thrown away. Only what the document itself holds has a place in it: nothing that its
 * objects inherit, and no index that is not a list's.
 * @see RFC 6902
 */
function applyOperation(document: object, operation: JsonPatchOperation): PatchFailure | undefined {
  const { path } = operation;
  switch (operation.op) {
    case "add":
      return put(document, path, structuredClone(operation.value));
    case "copy": {
      const source = find(document, operation.from);
      if (!source) return missing(operation.from);
      // Copied and moved into each other, values get deeper than what copies them can go.
      return isTooDeep(source.value) ? { kind: "too-deep" } : put(document, path, structuredClone(source.value));
    }
    case "move": {
      const { from } = operation;
      const source = find(document, from);
      if (!source) return missing(from);
      if (from === path) return undefined;
      if (path.startsWith(`${from}/`)) return { kind: "into-itself" };
      take(source);
      return put(document, path, source.value);
    }
    case "remove": {
      const target = find(document, path);
      return target ? take(target) : missing(path);
    }
    case "replace": {
      const target = find(document, path);
      if (!target) return missing(path);
      target.parent[target.key] = structuredClone(operation.value);
      return undefined;
    }
    case "test": {
      const target = find(document, path);
      if (!target) return missing(path);
      return isDeepStrictEqual(target.value, operation.value) ? undefined : { kind: "different" };
    }
  }
}

/** The operation that a value of JSON is; `undefined` when it is none. */
function readOperation(value: unknown): JsonPatchOperation | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { op, path, from } = value as Readonly<Record<string, unknown>>;
  if (typeof path !== "string") return undefined;
  switch (op) {
    case "add":
    case "replace":
    case "test":
      return Object.hasOwn(value, "value") ? { op, path, value: (value as { value: unknown }).value } : undefined;
    case "remove":
      return { op, path };
    case "move":
    case "copy":
      return typeof from === "string" ? { op, path, from } : undefined;
    default:
      return undefined;
  }
}

/** The pointer that an operation reads from, to test or to copy its value. */
function readPointer(operation: JsonPatchOperation): string | undefined {
  return operation.op === "test" ? operation.path : "from" in operation ? operation.from : undefined;
}

/** A place that holds something. */
interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
  readonly value: unknown;
}

function find(document: object, pointer: string): Place | undefined {
  const tokens = tokensOf(pointer);
  const key = tokens.pop() ?? "";
  const parent = below(document, tokens);
  if (parent === undefined || !holds(parent, key)) return undefined;
  return { parent: parent as Record<string, unknown>, key, value: (parent as Record<string, unknown>)[key] };
}

function put(document: object, pointer: string, value: unknown): PatchFailure | undefined {
  const tokens = tokensOf(pointer);
  const key = tokens.pop() ?? "";
  const parent = below(document, tokens);
  if (parent === undefined) return missing(pointer);
  if (!Array.isArray(parent)) {
    (parent as Record<string, unknown>)[key] = value;
    return undefined;
  }
  const index = key === "-" ? parent.length : INDEX.test(key) ? Number(key) : Number.NaN;
  if (!(index <= parent.length)) return missing(pointer);
  parent.splice(index, 0, value);
  return undefined;
}

function take({ parent, key }: Place): undefined {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** The object or list to which the tokens lead. */
function below(document: object, tokens: readonly string[]): object | undefined {
  let at: unknown = document;
  for (const token of tokens) {
    if (!holds(at, token)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[token];
  }
  return typeof at === "object" && at !== null ? at : undefined;
}

/** @see RFC 6901, section 4 */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** `length` is a property of a list, and no item. */
function holds(value: unknown, token: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, token) && (!Array.isArray(value) || INDEX.test(token));
}

/** Unlike in a URI, a percent sign in a patch is a percent sign. */
function tokensOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function missing(pointer: string): PatchFailure {
  return { kind: "missing", pointer };
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

/** Levels of lists and objects that a value may have: those that one may have that is sent. */
const DEEPEST = 500;

/** Looks without recursion, for which such a value is too deep. */
function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((outer) => Object.values(outer).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

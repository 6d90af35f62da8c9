import { isDeepStrictEqual } from "node:util";
import { isObject, type JsonObject } from "@onespec/spec-core";
import type { Problem } from "../model/problem.js";
import { isNestedDeeper } from "../wire/parse-json.js";

/** A changed value, or why the patch cannot be applied to it. */
export type Patched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

/** Applies a body to a value, and leaves that value unchanged. */
export type Patcher = (current: unknown) => Patched;

/**
 * Returns the record without its writeOnly properties, which a patch must not reveal. `undefined`: nothing is
 * writeOnly.
 */
export type ShowRecord = ((value: JsonObject) => unknown) | undefined;

const MOST_OPERATIONS = 1_000;
/** Most characters of JSON that one patch may copy and move. Copying a value into itself repeatedly doubles it each time. */
const MOST_COPIED = 1_000_000;
/** Levels of a value, as many as a request body may have. */
const DEEPEST = 500;
/** The value is stored under this name, so that an operation can replace the whole value. */
const ROOT = "value";

const OPS = ["add", "remove", "replace", "move", "copy", "test"] as const;
const POINTER = 'it must be a JSON pointer such as "/name", without __proto__';

interface Operation {
  readonly op: (typeof OPS)[number];
  readonly path: readonly string[];
  readonly from: readonly string[];
  readonly value: unknown;
}

/** The reason why an operation fails. Default status: the one for invalid bodies. */
interface Failure {
  readonly message: string;
  readonly status?: 409 | 422;
}

/**
 * Applies a JSON Patch: all operations or none. A failed test answers 409, a missing path 422 (RFC 5789, section 2.2).
 * @param status the status for an invalid patch
 * @see RFC 6902
 */
export function createJsonPatcher(body: unknown, status: number, show: ShowRecord): Patcher {
  if (!Array.isArray(body)) return () => failed(status, { path: "", message: "must be a list of operations" });
  if (body.length > MOST_OPERATIONS)
    return () => failed(status, { path: "", message: `has more than ${MOST_OPERATIONS} operations` });
  return (current) => {
    const document: { [ROOT]: unknown } = { [ROOT]: structuredClone(current) };
    let copied = 0;
    for (const [index, sent] of body.entries()) {
      const place = { path: `/${index}`, operation: index };
      const operation = parseOperation(sent);
      if (typeof operation === "string") return failed(status, { ...place, message: operation });
      if (readsWriteOnly(document, operation, show)) {
        const message = `cannot be applied: ${operation.op} reads a writeOnly value at "${pointerOf(readPath(operation) ?? [])}"; replace it instead`;
        return failed(status, { ...place, message });
      }
      if (isMove(operation.op)) copied += JSON.stringify(find(document, operation.from)?.value ?? null).length;
      if (copied > MOST_COPIED) {
        const message = `copies and moves more than ${MOST_COPIED} characters; send them in several requests`;
        return failed(status, { ...place, message });
      }
      const failure = apply(document, operation);
      if (failure) return failed(failure.status ?? status, { ...place, message: failure.message });
    }
    const value = document[ROOT];
    return isNested(value) ? { ok: true, value } : failed(422, { path: "", message: "result is not an object" });
  };
}

/** Returns the operation, or a message that says why it is malformed. */
function parseOperation(sent: unknown): Operation | string {
  const { op, path, from, value } = isObject(sent) ? sent : {};
  if (!isOp(op)) return `has the op ${JSON.stringify(op) ?? "undefined"}; it must be one of ${OPS.join(", ")}`;
  if (!isPointer(path)) return `has the path ${shown(path)}; ${POINTER}`;
  const reads = isMove(op);
  if (reads ? !isPointer(from) : from !== undefined && !isPointer(from))
    return `has the from ${shown(from)}; ${POINTER}`;
  if (!reads && op !== "remove" && value === undefined) return `needs a value to ${op}`;
  return { op, path: tokensOf(path), from: tokensOf(isPointer(from) ? from : ""), value };
}

function isOp(op: unknown): op is Operation["op"] {
  return OPS.some((one) => one === op);
}

/** True for an operation that takes its value from another place. */
function isMove(op: Operation["op"]): boolean {
  return op === "move" || op === "copy";
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 100);
}

/** @see RFC 6901. Rejects `__proto__`, which would change an object's prototype. */
function isPointer(text: unknown): text is string {
  return typeof text === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(text) && !/\/__proto__(?:\/|$)/.test(text);
}

function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  return [ROOT, ...tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"))];
}

function pointerOf([_root, ...tokens]: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The place that an operation reads, to test, copy or move its value. */
function readPath({ op, path, from }: Operation): readonly string[] | undefined {
  return op === "test" ? path : isMove(op) ? from : undefined;
}

function apply(document: object, operation: Operation): Failure | undefined {
  const { op, path, from, value } = operation;
  switch (op) {
    case "add":
      return put(document, operation, structuredClone(value));
    case "copy": {
      const source = find(document, from);
      return source ? put(document, operation, structuredClone(source.value)) : missing(op, from);
    }
    case "move": {
      const source = find(document, from);
      if (!source) return missing(op, from);
      if (isDeepStrictEqual(from, path)) return undefined;
      if (from.every((token, index) => token === path[index])) return { message: "moves a value into itself" };
      take(source);
      return put(document, operation, source.value);
    }
    case "remove":
    case "replace":
    case "test": {
      const target = find(document, path);
      if (!target) return missing(op, path);
      if (op === "remove") take(target);
      else if (op === "replace") target.parent[target.key] = structuredClone(value);
      else if (!isDeepStrictEqual(target.value, value))
        return { status: 409, message: `cannot be applied: the value at "${pointerOf(path)}" is not the tested one` };
      return undefined;
    }
  }
}

function missing(op: string, path: readonly string[]): Failure {
  return { status: 422, message: `cannot be applied: ${op} finds nothing at "${pointerOf(path)}"` };
}

/** A place that contains a value. */
interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
  readonly value: unknown;
}

function find(document: object, path: readonly string[]): Place | undefined {
  const key = path.at(-1) ?? "";
  const parent = holderOf(document, path);
  return parent && hasOwn(parent, key) ? { parent, key, value: parent[key] } : undefined;
}

function put(document: object, { op, path }: Operation, value: unknown): Failure | undefined {
  const key = path.at(-1) ?? "";
  const parent = holderOf(document, path);
  if (!parent) return missing(op, path);
  if (isNestedDeeper(value, DEEPEST - path.length))
    return { message: `makes a value that is nested more than ${DEEPEST} levels deep` };
  if (!Array.isArray(parent)) {
    parent[key] = value;
    return undefined;
  }
  const index = key === "-" ? parent.length : INDEX.test(key) ? Number(key) : Number.NaN;
  if (!(index <= parent.length)) return missing(op, path);
  parent.splice(index, 0, value);
  return undefined;
}

function take({ parent, key }: Place): void {
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** The object or list that contains the last token of a path. */
function holderOf(document: object, path: readonly string[]): Record<string, unknown> | undefined {
  let at: unknown = document;
  for (const token of path.slice(0, -1)) {
    if (!hasOwn(at, token)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[token];
  }
  return isNested(at) ? (at as Record<string, unknown>) : undefined;
}

/** @see RFC 6901, section 4 */
const INDEX = /^(?:0|[1-9]\d*)$/;

/** True for properties of the value itself, neither inherited ones nor the `length` of a list. */
function hasOwn(value: unknown, token: string): boolean {
  return isNested(value) && Object.hasOwn(value, token) && (!Array.isArray(value) || INDEX.test(token));
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * True for an operation that reads a writeOnly value, even a missing one. Moves within a list are allowed, since they
 * reveal nothing. Checks a copy that contains only the path.
 */
function readsWriteOnly(document: { [ROOT]: unknown }, operation: Operation, show: ShowRecord): boolean {
  const path = readPath(operation);
  const root = document[ROOT];
  if (!show || !path || !isObject(root)) return false;
  const isSameHolder = isDeepStrictEqual(path.slice(0, -1), operation.path.slice(0, -1));
  if (operation.op !== "test" && isSameHolder && Array.isArray(holderOf(document, path))) return false;
  const outline = outlineOf(root, path.slice(1)) as JsonObject;
  return show(outline) !== outline;
}

/** Schemas describe no more items one by one. */
const LAST_ITEM = 100;

function outlineOf(value: unknown, [token, ...rest]: readonly string[]): unknown {
  if (token === undefined) return value;
  const inner = hasOwn(value, token) ? (value as Readonly<Record<string, unknown>>)[token] : null;
  const outline = outlineOf(inner, rest);
  if (!Array.isArray(value)) return { [token]: outline };
  const index = Math.min(Number(token), LAST_ITEM);
  return [...Array.from({ length: Number.isNaN(index) ? 0 : index }, () => null), outline];
}

function failed(status: number, detail: { readonly path: string; readonly message: string }): Patched {
  const details = [{ in: "body", ...detail }];
  return { ok: false, problem: { status, code: "patch-failed", message: "The patch cannot be applied", details } };
}

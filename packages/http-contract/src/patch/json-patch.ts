import { isDeepStrictEqual } from "node:util";

/** An operation of JSON Patch whose form has been looked at: `from` is there where it has to be, and so is `value`. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** Why an operation cannot be applied: nothing stands at `pointer`, what is there is not what is tested for, and so on. */
export type PatchFailure =
  | { readonly kind: "missing"; readonly pointer: string }
  | { readonly kind: "different" }
  | { readonly kind: "into-itself" | "too-deep" };

/**
 * Changes a document in place. After a failure it is to be thrown away. Only what the document itself holds has a place in it: nothing that its
 * objects inherit, and no index that is not a list's.
 * @see RFC 6902
 */
export function applyOperation(document: object, operation: JsonPatchOperation): PatchFailure | undefined {
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
export function readOperation(value: unknown): JsonPatchOperation | undefined {
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
export function readPointer(operation: JsonPatchOperation): string | undefined {
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
export function tokensOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function missing(pointer: string): PatchFailure {
  return { kind: "missing", pointer };
}

/** Levels of lists and objects that a value may have: those that one may have that is sent. */
export const DEEPEST = 500;

/** Looks without recursion, for which such a value is too deep. */
export function isTooDeep(value: unknown): boolean {
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

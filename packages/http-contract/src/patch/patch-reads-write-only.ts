import { DEEPEST } from "./is-too-deep.js";
import { type JsonPatchOperation, readPointer, tokensOf } from "./json-patch.js";

/**
 * The pointer from which an operation of JSON Patch would read a writeOnly value, to test or copy it; `undefined` when it reads none.
 * Moves within a list are allowed. The value need not exist, since that must not be revealed either.
 * @param open removes writeOnly properties from a value; returns the value itself when it has none
 */
export function patchReadsWriteOnly<T extends object>(
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

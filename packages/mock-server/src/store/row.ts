import type { JsonObject, StoredRecord } from "./record-store.js";

/** A record in memory with its place in the order of creation, which is private so that the record shows only itself. */
export class Row implements StoredRecord {
  readonly key: string;
  readonly scope: readonly string[];
  readonly value: JsonObject;
  readonly #order: number;

  constructor(record: StoredRecord, order: number) {
    this.key = record.key;
    // One shared array: most records have no parents, and 100,000 empty arrays are 1.6 MB.
    this.scope = record.scope.length === 0 ? NO_SCOPE : record.scope;
    this.value = record.value;
    this.#order = order;
  }

  /** The same record with another value, in the same place. */
  withValue(value: JsonObject): Row {
    return new Row({ key: this.key, scope: this.scope, value }, this.#order);
  }

  /** True if this is its place in the order of creation. */
  isAt(order: number): boolean {
    return this.#order === order;
  }

  /** Older records first. */
  static compareAge(this: void, a: Row, b: Row): number {
    return a.#order - b.#order;
  }
}

const NO_SCOPE: readonly string[] = [];

/** True for a scope that names a single parent at each level. */
export function isWholeScope(scope: readonly (string | undefined)[]): scope is readonly string[] {
  return !scope.includes(undefined);
}

/** One text for scope and key, different for different records. */
export function rowName(scope: readonly string[], key: string): string {
  return scope.length === 0 ? escapePart(key) : joinParts([...scope, key]);
}

/** One text for a list of texts, different for different lists, whatever characters they hold. */
export function joinParts(parts: readonly string[]): string {
  return parts.length === 1 ? escapePart(parts[0] as string) : parts.map(escapePart).join("\u0000");
}

function escapePart(part: string): string {
  // Almost no text holds a separator.
  if (!part.includes("\u0000") && !part.includes("\u0001")) return part;
  return part.replaceAll("\u0001", "\u0001\u0001").replaceAll("\u0000", "\u0001\u0002");
}

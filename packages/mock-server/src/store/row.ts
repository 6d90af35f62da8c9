import type { JsonObject, StoredRecord } from "./record-store.js";

/** A record in memory, with its place in the order of creation. Its order is private so that a record shows only itself. */
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

  /** The same record with another value; it keeps its place. */
  withValue(value: JsonObject): Row {
    return new Row({ key: this.key, scope: this.scope, value }, this.#order);
  }

  /** Is this its place in the order of creation? */
  isAt(order: number): boolean {
    return this.#order === order;
  }

  /** Older records first. */
  static compareAge(this: void, a: Row, b: Row): number {
    return a.#order - b.#order;
  }
}

const NO_SCOPE: readonly string[] = [];

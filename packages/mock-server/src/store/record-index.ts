import { compareSortValues, equalityTokens, propertyAt, type SortValue, sortValueOf } from "@onespec/http-contract";
import { getOrMake } from "@onespec/spec-core";
import type { JsonObject, PropertyPath, RecordQuery, StoredRecord } from "./record-store.js";

/**
 * The definition of an index. It has one sorted list for each combination of values of the named scope entries and
 * properties.
 */
export interface IndexPlan {
  /** Positions in the scope. */
  readonly scope: readonly number[];
  readonly properties: readonly PropertyPath[];
  readonly sort: NonNullable<RecordQuery["sort"]>;
  readonly isNewestFirst: boolean;
}

/** A row in an index, with the values by which it is sorted. */
export interface IndexEntry {
  readonly row: Row;
  readonly values: readonly SortValue[];
}

/** Rows by scope and property values, each list in the order of its plan and then of creation. */
export class RecordIndex {
  readonly #plan: IndexPlan;
  readonly #lists: Map<string, IndexEntry[]> = new Map();

  constructor(plan: IndexPlan, rows: Iterable<Row>) {
    this.#plan = plan;
    for (const row of rows) {
      const entry = this.#entryOf(row);
      for (const name of this.#listNames(row)) getOrMake(this.#lists, name, () => []).push(entry);
    }
    for (const list of this.#lists.values()) list.sort(this.#compare);
  }

  /** @param parts values of the scope entries, then of the properties (equality tokens), in the plan's order */
  list(parts: readonly string[]): readonly IndexEntry[] {
    return this.#lists.get(joinParts(parts)) ?? [];
  }

  add(row: Row): void {
    const entry = this.#entryOf(row);
    for (const name of this.#listNames(row)) {
      const list = getOrMake(this.#lists, name, () => []);
      list.splice(this.#rankOf(entry, list), 0, entry);
    }
  }

  remove(row: Row): void {
    const entry = this.#entryOf(row);
    for (const name of this.#listNames(row)) {
      const list = this.#lists.get(name) ?? [];
      list.splice(this.#rankOf(entry, list), 1);
      if (list.length === 0) this.#lists.delete(name);
    }
  }

  replace(old: Row, row: Row): void {
    const entry = this.#entryOf(row);
    const isInSameLists = this.#plan.properties.every(
      (property) => propertyAt(row.value, property) === propertyAt(old.value, property),
    );
    if (isInSameLists && this.#compare(this.#entryOf(old), entry) === 0) {
      for (const name of this.#listNames(row)) {
        const list = this.#lists.get(name) ?? [];
        list[this.#rankOf(entry, list)] = entry;
      }
    } else {
      this.remove(old);
      this.add(row);
    }
  }

  /** Number of entries in the list before the row, whether or not it is in the list. */
  rank(row: Row, list: readonly IndexEntry[]): number {
    return this.#rankOf(this.#entryOf(row), list);
  }

  #rankOf(entry: IndexEntry, list: readonly IndexEntry[]): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(list[middle] as IndexEntry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  readonly #compare = (a: IndexEntry, b: IndexEntry): number => {
    const { sort, isNewestFirst } = this.#plan;
    for (let index = 0; index < sort.length; index++) {
      const order = compareSortValues(a.values[index], b.values[index], sort[index]?.descending === true);
      if (order !== 0) return order;
    }
    return isNewestFirst ? Row.compareAge(b.row, a.row) : Row.compareAge(a.row, b.row);
  };

  #entryOf(row: Row): IndexEntry {
    return { row, values: this.#plan.sort.map(({ property }) => sortValueOf(propertyAt(row.value, property))) };
  }

  /** The lists that a row belongs to. If a property is an array, each element gives one. */
  #listNames(row: Row): readonly string[] {
    const { scope, properties } = this.#plan;
    const choices = [
      ...scope.map((position) => [row.scope[position]]),
      ...properties.map((property) => equalityTokens(propertyAt(row.value, property))),
    ];
    let combinations: string[][] = [[]];
    for (const choice of choices) {
      combinations = combinations.flatMap((parts) =>
        choice.flatMap((part) => (part === undefined ? [] : [[...parts, part]])),
      );
    }
    return combinations.map(joinParts);
  }
}

/**
 * A record in memory with its position in the order of creation. The position is private, so that printing or comparing
 * the record does not show it.
 */
export class Row implements StoredRecord {
  readonly key: string;
  readonly scope: readonly string[];
  readonly value: JsonObject;
  readonly #order: number;

  constructor(record: StoredRecord, order: number) {
    this.key = record.key;
    // Records without parents share one empty array: 100,000 arrays would take 1.6 MB.
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

function joinParts(parts: readonly string[]): string {
  return JSON.stringify(parts);
}

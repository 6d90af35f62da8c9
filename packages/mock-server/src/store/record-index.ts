import { getOrMake } from "@onespec/spec-core";
import { compareSortValues, equalityTokens, propertyAt, type SortValue, sortValueOf } from "./property-values.js";
import type { PropertyPath, RecordQuery } from "./record-store.js";
import { joinParts, Row } from "./row.js";
import { SortedList } from "./sorted-list.js";

type Sort = NonNullable<RecordQuery["sort"]>;
type SortKey = Sort[number];

/** The purpose of an index: one sorted list for each combination of the named scope entries and property values. */
export interface IndexPlan {
  /** Positions in the scope. */
  readonly scope: readonly number[];
  readonly properties: readonly PropertyPath[];
  readonly sort: Sort;
  readonly isNewestFirst: boolean;
}

/** A row in an index: the row itself in the order of creation, else the row with its sort values. */
export type IndexEntry = Row | SortedRow;

/** 100,000 of them take 4 MB. An array for a single sort value would triple that. */
class SortedRow {
  readonly row: Row;
  /** Value of the first sort key. */
  readonly first: SortValue;
  /** Values of the other sort keys. */
  readonly more: readonly SortValue[];

  constructor(row: Row, { property }: SortKey, more: readonly SortKey[]) {
    this.row = row;
    this.first = sortValueOf(propertyAt(row.value, property));
    this.more = more.length === 0 ? NO_VALUES : more.map((key) => sortValueOf(propertyAt(row.value, key.property)));
  }
}

export function rowOf(entry: IndexEntry): Row {
  return entry instanceof Row ? entry : entry.row;
}

/** Rows by scope and property values, each list in the order of its plan and then of creation. */
export class RecordIndex {
  readonly #plan: IndexPlan;
  readonly #first: SortKey | undefined;
  readonly #more: readonly SortKey[];
  readonly #compare: (a: IndexEntry, b: IndexEntry) => number;
  readonly #lists: Map<string, SortedList<IndexEntry>> = new Map();
  /** When the table last used the index, counted in uses of its indexes. */
  lastUse = 0;

  constructor(plan: IndexPlan) {
    this.#plan = plan;
    [this.#first, ...this.#more] = plan.sort;
    this.#compare = compareEntries(plan);
  }

  /** Puts rows into an index that is still empty. */
  fill(rows: Iterable<Row>): void {
    const groups = new Map<string, IndexEntry[]>();
    for (const row of rows) {
      const entry = this.entryOf(row);
      for (const name of this.#listNames(row)) {
        getOrMake(groups, name, () => []).push(entry);
      }
    }
    for (const [name, entries] of groups) {
      this.#lists.set(name, new SortedList(this.#compare, entries.sort(this.#compare)));
    }
  }

  /** `parts`: the scope entries, then the equality tokens of the properties, in the plan's order. */
  list(parts: readonly string[]): SortedList<IndexEntry> {
    return this.#lists.get(joinParts(parts)) ?? new SortedList(this.#compare);
  }

  entryOf(row: Row): IndexEntry {
    return this.#first === undefined ? row : new SortedRow(row, this.#first, this.#more);
  }

  add(row: Row): void {
    const entry = this.entryOf(row);
    for (const name of this.#listNames(row)) {
      const list = this.#lists.get(name);
      if (list === undefined) this.#lists.set(name, new SortedList(this.#compare, [entry]));
      else list.insert(entry);
    }
  }

  remove(row: Row): void {
    const entry = this.entryOf(row);
    for (const name of this.#listNames(row)) {
      const list = this.#lists.get(name);
      list?.remove(entry);
      if (list?.size === 0) this.#lists.delete(name);
    }
  }

  replace(old: Row, row: Row): void {
    const entry = this.entryOf(row);
    const oldNames = this.#listNames(old);
    const names = this.#listNames(row);
    const staysPut =
      this.#compare(this.entryOf(old), entry) === 0 &&
      names.length === oldNames.length &&
      names.every((name, index) => name === oldNames[index]);
    if (staysPut) {
      for (const name of names) this.#lists.get(name)?.replace(entry);
    } else {
      this.remove(old);
      this.add(row);
    }
  }

  /** Several if a property is an array: each element finds the record. */
  #listNames(row: Row): readonly string[] {
    const { scope, properties } = this.#plan;
    const [property] = properties;
    if (scope.length === 0 && properties.length <= 1) {
      return property === undefined
        ? ALL_ROWS
        : equalityTokens(propertyAt(row.value, property)).map((one) => joinParts([one]));
    }
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

const NO_VALUES: readonly SortValue[] = [];
const ALL_ROWS: readonly string[] = [joinParts([])];

function compareEntries({ sort, isNewestFirst }: IndexPlan): (a: IndexEntry, b: IndexEntry) => number {
  const [first = false, ...more] = sort.map(({ descending }) => descending);
  const byAge = (a: Row, b: Row): number => (isNewestFirst ? Row.compareAge(b, a) : Row.compareAge(a, b));
  return (a, b) => {
    if (a instanceof Row || b instanceof Row) return byAge(rowOf(a), rowOf(b));
    let order = compareSortValues(a.first, b.first, first);
    for (let index = 0; order === 0 && index < more.length; index++)
      order = compareSortValues(a.more[index], b.more[index], more[index] === true);
    return order === 0 ? byAge(a.row, b.row) : order;
  };
}

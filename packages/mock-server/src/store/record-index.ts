import { getOrMake } from "@onespec/spec-core";
import type { JsonObject, PropertyPath, RecordQuery, StoredRecord } from "./record-store.js";
import { compareSortValues, equalityTokens, propertyAt, type SortValue, sortValueOf } from "./record-values.js";

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
function joinParts(parts: readonly string[]): string {
  return parts.length === 1 ? escapePart(parts[0] as string) : parts.map(escapePart).join("\u0000");
}

function escapePart(part: string): string {
  // Almost no text holds a separator.
  if (!part.includes("\u0000") && !part.includes("\u0001")) return part;
  return part.replaceAll("\u0001", "\u0001\u0001").replaceAll("\u0000", "\u0001\u0002");
}

/** Longest run of items in one array: long enough to be dense, short enough that an insertion moves little. */
const CHUNK_LENGTH = 512;

/**
 * Items in order, in chunks, so that insertions, removals, positions and pages stay cheap in a list of any length. `compare` must
 * return 0 for no two different items.
 */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #chunks: T[][] = [];
  #size = 0;

  /** `sorted`: the first items, in order. */
  constructor(compare: (a: T, b: T) => number, sorted: readonly T[] = []) {
    this.#compare = compare;
    for (let at = 0; at < sorted.length; at += CHUNK_LENGTH) this.#chunks.push(sorted.slice(at, at + CHUNK_LENGTH));
    this.#size = sorted.length;
  }

  get size(): number {
    return this.#size;
  }

  insert(item: T): void {
    this.#size++;
    const { chunkAt, chunk, at } = this.#find(item);
    if (chunk === undefined) {
      this.#append(item);
      return;
    }
    chunk.splice(at, 0, item);
    if (chunk.length > CHUNK_LENGTH) this.#chunks.splice(chunkAt + 1, 0, chunk.splice(chunk.length >> 1));
  }

  /** `false` if it is not in the list. */
  remove(item: T): boolean {
    const { chunkAt, chunk, at } = this.#find(item);
    if (!this.#holds(chunk, at, item)) return false;
    chunk.splice(at, 1);
    if (chunk.length === 0) this.#chunks.splice(chunkAt, 1);
    this.#size--;
    return true;
  }

  /** Replaces the item that compares as equal. */
  replace(item: T): void {
    const { chunk, at } = this.#find(item);
    if (this.#holds(chunk, at, item)) chunk[at] = item;
  }

  /** Number of items before it, whether or not it is in the list. */
  rank(item: T): number {
    const { chunkAt, at } = this.#find(item);
    let before = at;
    for (let index = 0; index < chunkAt; index++) before += this.#chunks[index]?.length ?? 0;
    return before;
  }

  /** Like `rank`, but counts the item itself if it is in the list. */
  rankBehind(item: T): number {
    const { chunk, at } = this.#find(item);
    return this.rank(item) + (this.#holds(chunk, at, item) ? 1 : 0);
  }

  /** The items at positions `start` to `end` (without `end`). */
  slice(start: number, end: number): T[] {
    const found: T[] = [];
    let first = 0;
    for (const chunk of this.#chunks) {
      if (first >= end) break;
      if (first + chunk.length > start) found.push(...chunk.slice(Math.max(0, start - first), end - first));
      first += chunk.length;
    }
    return found;
  }

  /** The items that pass, as a new list. */
  filter(passes: (item: T) => boolean): SortedList<T> {
    return new SortedList(
      this.#compare,
      this.#chunks.flatMap((chunk) => chunk.filter(passes)),
    );
  }

  #append(item: T): void {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length < CHUNK_LENGTH) last.push(item);
    else this.#chunks.push([item]);
  }

  #holds(chunk: T[] | undefined, at: number, item: T): chunk is T[] {
    const present = chunk?.[at];
    return present !== undefined && this.#compare(present, item) === 0;
  }

  /** The first place whose item does not come before this one; no chunk if all do. */
  #find(item: T): { chunkAt: number; chunk: T[] | undefined; at: number } {
    const chunkAt = firstWhere(this.#chunks.length, (index) => {
      const last = this.#chunks[index]?.at(-1);
      return last !== undefined && this.#compare(last, item) >= 0;
    });
    const chunk = this.#chunks[chunkAt];
    if (chunk === undefined) return { chunkAt, chunk, at: 0 };
    const at = firstWhere(chunk.length, (index) => {
      const candidate = chunk[index];
      return candidate !== undefined && this.#compare(candidate, item) >= 0;
    });
    return { chunkAt, chunk, at };
  }
}

/** The lowest index below `length` for which `holds` is true, else `length`; once true it must stay true. */
function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

import { equalityToken, meetsConditions } from "@onespec/http-contract";
import { getOrMake } from "@onespec/spec-core";
import { type IndexEntry, type IndexPlan, RecordIndex, Row } from "./record-index.js";
import type { Condition, JsonObject, RecordPage, RecordQuery, StoredRecord } from "./record-store.js";

/** Number of indexes of a collection. A new one replaces the oldest. */
const INDEX_LIMIT = 16;

/** Number of removed records whose places a collection remembers. Clients delete the records of a page and go on behind its last one. */
const REMOVED_LIMIT = 100;

type ScopePattern = readonly (string | undefined)[];

/** The records of one collection in memory, and the indexes that queries needed so far. Every change is immediate. */
export class RecordTable {
  /** By scope and key. A `Map` keeps the order of creation even if a value is replaced. */
  #rows: Map<string, Row> = new Map();
  /** By plan, the oldest first. */
  readonly #indexes: Map<string, RecordIndex> = new Map();
  /** All rows by key alone, built when a key is looked for without its whole scope. */
  #rowsByKey: Map<string, Row[]> | undefined;
  /** By scope and key, the first removed first. */
  readonly #removed: Map<string, Row> = new Map();
  #createdRows = 0;
  /** Length of the longest scope seen. */
  #scopeDepth = 0;
  /** The last number that `nextNumber` has returned. */
  sequence = 0;

  /** Creates a table of these records, in this order. @param sequence the last number used */
  static of(records: Iterable<StoredRecord>, sequence: number): RecordTable {
    const table = new RecordTable();
    for (const record of records) table.put(record);
    table.sequence = sequence;
    return table;
  }

  get size(): number {
    return this.#rows.size;
  }

  nextNumber(): number {
    this.sequence++;
    return this.sequence;
  }

  /** Oldest first. */
  rows(): Iterable<Row> {
    return this.#rows.values();
  }

  get(scope: readonly string[], key: string): Row | undefined {
    return this.#rows.get(rowName(scope, key));
  }

  has(scope: ScopePattern, key: string): boolean {
    return this.#findByKey(scope, key) !== undefined;
  }

  count(scope: ScopePattern = []): number {
    return scope.some((part) => part !== undefined) ? this.list({ scope, limit: 0 }).total : this.size;
  }

  /** Returns `false` and changes nothing if the scope already has that key. */
  insert(record: StoredRecord): boolean {
    if (this.get(record.scope, record.key) !== undefined) return false;
    this.put(record);
    return true;
  }

  /** Replaces the record by `change(current)`. `undefined` if there is no such record. */
  update(scope: readonly string[], key: string, change: (current: StoredRecord) => JsonObject): Row | undefined {
    const current = this.get(scope, key);
    return current && this.put({ key, scope, value: change(current) });
  }

  /**
   * Inserts or replaces. A replaced record keeps its position in the order of creation.
   * @param place the position, if a database numbers it. Give it for every record of a table or for none.
   */
  put(record: StoredRecord, place?: number): Row {
    const name = rowName(record.scope, record.key);
    let old = this.#rows.get(name);
    if (old !== undefined && place !== undefined && !old.isAt(place)) {
      this.delete(record.scope, record.key);
      old = undefined;
    }
    const row = old === undefined ? new Row(record, place ?? this.#createdRows++) : old.withValue(record.value);
    this.#rows.set(name, row);
    this.#removed.delete(name);
    this.#scopeDepth = Math.max(this.#scopeDepth, row.scope.length);
    for (const index of this.#indexes.values()) {
      if (old === undefined) index.add(row);
      else index.replace(old, row);
    }
    if (this.#rowsByKey !== undefined) {
      if (old !== undefined) removeByKey(this.#rowsByKey, old);
      addByKey(this.#rowsByKey, row);
    }
    return row;
  }

  /**
   * Returns the removed record, or `undefined`. If `check` throws, nothing is removed and the caller gets the error.
   */
  delete(scope: readonly string[], key: string, check?: (current: StoredRecord) => void): Row | undefined {
    const name = rowName(scope, key);
    const row = this.#rows.get(name);
    if (row === undefined) return undefined;
    check?.(row);
    this.#rows.delete(name);
    for (const index of this.#indexes.values()) index.remove(row);
    if (this.#rowsByKey !== undefined) removeByKey(this.#rowsByKey, row);
    this.#removed.set(name, row);
    const [first] = this.#removed.keys();
    if (first !== undefined && this.#removed.size > REMOVED_LIMIT) this.#removed.delete(first);
    return row;
  }

  /** Takes over all records of another table, which must not be used afterwards. */
  takeOver(other: RecordTable): void {
    this.#rows = other.#rows;
    this.#createdRows = other.#createdRows;
    this.#scopeDepth = other.#scopeDepth;
    this.sequence = other.sequence;
    this.#indexes.clear();
    this.#removed.clear();
    this.#rowsByKey = undefined;
  }

  list(query: RecordQuery): RecordPage {
    const { plan, name, parts, rest } = getOrMake(plannedQueries, query, () => planQuery(query));
    const index = this.#index(plan, name);
    const candidates = index.list(parts);
    const isFiltered = rest.length > 0 || query.search !== undefined;
    const meets = isFiltered ? meetsConditions(rest, query) : undefined;
    const matching = meets === undefined ? candidates : candidates.filter(({ row }) => meets(row.value));
    const { start, end } = this.#window(query, index, matching);
    return { records: matching.slice(start, end).map(({ row }) => row), total: matching.length, start };
  }

  #index(plan: IndexPlan, name: string): RecordIndex {
    return getOrMake(this.#indexes, name, () => {
      const [oldest] = this.#indexes.keys();
      if (oldest !== undefined && this.#indexes.size >= INDEX_LIMIT) this.#indexes.delete(oldest);
      return new RecordIndex(plan, this.#rows.values());
    });
  }

  /** Positions of the page's first record and of the one after its last. */
  #window(query: RecordQuery, index: RecordIndex, matching: readonly IndexEntry[]): { start: number; end: number } {
    const { scope = [], offset = 0, limit = Number.POSITIVE_INFINITY, after, before } = query;
    let first = 0;
    let end = matching.length;
    if (after !== undefined) {
      const row = this.#findPlace(scope, after);
      if (row === undefined) return { start: end, end };
      first = index.rank(row, matching);
      if (matching[first]?.row === row) first++;
    }
    if (before !== undefined) {
      const row = this.#findPlace(scope, before);
      if (row === undefined) return { start: 0, end: 0 };
      end = Math.max(first, index.rank(row, matching));
      if (after === undefined) {
        end = Math.max(0, end - offset);
        return { start: Math.max(0, end - limit), end };
      }
    }
    const start = Math.min(first + offset, end);
    return { start, end: Math.min(start + limit, end) };
  }

  /** The record with that key, or one that was removed a short time ago. */
  #findPlace(scope: ScopePattern, key: string): Row | undefined {
    const agrees = (row: Row): boolean => row.key === key && agreesWith(row, scope);
    return this.#findByKey(scope, key) ?? [...this.#removed.values()].find(agrees);
  }

  /** The oldest record with that key in a scope that agrees. */
  #findByKey(scope: ScopePattern, key: string): Row | undefined {
    if (isWholeScope(scope)) {
      const row = this.get(scope, key);
      if (row !== undefined || scope.length >= this.#scopeDepth) return row;
    }
    if (this.#rowsByKey === undefined) {
      this.#rowsByKey = new Map();
      for (const row of this.#rows.values()) addByKey(this.#rowsByKey, row);
    }
    const agreeing = (this.#rowsByKey.get(key) ?? []).filter((row) => agreesWith(row, scope));
    return agreeing.sort(Row.compareAge)[0];
  }
}

/** The index for a query, the list to read in it, and the conditions that are still to be tested on each record. */
interface PlannedQuery {
  readonly plan: IndexPlan;
  /** Different for different plans. */
  readonly name: string;
  readonly parts: readonly string[];
  readonly rest: readonly Condition[];
}

/** Lists hand over the same query for the same request again. */
const plannedQueries = new WeakMap<RecordQuery, PlannedQuery>();

function planQuery({ scope = [], where = [], sort = [], isNewestFirst = false }: RecordQuery): PlannedQuery {
  const rest: Condition[] = [];
  const parts: string[] = [];
  const positions: number[] = [];
  for (const [position, part] of scope.entries()) {
    if (part === undefined) continue;
    positions.push(position);
    parts.push(part);
  }
  const equalities = new Map<string, { readonly condition: Condition; readonly operand: unknown }>();
  for (const condition of where) {
    const operands = equalityOperands(condition);
    const name = JSON.stringify(condition.property);
    if (operands?.length === 1 && !equalities.has(name)) equalities.set(name, { condition, operand: operands[0] });
    else rest.push(condition);
  }
  // Sorted, so that two clients that send the same filters in another order share an index.
  const names = [...equalities.keys()].sort();
  const chosen = names.flatMap((name) => equalities.get(name) ?? []);
  parts.push(...chosen.map(({ operand }) => equalityToken(operand)));
  const plan = { scope: positions, properties: chosen.map(({ condition }) => condition.property), sort, isNewestFirst };
  return { plan, name: JSON.stringify(plan), parts, rest };
}

function equalityOperands({ operator, value }: Condition): readonly unknown[] | undefined {
  if (operator === "eq") return [value];
  return operator === "in" && Array.isArray(value) ? value : undefined;
}

function agreesWith({ scope }: Row, pattern: ScopePattern): boolean {
  return pattern.every((part, position) => part === undefined || part === scope[position]);
}

function addByKey(rowsByKey: Map<string, Row[]>, row: Row): void {
  getOrMake(rowsByKey, row.key, () => []).push(row);
}

function removeByKey(rowsByKey: Map<string, Row[]>, row: Row): void {
  const namesakes = (rowsByKey.get(row.key) ?? []).filter((other) => other !== row);
  if (namesakes.length > 0) rowsByKey.set(row.key, namesakes);
  else rowsByKey.delete(row.key);
}

/** True if the scope has a value for every parent. */
export function isWholeScope(scope: readonly (string | undefined)[]): scope is readonly string[] {
  return !scope.includes(undefined);
}

/** One text for scope and key, different for different records. */
export function rowName(scope: readonly string[], key: string): string {
  return scope.length === 0 ? ` ${key}` : `${JSON.stringify(scope)} ${key}`;
}

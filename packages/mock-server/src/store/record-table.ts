import { inSlices } from "@onespec/http-requests";
import { inOneGo } from "@onespec/spec-core";
import { equalityToken } from "./equality-token.js";
import { meetsConditions } from "./meets-conditions.js";
import { type IndexEntry, type IndexPlan, RecordIndex, rowOf } from "./record-index.js";
import type { Awaitable, Condition, JsonObject, RecordPage, RecordQuery, StoredRecord } from "./record-store.js";
import { Row } from "./row.js";
import { rowName } from "./row-name.js";
import type { SortedList } from "./sorted-list.js";

/** Indexes kept for a collection; the one not used for longest goes when another is needed. */
const INDEX_LIMIT = 16;
/** Tables of more records build their indexes in slices: below, one takes a few milliseconds. */
const SLICED_FROM = 2000;

type ScopePattern = readonly (string | undefined)[];

/** The records of one collection in memory, with the indexes that queries have asked for. Every change is immediate. */
export class RecordTable {
  /** By scope and key; a `Map` keeps the order of creation, also when a value is replaced. */
  #rows: Map<string, Row> = new Map();
  readonly #indexes: Map<string, RecordIndex> = new Map();
  /** Indexes that are being built, by name. */
  readonly #builds: Map<string, IndexBuild> = new Map();
  /** All rows by key alone, built when a key is looked for without its whole scope. */
  #rowsByKey: Map<string, Row[]> | undefined;
  readonly #plans: WeakMap<RecordQuery, PlannedQuery> = new WeakMap();
  #createdRows = 0;
  /** Of indexes, so far. */
  #uses = 0;
  /** Entries of the longest scope seen. */
  #scopeDepth = 0;
  /** The last number given by `nextNumber`. */
  sequence = 0;

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
    return scope.some(isText) ? this.list({ scope, limit: 0 }).total : this.size;
  }

  /**
   * Inserts or replaces; a replaced record keeps its place in the order of creation.
   * @param place that order as somebody else keeps it; then it must be given with every record of the table
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
    this.#scopeDepth = Math.max(this.#scopeDepth, row.scope.length);
    if (old === undefined) {
      for (const index of this.#indexes.values()) index.add(row);
    } else {
      for (const index of this.#indexes.values()) index.replace(old, row);
    }
    for (const { changes } of this.#builds.values()) changes.push({ old, row });
    if (this.#rowsByKey !== undefined) {
      if (old !== undefined) removeByKey(this.#rowsByKey, old);
      addByKey(this.#rowsByKey, row);
    }
    return row;
  }

  delete(scope: readonly string[], key: string): Row | undefined {
    const name = rowName(scope, key);
    const row = this.#rows.get(name);
    if (row === undefined) return undefined;
    this.#rows.delete(name);
    for (const index of this.#indexes.values()) index.remove(row);
    for (const { changes } of this.#builds.values()) changes.push({ old: row, row: undefined });
    if (this.#rowsByKey !== undefined) removeByKey(this.#rowsByKey, row);
    return row;
  }

  /** Forgets every record and takes these, in this order. */
  replaceAll(records: Iterable<StoredRecord>, sequence: number): void {
    const next = new RecordTable();
    for (const record of records) next.put(record);
    next.sequence = sequence;
    this.takeOver(next);
  }

  /** Forgets every record and takes those of another table, which nobody uses any more. */
  takeOver(other: RecordTable): void {
    this.#rows = other.#rows;
    this.#createdRows = other.#createdRows;
    this.#scopeDepth = other.#scopeDepth;
    this.sequence = other.sequence;
    this.#indexes.clear();
    this.#builds.clear();
    this.#rowsByKey = undefined;
  }

  /** The same as `list`, later where a large table has no index for the query yet: others are answered meanwhile. */
  listSoon(query: RecordQuery): Awaitable<RecordPage> {
    const planned = this.#planned(query);
    if (this.#rows.size < SLICED_FROM) return this.#list(query, planned);
    if (!this.#indexes.has(planned.name))
      return this.#built(planned.plan, planned.name).then(() => this.listSoon(query));
    const index = this.#index(planned.plan, planned.name);
    const candidates = index.list(planned.parts);
    const meets = testOf(query, planned);
    if (meets === undefined || candidates.size < SLICED_FROM)
      return this.#page(query, index, filtered(candidates, meets));
    return inSlices(candidates.filterInSteps((entry) => meets(rowOf(entry).value))).then((matching) =>
      this.#page(query, index, matching),
    );
  }

  list(query: RecordQuery): RecordPage {
    return this.#list(query, this.#planned(query));
  }

  #list(query: RecordQuery, planned: PlannedQuery): RecordPage {
    const index = this.#index(planned.plan, planned.name);
    return this.#page(query, index, filtered(index.list(planned.parts), testOf(query, planned)));
  }

  #page(query: RecordQuery, index: RecordIndex, matching: SortedList<IndexEntry>): RecordPage {
    const window = this.#window(query, index, matching);
    const records = matching.slice(window.start, window.end).map(rowOf);
    return { records, total: matching.size, start: window.start };
  }

  /** A query that is asked again as the same object is not planned again. */
  #planned(query: RecordQuery): PlannedQuery {
    let planned = this.#plans.get(query);
    if (planned === undefined) {
      planned = planQuery(query);
      this.#plans.set(query, planned);
    }
    return planned;
  }

  /** Resolves when the index is there, or the table has become another. */
  #built(plan: IndexPlan, name: string): Promise<void> {
    const known = this.#builds.get(name);
    if (known !== undefined) return known.done;
    const index = new RecordIndex(plan);
    const changes: RowChange[] = [];
    const done = inSlices(index.fill([...this.#rows.values()])).then(() => {
      if (this.#builds.get(name) !== build) return;
      this.#builds.delete(name);
      for (const { old, row } of changes) {
        if (row === undefined) index.remove(old);
        else if (old === undefined) index.add(row);
        else index.replace(old, row);
      }
      this.#keep(name, index);
    });
    const build = { changes, done };
    this.#builds.set(name, build);
    return done;
  }

  #index(plan: IndexPlan, name: string): RecordIndex {
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = new RecordIndex(plan);
      inOneGo(index.fill([...this.#rows.values()]));
      this.#keep(name, index);
    }
    this.#uses++;
    index.lastUse = this.#uses;
    return index;
  }

  #keep(name: string, index: RecordIndex): void {
    if (this.#indexes.size >= INDEX_LIMIT) {
      const [unused] = [...this.#indexes].sort(([, a], [, b]) => a.lastUse - b.lastUse);
      if (unused) this.#indexes.delete(unused[0]);
    }
    index.lastUse = this.#uses;
    this.#indexes.set(name, index);
  }

  /** Positions of the page's first record and of the one behind its last. */
  #window(query: RecordQuery, index: RecordIndex, matching: SortedList<IndexEntry>): { start: number; end: number } {
    const { scope = [], offset = 0, limit = Number.POSITIVE_INFINITY, after, before } = query;
    let first = 0;
    let end = matching.size;
    if (after !== undefined) {
      const row = this.#findByKey(scope, after);
      if (row === undefined) return { start: end, end };
      first = matching.rankBehind(index.entryOf(row));
    }
    if (before !== undefined) {
      const row = this.#findByKey(scope, before);
      if (row === undefined) return { start: 0, end: 0 };
      end = Math.max(first, matching.rank(index.entryOf(row)));
      if (after === undefined) {
        end = Math.max(0, end - offset);
        return { start: Math.max(0, end - limit), end };
      }
    }
    const start = Math.min(first + offset, end);
    return { start, end: Math.min(start + limit, end) };
  }

  /** The oldest record with that key in a scope that agrees. */
  #findByKey(scope: ScopePattern, key: string): Row | undefined {
    if (scope.every(isText)) {
      const row = this.get(scope, key);
      if (row !== undefined || scope.length >= this.#scopeDepth) return row;
    }
    if (this.#rowsByKey === undefined) {
      this.#rowsByKey = new Map();
      for (const row of this.#rows.values()) addByKey(this.#rowsByKey, row);
    }
    const agreeing = (this.#rowsByKey.get(key) ?? []).filter((row) =>
      scope.every((part, position) => part === undefined || part === row.scope[position]),
    );
    return agreeing.sort(Row.compareAge)[0];
  }
}

/** An index that is not whole yet. */
interface IndexBuild {
  /** What was written since it was begun. */
  readonly changes: RowChange[];
  readonly done: Promise<void>;
}

type RowChange = { readonly old: Row | undefined; readonly row: Row } | { readonly old: Row; readonly row: undefined };

/** Which index serves a query, which of its lists, and the conditions that are left to try on each record. */
interface PlannedQuery {
  readonly plan: IndexPlan;
  /** Different for different plans. */
  readonly name: string;
  readonly parts: readonly string[];
  readonly rest: readonly Condition[];
}

/** What the index of a query leaves to be tried; `undefined` when that is nothing. */
function testOf(query: RecordQuery, { rest }: PlannedQuery): ((record: JsonObject) => boolean) | undefined {
  return rest.length > 0 || query.search !== undefined ? meetsConditions(rest, query) : undefined;
}

function filtered(
  list: SortedList<IndexEntry>,
  meets: ((record: JsonObject) => boolean) | undefined,
): SortedList<IndexEntry> {
  return meets === undefined ? list : list.filter((entry) => meets(rowOf(entry).value));
}

function planQuery({ scope = [], where = [], sort = [] }: RecordQuery): PlannedQuery {
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
  // Sorted, so that the order in which a client names its filters does not ask for another index.
  const names = [...equalities.keys()].sort();
  const chosen = names.flatMap((name) => equalities.get(name) ?? []);
  parts.push(...chosen.map(({ operand }) => equalityToken(operand)));
  const plan = { scope: positions, properties: chosen.map(({ condition }) => condition.property), sort };
  const name = JSON.stringify([plan.scope, plan.properties, sort.map((key) => [key.property, key.descending])]);
  return { plan, name, parts, rest };
}

function equalityOperands({ operator, value }: Condition): readonly unknown[] | undefined {
  if (operator === "eq") return [value];
  return operator === "in" && Array.isArray(value) ? value : undefined;
}

function addByKey(rowsByKey: Map<string, Row[]>, row: Row): void {
  const namesakes = rowsByKey.get(row.key);
  if (namesakes === undefined) rowsByKey.set(row.key, [row]);
  else namesakes.push(row);
}

function removeByKey(rowsByKey: Map<string, Row[]>, row: Row): void {
  const namesakes = (rowsByKey.get(row.key) ?? []).filter((other) => other !== row);
  if (namesakes.length > 0) rowsByKey.set(row.key, namesakes);
  else rowsByKey.delete(row.key);
}

function isText(part: string | undefined): part is string {
  return part !== undefined;
}

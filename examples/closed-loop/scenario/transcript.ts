/** The result of one step of the scenario. Plain data, so that a page can hand it over. */
export interface StepResult {
  readonly step: string;
  /** Observations, one a line, with names in place of values that every server chooses for itself. */
  readonly lines: readonly string[];
  readonly milliseconds: number;
}

/** Kinds of records, by the properties that hold them or their ids. */
const KINDS: Readonly<Record<string, string>> = {
  author: "author",
  authorId: "author",
  book: "book",
  bookId: "book",
  books: "book",
  customer: "customer",
  customerId: "customer",
  order: "order",
  orderId: "order",
  review: "review",
  reviews: "review",
};

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * Gives ids, moments and entity tags names in the order in which they are first seen: ids by the kind of record, moments and tags by the
 * record and the property that hold them. So a moment that stays, or a tag that changes, reads the same on every server.
 */
export class Names {
  readonly #seen = new Map<string, Map<string, string>>();

  of(group: string, value: unknown): string {
    const group_ = this.#seen.get(group) ?? new Map<string, string>();
    this.#seen.set(group, group_);
    const text = String(value);
    const name = group_.get(text) ?? `${group}#${group_.size + 1}`;
    group_.set(text, name);
    return name;
  }

  /** A value with its members in the order of their names. @param kind of the record that it is, or that it lists */
  in(value: unknown, kind = "answer"): unknown {
    if (Array.isArray(value)) return value.map((one) => this.in(one, kind));
    if (typeof value !== "object" || value === null) return value;
    const record = value as Readonly<Record<string, unknown>>;
    const own = record.id === undefined || record.id === null ? kind : this.of(kind, record.id);
    return Object.fromEntries(
      Object.keys(record)
        .sort()
        .map((name) => [name, this.#member(name, record[name], kind, own)]),
    );
  }

  #member(name: string, value: unknown, kind: string, own: string): unknown {
    if (name === "id" && value !== undefined && value !== null) return own;
    if (name.endsWith("Id") && name in KINDS && value !== undefined && value !== null)
      return this.of(KINDS[name] ?? name, value);
    if (typeof value === "string" && MOMENT.test(value)) return this.of(`${own}.${name}`, value);
    return this.in(value, KINDS[name] ?? kind);
  }
}

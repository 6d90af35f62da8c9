import type { Entity } from "../entity/entity.js";

/** A record: field names with values that can be written as JSON, see `FieldType`. */
export type Row = Record<string, unknown>;

/**
 * The records of one entity. All seven databases behave alike. Calls inside `Database.transaction` belong to that
 * transaction. Three differences remain: MySQL and SQL Server ignore trailing spaces in comparisons, Oracle stores an
 * empty text as null, and SQLite compares decimals of more than 15 digits as doubles (it stores every digit). Hidden
 * fields can be written, but are read only if `fields` names them.
 * @throws DatabaseError UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION, VALUE_REFUSED (a rule, NOT NULL or CHECK),
 * UNKNOWN_FIELD, UNAVAILABLE (no connection). Each names the invalid fields if the database does.
 */
export interface Repository<R extends object = Row> {
  readonly entity: Entity;
  find(query?: FindQuery): Promise<R[]>;
  /** By primary key. */
  get(id: unknown, options?: Pick<FindQuery, "fields" | "include" | "lock">): Promise<R | undefined>;
  /** Fills in defaults, ids and timestamps, and answers the record as stored. */
  create(values: Row): Promise<R>;
  createMany(values: readonly Row[]): Promise<R[]>;
  /** Changes only the given fields. Returns the whole record, `undefined` if there is none. */
  update(id: unknown, changes: Row): Promise<R | undefined>;
  /**
   * Adds amounts to numbers in one statement: `increment(id, { stock: -1 })`. Null stays null. Returns the whole
   * record, `undefined` if there is none. A sum that the type, `min` or `max` of a field does not allow is VALUE_REFUSED.
   */
  increment(id: unknown, amounts: Readonly<Record<string, number | bigint | string>>): Promise<R | undefined>;
  /** How many were changed. */
  updateMany(where: Where, changes: Row): Promise<number>;
  /** False when there was none. */
  remove(id: unknown): Promise<boolean>;
  removeMany(where: Where): Promise<number>;
  count(where?: Where): Promise<number>;
  /** Creates, or updates the record with the same primary key (or `conflict` fields, which must be unique). */
  upsert(values: Row, options?: { readonly conflict?: readonly string[] }): Promise<R>;
}

export interface FindQuery {
  readonly where?: Where;
  /** The first key counts most. Nulls come last, in both directions, on every database. */
  readonly order?: readonly OrderBy[];
  readonly limit?: number;
  readonly offset?: number;
  /** Reads only these fields and the primary key. */
  readonly fields?: readonly string[];
  /**
   * Relations to include: `author`, or `{ relation: "reviews", where: { stars: { gte: 4 } } }`. Each needs one or two
   * queries.
   */
  readonly include?: readonly (string | Include)[];
  /** Inside a transaction: others wait before they change or lock these records. Has no effect on MongoDB. */
  readonly lock?: boolean;
}

export interface Include {
  readonly relation: string;
  /** Conditions on the related records; the records themselves are returned in any case. */
  readonly where?: Where;
  readonly fields?: readonly string[];
  /** Relations of the related records. */
  readonly include?: readonly (string | Include)[];
}

export type OrderBy = readonly [field: string, direction: "asc" | "desc"];

/** Conditions by field. All must be true. A plain value means `eq`; `null` means `isNull`. */
export interface Where {
  readonly and?: readonly Where[];
  readonly or?: readonly Where[];
  readonly not?: Where;
  readonly [field: string]: Condition | readonly Where[] | Where | undefined;
}

export type Condition = Scalar | Comparison;

export type Scalar = string | number | bigint | boolean | null;

/** Operators on one field. All must be true. Only `isNull` can be true for null. */
export interface Comparison {
  readonly eq?: Scalar;
  readonly ne?: Scalar;
  readonly gt?: Scalar;
  readonly gte?: Scalar;
  readonly lt?: Scalar;
  readonly lte?: Scalar;
  readonly in?: readonly Scalar[];
  readonly notIn?: readonly Scalar[];
  /** Case-sensitive on every database; `%` and `_` are ordinary characters. */
  readonly contains?: string;
  readonly startsWith?: string;
  /** `%` is any text, `_` any one character, a backslash escapes the next one. Case-sensitive on every database. */
  readonly like?: string;
  /** From the first to the second, both included. */
  readonly between?: readonly [Scalar, Scalar];
  readonly isNull?: boolean;
}

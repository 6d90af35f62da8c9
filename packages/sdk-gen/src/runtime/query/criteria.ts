import type { Head, Populated } from "./relations.js";

/** Tests of one field. If there are several in one object, all must be true. */
export interface Tests<V> {
  "="?: V | null;
  "!="?: V | null | readonly (V | null)[];
  "!"?: V | null | readonly (V | null)[];
  "<"?: V;
  "<="?: V;
  ">"?: V;
  ">="?: V;
  in?: readonly (V | null)[];
  nin?: readonly (V | null)[];
  between?: readonly [V, V];
  exists?: boolean;
  contains?: unknown;
  notContains?: unknown;
  startsWith?: string;
  endsWith?: string;
  like?: string;
  icontains?: string;
  istartsWith?: string;
  iendsWith?: string;
  ilike?: string;
}

/** A documented value of an enum, or any other text. Dates may be `Date` objects. */
type Operand<V> =
  | ([Extract<V, string>] extends [never] ? never : TextOperand<Extract<V, string>>)
  | OtherOperand<Exclude<V, string>>;

/** Removes `string & {}`, which keeps the enums of answers open. */
type TextOperand<V extends string> = [Members<V>] extends [never] ? string | Date : Members<V>;
type Members<V extends string> = V extends string ? (string & {} extends V ? never : V) : never;

type OtherOperand<V> = V extends readonly (infer E)[] ? Operand<E> | V : V extends number ? number | bigint : V;

/** Not `NonNullable`, which would merge the members of an open enum into `string`. */
type Present<V> = Exclude<V, null | undefined>;

type FieldTest<V> = Operand<Present<V>> | null | readonly (Operand<Present<V>> | null)[] | Tests<Operand<Present<V>>>;

/** Conditions on fields; dotted names reach into objects. */
export type Where<T> = { [K in keyof T]?: FieldTest<T[K]> } & { [dotted: `${string}.${string}`]: unknown } & {
  and?: readonly Where<T>[];
  or?: readonly Where<T>[];
  not?: Where<T>;
};

/** @template K fields of `select` @template O fields of `omit` @template P relations of `populate` */
export interface Clauses<T, L = Readonly<Record<string, unknown>>, K = FieldName<T>, O = FieldName<T>, P = string> {
  where?: Where<T>;
  sort?: SortKey<T> | `${SortKey<T>},${string}` | readonly SortKey<T>[] | SortObject<T>;
  limit?: number;
  skip?: number;
  select?: K | readonly K[] | undefined;
  omit?: O | readonly O[] | undefined;
  populate?: P | readonly P[] | undefined;
  /** Parameters of the list operation. */
  params?: Partial<L>;
}

/** A sort key: `price`, `-price`, `price DESC`. */
export type SortKey<T> =
  | FieldName<T>
  | `${"-" | "+"}${FieldName<T>}`
  | `${FieldName<T>} ${"ASC" | "DESC" | "asc" | "desc"}`;

export type SortObject<T> = { readonly [K in Keys<T>]?: "ASC" | "DESC" | "asc" | "desc" | 1 | -1 };

/** Checks each key of a text. Texts that are no literals are not checked. */
export type SortText<T, S extends string> = string extends S
  ? S
  : S extends `${infer First},${infer Rest}`
    ? Trimmed<First> extends SortKey<T>
      ? [SortText<T, Trimmed<Rest>>] extends [never]
        ? never
        : S
      : never
    : S extends SortKey<T>
      ? S
      : never;

type Trimmed<S extends string> = S extends ` ${infer Rest}`
  ? Trimmed<Rest>
  : S extends `${infer Rest} `
    ? Trimmed<Rest>
    : S;

/** A field of a record or of one of its alternatives, dotted inside objects. Any text if no fields are known. */
export type FieldName<T> = [Keys<T>] extends [never]
  ? string
  : string extends Keys<T>
    ? string
    : Keys<T> | `${Keys<T>}.${string}`;

type Keys<T> = T extends unknown ? keyof T & string : never;

/** A record with some of its fields. @template F the whole record @template R its relations; loaded ones stay */
export type Selected<T, K extends string, F = T, R = Record<never, never>> = string extends K
  ? T
  : T extends unknown
    ? {
        [P in keyof Pick<T, Extract<keyof T, Head<K>> | LoadedIn<T, F, R>>]: P extends K | LoadedIn<T, F, R>
          ? T[P]
          : Inside<T[P], K extends `${P & string}.${infer Rest}` ? Rest : never>;
      }
    : never;

type Inside<V, K extends string> = V extends readonly (infer E)[]
  ? Inside<E, K>[]
  : V extends object
    ? Selected<V, K>
    : V;

type LoadedIn<T, F, R> = {
  [P in keyof T & keyof R]: P extends keyof F ? ([T[P]] extends [F[P]] ? never : P) : P;
}[keyof T & keyof R];

export type Omitted<T, K extends string> = T extends unknown ? Omit<T, Extract<K, keyof T>> : never;

/**
 * The argument of `find`: conditions or clauses. Each type excludes the names of the other, so TypeScript never takes a
 * wrong condition for a clause.
 */
export type Criteria<T, L = Readonly<Record<string, unknown>>, K = never, O = never, P = never> =
  | (Where<T> & None<Exclude<keyof Clauses<T>, Keys<T>>>)
  | (Clauses<T, L, K, O, P> & None<Exclude<Keys<T>, keyof Clauses<T>>>);

/** A record as the clauses `select`, `omit` and `populate` make it. @template R its relations */
export type Found<T, R, K extends string, O extends string, P extends string> = Rest<
  Part<Populated<T, R, P>, K, T, R>,
  O
>;
type Part<T, K extends string, F, R> = [K] extends [never] ? T : Selected<T, K, F, R>;
type Rest<T, O extends string> = [O] extends [never] ? T : Omitted<T, O>;

type None<K extends string> = string extends K ? unknown : { [_ in K]?: undefined };

/** Tests of one field. Several in one object must all hold. */
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
/** Open enums and texts may be asked for as texts, dates also as `Date`. */
type Operand<V> = V extends string ? string | Date : V extends readonly (infer E)[] ? Operand<E> | V : V extends number ? number | string | bigint : V;
type FieldTest<V> = Operand<NonNullable<V>> | null | readonly (Operand<NonNullable<V>> | null)[] | Tests<Operand<NonNullable<V>>>;
/** Conditions on fields; dotted names reach into objects. */
export type Where<T> = {
    [K in keyof T]?: FieldTest<T[K]>;
} & {
    [dotted: `${string}.${string}`]: unknown;
} & {
    and?: readonly Where<T>[];
    or?: readonly Where<T>[];
    not?: Where<T>;
};
export interface Clauses<T, L = Readonly<Record<string, unknown>>> {
    where?: Where<T>;
    sort?: string | readonly string[] | {
        [K in keyof T]?: "ASC" | "DESC" | 1 | -1;
    };
    limit?: number;
    skip?: number;
    select?: string | readonly string[];
    omit?: string | readonly string[];
    populate?: string | readonly string[];
    /** Parameters of the list operation, given as they are. */
    params?: Partial<L>;
}
/** What `find` takes: conditions, or clauses. */
export type Criteria<T, L = Readonly<Record<string, unknown>>> = Where<T> | Clauses<T, L>;
export {};

/** A relation that `populate` can load. Generated; exists only in types. */
export interface Relation {
  record: unknown;
  many: boolean;
  relations: object;
}

/** Names for `populate`: a relation, or with a dot a relation of a relation. */
export type RelationPath<R> =
  | (keyof R & string)
  | {
      [K in keyof R & string]: `${K}.${keyof Below<R[K]> & string}` | `${K}.${keyof Below<R[K]> & string}.${string}`;
    }[keyof R & string];

/** A record whose loaded relations replace the original properties. */
export type Populated<T, R, P extends string> = [P] extends [never]
  ? T
  : Omit<T, Head<P> & keyof R> & { [K in Head<P> & keyof R]: Loaded<R[K], Tail<P, K>> };

export type Head<P extends string> = P extends `${infer First}.${string}` ? First : P;
type Tail<P extends string, K extends string> = P extends `${K}.${infer Rest}` ? Rest : never;

type Loaded<L, P extends string> = L extends Relation
  ? true extends L["many"]
    ? Populated<L["record"], L["relations"], P>[]
    : Populated<L["record"], L["relations"], P> | null
  : unknown;

type Below<L> = L extends Relation ? L["relations"] : Record<never, never>;

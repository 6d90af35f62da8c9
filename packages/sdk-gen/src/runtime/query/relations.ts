/** A relation that `populate` can load. Generated; exists only in types. */
export interface Relation {
  record: unknown;
  many: boolean;
  relations: object;
}

/** Names that `populate` takes: a relation, or dotted a relation of a relation. */
export type RelationPath<R> =
  | (keyof R & string)
  | {
      [K in keyof R & string]: `${K}.${keyof Below<R[K]> & string}` | `${K}.${keyof Below<R[K]> & string}.${string}`;
    }[keyof R & string];

/** A record with what was loaded in the place of what was there. */
export type Populated<T, R, P extends string> = P extends `${infer K}.${infer Rest}`
  ? K extends keyof R
    ? Omit<T, K> & { [_ in K]: Loaded<R[K], Rest> }
    : T
  : P extends keyof R
    ? Omit<T, P> & { [_ in P]: Loaded<R[P], never> }
    : T;

type Loaded<L, Rest extends string> = L extends Relation
  ? true extends L["many"]
    ? One<L, Rest>[]
    : One<L, Rest> | null
  : unknown;

type One<L extends Relation, Rest extends string> = [Rest] extends [never]
  ? L["record"]
  : Populated<L["record"], L["relations"], Rest>;

type Below<L> = L extends Relation ? L["relations"] : Record<never, never>;

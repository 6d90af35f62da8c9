import type { CallOptions } from "../client-options.js";
import { ClientError, refuse } from "../errors.js";
import { isPlainObject } from "../is-plain-object.js";
import type { Query } from "../query/query.js";
import { issueOf } from "../validate/issue.js";

/** Options for `useQuery` and its like. */
export interface TanstackQuery<T> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<T>;
  /** `false`, because the client itself retries calls. */
  retry: false;
}

/** Options for `useMutation` and its like. */
export interface TanstackMutation<T, V> {
  mutationKey: readonly unknown[];
  mutationFn: (variables: V) => Promise<T>;
  onSuccess: (data: T, variables: V, result: unknown, context: TanstackContext) => Promise<unknown>;
}

/** The part of a `QueryClient` that mutations use. */
export interface TanstackContext {
  client: { invalidateQueries(filter: TanstackFilter): Promise<unknown> };
}

/** For `invalidateQueries` and the other methods that take filters. */
export interface TanstackFilter {
  predicate: (query: { readonly queryKey: readonly unknown[] }) => boolean;
}

/** The result of a method in a cache, which does not hold `undefined`. */
type Cached<T> = T extends undefined ? null : T;

type Reply<F> = F extends (...args: never) => PromiseLike<infer T> ? T : never;
export type Arguments<F> = F extends (...args: infer A) => unknown ? A : never;

/**
 * The two signatures of a method. The first returns a part of the answer, the second the whole answer, with `unwrap:
 * false`.
 */
type Signatures<F> = F extends { (...args: infer A): infer R; (...args: infer B): infer W }
  ? [part: (...args: A) => R, whole: (...args: B) => W]
  : never;

/** A method that reads. */
export interface ReadOptions<F> {
  queryOptions(...args: Arguments<F>): TanstackQuery<Cached<Reply<F>>>;
}

/** A method that reads and returns a part of the answer. */
export type ReadPartOptions<F> = ReadOptions<Signatures<F>[0]> & ReadOptions<Signatures<F>[1]>;

/** A method that writes. @template N the names of its arguments */
export interface WriteOptions<F, N extends readonly string[]> {
  /** @param then called after the queries are invalidated */
  mutationOptions(
    then?: (data: Reply<F>, variables: Variables<F, N>) => unknown,
  ): TanstackMutation<Reply<F>, Variables<F, N>>;
}

/** A method that writes and returns a part of the answer. */
export interface WritePartOptions<F, N extends readonly string[]> extends WriteOptions<Signatures<F>[0], N> {
  mutationOptions(
    then?: (data: Reply<Signatures<F>[0]>, variables: Variables<Signatures<F>[0], N>) => unknown,
  ): TanstackMutation<Reply<Signatures<F>[0]>, Variables<Signatures<F>[0], N>>;
  /** Returns the whole answer. @param then called after the queries are invalidated */
  mutationOptions(
    options: { readonly unwrap: false },
    then?: (data: Reply<Signatures<F>[1]>, variables: Variables<Signatures<F>[0], N>) => unknown,
  ): TanstackMutation<Reply<Signatures<F>[1]>, Variables<Signatures<F>[0], N>>;
}

/** Arguments by name. */
type Variables<F, N extends readonly string[]> = OrNothing<
  { [I in Needed<F, N> as N[I] & string]: Argument<F, I> } & {
    [I in Exclude<Positions<N>, Needed<F, N>> as N[I] & string]?: Argument<F, I>;
  }
>;
// biome-ignore lint/suspicious/noConfusingVoidType: lets `mutate()` be called without an argument
type OrNothing<V> = Record<never, never> extends V ? V | void : V;
type Positions<N extends readonly string[]> = Extract<keyof N, `${number}`>;
type Argument<F, I> = Arguments<F>[I & keyof Arguments<F>];
type Needed<F, N extends readonly string[]> = {
  [I in Positions<N>]: undefined extends Argument<F, I> ? never : I;
}[Positions<N>];

/**
 * The kind of a method: a list, or a list with pages. For a method that reads, the number of its arguments before the
 * options. For a method that writes, the names of its arguments.
 */
export type MethodKind = "list" | "pages" | number | readonly ArgumentKind[];

/** The name of an argument, with the names of its required members if it holds parameters. */
export type ArgumentKind = string | readonly string[];

/** Creates the options of lists. Absent in clients without queries. */
export type ListOptionsOf = (
  isPaged: boolean,
  find: (...given: unknown[]) => Query,
  key: readonly [api: string, name: string, method: string],
) => object;

interface Methods {
  readonly in?: (parents: object) => Methods;
  readonly [name: string]: ((...args: never[]) => unknown) | undefined;
}

/**
 * Creates the query options of each method of each resource.
 * @param api the first part of every key, so that clients of two APIs can share a cache
 * @param client a client, or some of its resources by name
 */
export function queriesOf(
  client: object,
  api: string,
  kinds: Readonly<Record<string, Readonly<Record<string, MethodKind>>>>,
  lists?: ListOptionsOf,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, methods]) => {
      const resource = (client as Readonly<Record<string, Methods | undefined>>)[name];
      return resource ? [[name, resourceQueries(resource, [api, name], methods, {}, lists)]] : [];
    }),
  );
}

function resourceQueries(
  resource: Methods,
  key: readonly [api: string, name: string],
  methods: Readonly<Record<string, MethodKind>>,
  parents: object,
  lists: ListOptionsOf | undefined,
): Record<string, unknown> {
  const options = Object.entries(methods).map(([method, kind]) => [
    method,
    methodOptions(resource, key, method, kind, parents, lists),
  ]);
  const below = (given: object): Record<string, unknown> =>
    resourceQueries(resource.in?.(given) as Methods, key, methods, { ...parents, ...given }, lists);
  return { ...Object.fromEntries(options), ...(resource.in ? { in: below } : {}) };
}

function methodOptions(
  resource: Methods,
  key: readonly [api: string, name: string],
  method: string,
  kind: MethodKind,
  parents: object,
  lists: ListOptionsOf | undefined,
): object {
  const call = (args: readonly unknown[]): PromiseLike<unknown> =>
    resource[method]?.(...(args as never[])) as PromiseLike<unknown>;
  if (typeof kind === "number") {
    const queryOptions = (...given: unknown[]): TanstackQuery<unknown> => {
      const args = Array.from({ length: kind }, (_, at) => given[at]);
      const { signal: _, ...options } = (given[kind] ?? {}) as CallOptions;
      return {
        queryKey: [...key, method, cacheKey({ parents, args, options })],
        queryFn: async ({ signal }) => (await call([...args, { ...options, signal }])) ?? null,
        retry: false,
      };
    };
    return { queryOptions };
  }
  if (typeof kind !== "string") {
    const mutationOptions = (
      ...given: readonly unknown[]
    ): TanstackMutation<unknown, Readonly<Record<string, unknown>> | undefined> => ({
      mutationKey: [...key, method],
      mutationFn: async (variables = {}) => {
        refuseUnknown(variables, kind, parents, `${key[1]}.${method}`);
        const { options, ...named } = variables;
        const args: Readonly<Record<string, unknown>> = {
          ...named,
          options: { ...given.find(isPlainObject), ...(options as object) },
        };
        return call(kind.map((argument) => args[nameOf(argument)]));
      },
      async onSuccess(data, variables, _result, context) {
        if (!context?.client)
          throw new ClientError(
            "TANSTACK_QUERY_TOO_OLD",
            "This version of TanStack Query gives mutations no query client. Install version 5.89 or later.",
          );
        await context.client.invalidateQueries(filterOf(key[0], [key[1]]));
        const then = given.find((one) => typeof one === "function");
        return then?.(data, variables);
      },
    });
    return { mutationOptions };
  }
  return (
    lists?.(kind === "pages", (...given) => resource[method]?.(...(given as never[])) as Query, [...key, method]) ?? {}
  );
}

function nameOf(argument: ArgumentKind): string {
  return typeof argument === "string" ? argument : (argument[0] ?? "");
}

/** @throws ValidationError with the right shape, for arguments that are not given by their names */
function refuseUnknown(variables: unknown, kinds: readonly ArgumentKind[], parents: object, method: string): void {
  const names = kinds.map(nameOf);
  const isNamed = isPlainObject(variables);
  const unknown = isNamed ? Object.keys(variables).filter((name) => !names.includes(name)) : [];
  const needed = names.filter((name) => name !== "options");
  const isMissing = (name: string): boolean => !isNamed || variables[name] === undefined;
  const holders = needed.filter((name) => name !== "id" && isMissing(name));
  const inside = (unknown.length > 5 || (needed.includes("id") && isMissing("id")) ? [] : unknown).join(", ");
  const shape = needed.map((name) => {
    if (!holders.includes(name)) return name;
    const [, ...members] = [kinds.find((argument) => nameOf(argument) === name) ?? []].flat();
    const required = members.filter((member) => !(member in parents));
    const isInside = holders.length === 1 && required.every((member) => unknown.includes(member));
    return `${name}: { ${(isInside && inside) || required.join(", ") || "…"} }`;
  });
  const hint = needed.length > 0 ? `pass { ${shape.join(", ")} }` : "pass nothing, or { options }";
  if (!isNamed) refuse([issueOf(undefined, "", "type", `arguments are passed by name: ${hint}`)], method);
  const message = `is an unknown argument: ${hint}`;
  refuse(
    unknown.map((name) => issueOf(undefined, name, "unknown", message)),
    method,
  );
}

/** Matches queries that read the resources, directly or as a relation. */
export function filterOf(api: string, names: readonly string[]): TanstackFilter {
  return {
    predicate({ queryKey: [of, name, , about] }) {
      const { reads = [] } = (about ?? {}) as { readonly reads?: readonly string[] };
      return of === api && [name, ...reads].some((one) => names.includes(one as string));
    },
  };
}

/** Converts a value to plain JSON, with bigints as texts. */
export function cacheKey(value: object): unknown {
  return JSON.parse(JSON.stringify(value, (_name, inner) => (typeof inner === "bigint" ? String(inner) : inner)));
}

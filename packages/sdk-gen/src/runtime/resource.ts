import { refuseUnknownAuth } from "./auth.js";
import type { CallOptions, ClientOptions, UnwrapOptions } from "./client-options.js";
import { isPlainObject } from "./is-plain-object.js";
import { factsOf } from "./operation-facts.js";
import type { OperationSpec } from "./operation-spec.js";
import { parametersOf } from "./parameters-of.js";
import { valueAt } from "./query/value-at.js";
import { recordParameters } from "./record-parameters.js";
import type { Place, RecordOperation, ResourceSpec } from "./resource-spec.js";
import { type Answer, type ClientContext, send } from "./send.js";

/** What a resource can be made with on its own: a client's options and the resources that `populate` may reach. */
export interface ResourceOptions extends ClientOptions {
  readonly resources?: readonly { readonly spec?: ResourceSpec }[];
}

/** For the record methods, beside what every call takes. */
export interface RecordOptions extends CallOptions, UnwrapOptions {
  /** The operation's other parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The body of a call that takes no record: reading or removing one. */
  readonly body?: unknown;
  /** Members of the request body beside the record, where the API wraps it. */
  readonly envelope?: Readonly<Record<string, unknown>>;
}

/** An answer with what it came with. `data` is what the method gives otherwise, `body` all that the server answered. */
export interface RawAnswer<T, W = T> {
  readonly data: T;
  readonly body: W;
  readonly status: number;
  readonly headers: Headers;
  readonly response: Response;
}

/** A member of those alternatives that have it: where an answer in an envelope may be one of several. */
export type Member<T, K extends PropertyKey> = T extends { [P in K]?: infer V }
  ? K extends keyof T
    ? NonNullable<V>
    : never
  : never;

/** A call under way: await it for the data, or ask for the whole answer. */
export class Call<T, W = T> implements PromiseLike<T> {
  readonly #answer: () => Promise<Answer>;
  readonly #pick: (answer: Answer) => T;
  #started: Promise<Answer> | undefined;

  constructor(answer: () => Promise<Answer>, pick: (answer: Answer) => T) {
    this.#answer = answer;
    this.#pick = pick;
  }

  // biome-ignore lint/suspicious/noThenProperty: a call can be awaited
  then<A = T, B = never>(
    done?: ((data: T) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#start().then(done ? (answer) => done(this.#pick(answer)) : (this.#pick as never), failed);
  }

  catch<B = never>(failed: (reason: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(undefined, failed);
  }

  finally(always: () => void): Promise<T> {
    return this.then().finally(always);
  }

  /** Data, the whole body around it, status, headers and the response, whose body is read already. */
  async withResponse(): Promise<RawAnswer<T, W>> {
    const answer = await this.#start();
    return { ...answer, data: this.#pick(answer), body: answer.data as W };
  }

  /** Sent once, when first asked for. */
  #start(): Promise<Answer> {
    this.#started ??= this.#answer();
    return this.#started;
  }
}

/** Base of every generated resource. Its own methods begin with `_`: the generated ones are what users call. */
export class Resource {
  // Private, so that nobody who prints a client prints its credentials.
  readonly #context: ClientContext;
  readonly #parents: Readonly<Record<string, unknown>>;

  /** @param api what the description's resources share */
  constructor(
    given: ResourceOptions | ClientContext | undefined,
    parents: Readonly<Record<string, unknown>> | undefined,
    api: Omit<ClientContext, "options">,
  ) {
    this.#context = contextOf(given ?? {}, api);
    this.#parents = parents ?? {};
    const { queries } = (this.constructor as { readonly spec?: ResourceSpec }).spec ?? {};
    // Ahead of the first query, which awaits it and tells what failed.
    if (queries && !queries.now) queries.load().catch(() => {});
  }

  protected get _context(): ClientContext {
    return this.#context;
  }

  /** Path parameters that every call of this object has. */
  protected get _parents(): Readonly<Record<string, unknown>> {
    return this.#parents;
  }

  /** The same resource below more parents. */
  protected _in(parents: Readonly<Record<string, unknown>>): this {
    const Class = this.constructor as new (context: ClientContext, parents: Readonly<Record<string, unknown>>) => this;
    return new Class(this.#context, { ...this.#parents, ...parents });
  }

  protected _call<T>(
    operation: OperationSpec,
    params?: Readonly<Record<string, unknown>>,
    body?: unknown,
    options?: CallOptions & UnwrapOptions,
    reply?: Place,
  ): Call<T> {
    const parameters = parametersOf(operation).length > 0 ? { ...this.#parents, ...params } : {};
    return new Call(() => send(this.#context, { operation, parameters, body, options }), picking(reply, options));
  }

  /** Creates, or with an id reads, changes or removes a record. */
  protected _record<T>(
    name: "create" | "read" | "replace" | "update" | "remove",
    id: unknown,
    values: unknown,
    options: RecordOptions | undefined,
  ): Call<T> {
    const { spec } = this.constructor as typeof Resource & { readonly spec: ResourceSpec };
    // Only the methods that the resource has call this.
    const of = spec[name] as RecordOperation;
    const parameters = { ...recordParameters(spec, of, this.#parents, id), ...options?.params };
    const body =
      values === undefined ? bodyAlone(of, options) : wrap(withId(spec, of, id, values), of, options?.envelope);
    return new Call(
      () => send(this.#context, { operation: of.operation, parameters, body, options }),
      picking(spec.whole ? undefined : of.reply, options),
    );
  }
}

/** What a call gives of its answer. */
function picking<T>(reply: Place | undefined, options: UnwrapOptions | undefined): (answer: Answer) => T {
  return ({ data }) => (reply && options?.unwrap !== false ? valueAt(data, reply) : data) as T;
}

/** Of a call that takes no record. Some APIs want a body even where nothing is to be said. */
function bodyAlone({ operation }: RecordOperation, options: RecordOptions | undefined): unknown {
  return options?.body ?? (factsOf(operation).body?.required ? {} : undefined);
}

/** Where the path does not say which record it is, the record does. */
function withId(
  { id: place, parents = [] }: ResourceSpec,
  { path }: RecordOperation,
  id: unknown,
  values: unknown,
): unknown {
  if (id === undefined || !place || path === undefined || path.length > parents.length || !isPlainObject(values))
    return values;
  return setAt(values, place, id);
}

function setAt(record: Readonly<Record<string, unknown>>, [name, ...rest]: Place, value: unknown): unknown {
  if (name === undefined) return value;
  const inner = record[name];
  return { ...record, [name]: setAt(isPlainObject(inner) ? inner : {}, rest, value) };
}

/** The record in its envelope, beside what else that takes. */
function wrap(
  values: unknown,
  { body = [], idempotencyKey }: RecordOperation,
  envelope: Readonly<Record<string, unknown>> = {},
): unknown {
  if (body.length === 0) return values;
  const wrapped = body.reduceRight<unknown>((inner, name) => ({ [name]: inner }), values) as Record<string, unknown>;
  const key =
    idempotencyKey && envelope[idempotencyKey[0] ?? ""] === undefined
      ? { [idempotencyKey[0] ?? ""]: crypto.randomUUID() }
      : {};
  return { ...key, ...envelope, ...wrapped };
}

/** The context of a client, or of a resource used on its own. */
export function contextOf(given: ResourceOptions | ClientContext, own: Omit<ClientContext, "options">): ClientContext {
  if (isContext(given)) return given;
  const { resources = [], ...options } = given;
  refuseUnknownAuth(options.auth, own.schemes);
  return {
    ...own,
    options: own.int64 ? { int64: own.int64, ...options } : options,
    resources: {
      ...own.resources,
      ...Object.fromEntries(resources.flatMap(({ spec }) => (spec ? [[spec.name, spec]] : []))),
    },
  };
}

function isContext(given: ResourceOptions | ClientContext): given is ClientContext {
  return "defaultBaseUrl" in given && isPlainObject(given.schemes);
}

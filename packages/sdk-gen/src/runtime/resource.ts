import type { ClientOptions, RecordOptions } from "./client-options.js";
import { ClientError } from "./errors.js";
import { nameInCall, parametersOf } from "./operation-facts.js";
import type { OperationSpec } from "./operation-spec.js";
import type { Place, ResourceSpec } from "./resource-spec.js";
import { type ClientContext, type ClientFacts, send } from "./send.js";
import { valueAt } from "./value-at.js";

/** Options of a resource without a client: the options of a client, and the resources that `populate` can load. */
export interface ResourceOptions extends ClientOptions {
  readonly resources?: readonly { readonly spec?: ResourceSpec }[];
}

/** An answer with its metadata. `data` is the usual result of the method, `body` the whole body of the answer. */
export interface RawAnswer<T, W = T> {
  readonly data: T;
  readonly body: W;
  readonly status: number;
  readonly headers: Headers;
  readonly response: Response;
}

/** The type of a member, for answers with several alternatives of which some have it. */
export type EnvelopeMember<T, K extends PropertyKey> = T extends { [P in K]?: infer V }
  ? K extends keyof T
    ? NonNullable<V>
    : never
  : never;

/** A promise of the data. */
export interface Call<T, W = T> extends Promise<T> {
  /** The data, the whole body, status, headers, and the response, whose body is already read. */
  withResponse(): Promise<RawAnswer<T, W>>;
}

/** Base class of the generated resources. Its methods begin with `_`, so they never collide with generated ones. */
export class Resource {
  // Private, so that printing a client does not print its credentials.
  readonly #context: ClientContext;
  readonly #parents: Readonly<Record<string, unknown>>;

  /** @param api facts that all resources of the description share */
  constructor(
    given: ResourceOptions | ClientContext | undefined,
    parents: Readonly<Record<string, unknown>> | undefined,
    api: ClientFacts,
  ) {
    this.#context = contextOf(given ?? {}, api);
    this.#parents = parents ?? {};
  }

  protected get _context(): ClientContext {
    return this.#context;
  }

  /** Path parameters of every call of this object. */
  protected get _parents(): Readonly<Record<string, unknown>> {
    return this.#parents;
  }

  /**
   * @param params parameters that override those in the options. A plain value is the path parameter.
   * @param reply place of the result in the answer
   */
  protected _call<T>(
    operation: OperationSpec,
    params?: unknown,
    body?: unknown,
    options?: RecordOptions,
    reply?: Place,
  ): Call<T> {
    const [first] = parametersOf(operation);
    const parents = first ? this.#parents : {};
    // If there is no path parameter for a plain value, the value becomes an unknown parameter. It is then reported
    // instead of ignored.
    const isValue = params !== undefined && params !== null && Object(params) !== params;
    const given = isValue ? { [first?.in === "path" ? nameInCall(first) : `${params}`]: params } : params;
    const call = {
      operation,
      parameters: { ...parents, ...(given as object), ...options?.params },
      body: body === undefined ? options?.body : body,
      options,
    };
    const answer = send(this.#context, call);
    const result = answer.then(({ data }) => (reply && options?.unwrap !== false ? valueAt(data, reply) : data) as T);
    return Object.assign(result, {
      withResponse: async () => {
        const [data, whole] = await Promise.all([result, answer]);
        return { ...whole, data, body: whole.data as T };
      },
    });
  }
}

/** Creates the context of a client, or of a resource that is used on its own. */
export function contextOf(given: ResourceOptions | ClientContext, own: ClientFacts): ClientContext {
  if ("checkOptions" in given) return given;
  const { resources = [], ...options } = given;
  own.checkOptions(options, own.schemes);
  return {
    ...own,
    options: own.int64 ? { int64: own.int64, ...options } : options,
    resources,
  };
}

interface ResourceClass {
  new (context: ClientContext): Resource;
  readonly spec?: ResourceSpec;
}

/** Adds the resources to a client. They share its options, and reach each other by relations. */
export function addResources(
  client: object,
  resources: Readonly<Record<string, ResourceClass>>,
  options: ResourceOptions,
  api: ClientFacts,
): void {
  const all = [...(options.resources ?? []), ...Object.values(resources)];
  const context = contextOf({ ...options, resources: all }, api);
  for (const [name, Class] of Object.entries(resources)) Object.assign(client, { [name]: new Class(context) });
}

/** For clients without validation. @throws ClientError NO_VALIDATION for options that ask for it */
export function refuseValidation({ validateRequests, validateResponses = "off" }: ClientOptions): void {
  if (validateRequests || validateResponses !== "off")
    throw new ClientError("NO_VALIDATION", "the client was generated with --no-validation");
}

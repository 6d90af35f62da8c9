import type { CallOptions, ClientOptions } from "./client-options.js";
import type { OperationSpec } from "./operation-spec.js";
import type { ResourceSpec } from "./resource-spec.js";
import { type Answer, type ClientContext } from "./send.js";
/** What a resource can be made with on its own: a client's options and the resources that `populate` may reach. */
export interface ResourceOptions extends ClientOptions {
    readonly resources?: readonly {
        readonly spec?: ResourceSpec;
    }[];
}
/** For the record methods, beside what every call takes. */
export interface RecordOptions extends CallOptions {
    /** The operation's other parameters, by name. */
    readonly params?: Readonly<Record<string, unknown>>;
    /** The body of a call that takes no record: reading or removing one. */
    readonly body?: unknown;
    /** Members of the request body beside the record, where the API wraps it. */
    readonly envelope?: Readonly<Record<string, unknown>>;
}
/** An answer with what it came with; `data` is what the method gives otherwise. */
export interface RawAnswer<T> {
    readonly data: T;
    readonly status: number;
    readonly headers: Headers;
    readonly response: Response;
}
/** A member of those alternatives that have it: where an answer in an envelope may be one of several. */
export type Member<T, K extends PropertyKey> = T extends {
    [P in K]?: infer V;
} ? K extends keyof T ? NonNullable<V> : never : never;
/** A call under way: await it for the data, or ask for the whole answer. */
export declare class Call<T> implements PromiseLike<T> {
    #private;
    constructor(answer: () => Promise<Answer>, pick: (answer: Answer) => T);
    then<A = T, B = never>(done?: ((data: T) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    catch<B = never>(failed: (reason: unknown) => B | PromiseLike<B>): Promise<T | B>;
    finally(always: () => void): Promise<T>;
    /** Data, status, headers and the response, whose body is read already. */
    withResponse(): Promise<RawAnswer<T>>;
}
/** Base of every generated resource. Its own methods begin with `_`: the generated ones are what users call. */
export declare class Resource {
    #private;
    /** @param api what the description's resources share */
    constructor(given: ResourceOptions | ClientContext | undefined, parents: Readonly<Record<string, unknown>> | undefined, api: Omit<ClientContext, "options">);
    protected get _context(): ClientContext;
    /** Path parameters that every call of this object has. */
    protected get _parents(): Readonly<Record<string, unknown>>;
    /** The same resource below more parents. */
    protected _in(parents: Readonly<Record<string, unknown>>): this;
    protected _call<T>(operation: OperationSpec, params?: Readonly<Record<string, unknown>>, body?: unknown, options?: CallOptions): Call<T>;
    /** Creates, or with an id reads, changes or removes a record. */
    protected _record<T>(name: "create" | "read" | "replace" | "update" | "remove", id: unknown, values: unknown, options: RecordOptions | undefined): Call<T>;
}
/** The context of a client, or of a resource used on its own. */
export declare function contextOf(given: ResourceOptions | ClientContext, own: Omit<ClientContext, "options">): ClientContext;

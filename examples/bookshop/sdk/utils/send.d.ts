import { type SchemeSpec } from "./auth.js";
import type { CallOptions, ClientOptions } from "./client-options.js";
import type { OperationSpec } from "./operation-spec.js";
import type { ResourceSpec } from "./resource-spec.js";
import type { Follow } from "./wire/follow.js";
/** A client's own facts, shared by its resources. */
export interface ClientContext {
    readonly options: ClientOptions;
    /** The description's first server. */
    readonly defaultBaseUrl: string;
    readonly schemes: Readonly<Record<string, SchemeSpec>>;
    /** Of operations that do not say theirs. */
    readonly security?: OperationSpec["security"];
    /** Media types of the answers of operations that do not say theirs. Absent: JSON. */
    readonly accept?: string;
    /** Where a scheme has a header of its own: keeps that from other origins. */
    readonly follow?: Follow;
    /** What `populate` can reach, by name. */
    readonly resources: Readonly<Record<string, ResourceSpec>>;
}
export interface Call {
    readonly operation: OperationSpec;
    /** By the names that calls use. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: CallOptions | undefined;
}
/** An answer that was a success. */
export interface Answer<T = unknown> {
    readonly data: T;
    readonly status: number;
    readonly headers: Headers;
    readonly response: Response;
}
/**
 * Checks, sends, tries again where that is safe, and reads the answer. One function, as each promise on the way costs as much as
 * checking the arguments.
 * @throws ValidationError before anything is sent; ApiError, NetworkError, TimeoutError; the signal's reason when aborted.
 */
export declare function send(context: ClientContext, given: Call): Promise<Answer>;
/**
 * The request as it would be sent: arguments unchecked, no credentials, nothing sent.
 * @throws ValidationError when the platform will not send a header or the body of it
 */
export declare function buildRequest(context: ClientContext, call: Call): Request;

import type { Issue } from "./validate/issue.js";
/** What was being asked when something failed. Never holds credentials or bodies. */
export interface RequestFacts {
    /** The description's operationId. */
    readonly operation: string;
    readonly method: string;
    readonly url: string;
}
/** Base of every error of this client. `code` is stable. */
export declare class ClientError extends Error {
    readonly code: string;
    constructor(code: string, message: string, options?: ErrorOptions);
}
/** The call does not fit the description. Nothing was sent. */
export declare class ValidationError extends ClientError {
    readonly issues: readonly Issue[];
    readonly operation: string | undefined;
    constructor(issues: readonly Issue[], operation?: string);
    /** Messages by field, for forms: `{ "addresses[0].zip": ["is required"] }`. */
    fieldErrors(): Record<string, string[]>;
    /** Problem details. @see RFC 9457 */
    toJSON(): Record<string, unknown>;
}
/** The server answered with a status that is no success. */
export declare class ApiError extends ClientError {
    readonly status: number;
    /** Parsed by its media type; text when it is neither JSON nor binary, `undefined` when empty. */
    readonly body: unknown;
    readonly headers: Headers;
    readonly request: RequestFacts;
    constructor(status: number, body: unknown, headers: Headers, request: RequestFacts);
    /** The request's id as the server names it, for support. */
    get requestId(): string | undefined;
}
export declare class BadRequestError extends ApiError {
}
export declare class UnauthorizedError extends ApiError {
}
export declare class ForbiddenError extends ApiError {
}
export declare class NotFoundError extends ApiError {
}
export declare class ConflictError extends ApiError {
}
export declare class PreconditionFailedError extends ApiError {
}
export declare class UnprocessableEntityError extends ApiError {
}
export declare class RateLimitError extends ApiError {
}
export declare class ServerError extends ApiError {
}
/** The error of the class that its status has. */
export declare function apiError(status: number, body: unknown, headers: Headers, request: RequestFacts): ApiError;
/** No answer came: the connection failed or broke. */
export declare class NetworkError extends ClientError {
    readonly request: RequestFacts;
    constructor(request: RequestFacts, cause: unknown);
}
/** No answer came in time. */
export declare class TimeoutError extends ClientError {
    readonly request: RequestFacts;
    constructor(request: RequestFacts, timeoutMs: number);
}

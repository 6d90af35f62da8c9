/* oxlint-disable no-unused-private-class-members, unicorn/no-thenable */

// issue

/** A difference between a value and the description. */
export interface Issue {
    /** Part of the call; absent for values that are validated alone. */
    readonly in?: "path" | "query" | "header" | "cookie" | "body" | "response";
    /** JSON pointer into that part: `/addresses/0/zip`. */
    readonly path: string;
    /** The path as people write it: `addresses[0].zip`. */
    readonly field: string;
    /** The JSON Schema keyword that failed. */
    readonly keyword: string;
    /** One sentence without the path: `must be at least 1`. */
    readonly message: string;
    /** Value of the keyword, if it is useful. */
    readonly expected?: unknown;
    /** The actual value, shortened. Passwords and writeOnly values are `(hidden)`. */
    readonly received?: string;
}
/** Creates an issue of a part of a call or of a query. */
declare function issueOf(part: Issue["in"], field: string, keyword: string, message: string): Issue;
/** Adds an issue if the list does not have it yet. @param value the actual value, if it is useful */
declare function fail(issues: Issue[] | undefined, path: string, keyword: string, message: string, value?: unknown, expected?: unknown): false;
/** Hides the values of the issues after the first `from`. */
declare function hideReceived(issues: Issue[], from: number): void;
/** `/addresses/0/zip` as `addresses[0].zip`. */
declare function fieldOf(path: string): string;
/** The names and positions of a path. */
declare function tokensOf(path: string): string[];
declare function escapeToken(token: string): string;
/** The names that are known, for messages. */
declare function thereAre(names: Iterable<string>): string;

// rule

/** The rule of a keyword with a limit; none without the keyword. `noun` is the counted thing, `end` the last words of the message. */
declare function limit<T, K extends keyof SchemaObject>(schema: SchemaObject, keyword: K, message: string, holds: (value: T, limit: NonNullable<SchemaObject[K]>) => boolean, noun?: string, end?: string): Rule<T>[];
/** The keyword `format`, where it is checked. */
declare const formatRules: Keyword;
/** Joins the rules, if there are any. */
declare function together<T>(rules: readonly Rule<T>[]): Rule<T>[];
type Json = Readonly<Record<string, unknown>>;
/** Joins the rules into one check. Values of types without rules pass. */
declare function byType(all: readonly Rules[], type: SchemaObject["type"]): Check[];
/** True for objects except arrays, dates, files and buffers. */
declare function isObject(value: unknown): value is Json;

// keyword

/** The rules of keywords, by the type of the value. */
interface Rules {
    readonly string?: readonly Rule<string>[];
    /** Numbers and bigints, which compare alike. */
    readonly number?: readonly Rule<number>[];
    readonly array?: readonly Rule<readonly unknown[]>[];
    readonly object?: readonly Rule<Json>[];
    /** For values of every type. */
    readonly any?: readonly Check[];
    /** For values that all other rules accept. */
    readonly last?: readonly Check[];
}
/** A rare keyword. Schemas list the rare keywords that they have under `uses`, so bundles contain only those. */
interface Keyword {
    (schema: SchemaObject, scope: Scope): Rules;
    /** For keywords that depend on the parts of a value that other keywords have evaluated. */
    readonly mark?: Marking;
    /** Replaces the check of the whole schema. */
    readonly wrap?: (check: Check) => Check;
}
/** A format with a check or an order. Other formats are just names. */
interface Format {
    readonly name: string;
    /** The kind of value, as servers word it: `an email address`. */
    readonly said?: string;
    /** Compares two texts: less than, equal to or more than zero; NaN if they cannot be compared. */
    readonly compare?: (left: unknown, right: unknown) => number;
    readonly text?: (text: string) => boolean;
    readonly number?: (value: number | bigint) => boolean;
}
declare function formatName({ format }: {
    readonly format?: SchemaObject["format"] | undefined;
}): string | undefined;
/** Requests may omit readOnly properties, responses writeOnly ones. */
export type View = "request" | "response";
/**
 * Checks a value. With a list, collects all issues; without one, stops at the first.
 * @param depth number of nested levels whose issues are collected; all by default
 */
type Rule<T> = (value: T, path: string, issues?: Issue[], depth?: number) => boolean;
/** A rule for values of every type. */
interface Check extends Rule<unknown> {
    /** Adds the names or positions that the schema evaluates, for the `unevaluated` keywords. */
    mark?: Mark;
}
/** @see JSON Schema 2020-12, section 11 */
type Mark = (value: object, seen: Set<string>) => void;
/** The same check with its `mark`. */
type Marking = (check: Check, schema: SchemaObject, scope: Scope) => Check;
declare const ALWAYS: Check;
declare const NEVER: Check;
/** The position of a schema among others for the same value. */
interface SchemaPlace {
    readonly view: View;
    /** The referenced schema that contains this one. */
    readonly root: SchemaObject;
    /** Outer schemas for the same value. `true` if the root is a part of the schema, `false` if it is an alternative. */
    readonly active?: ReadonlyMap<SchemaObject, boolean>;
    /** True if the schema is optional within the root. */
    readonly union?: boolean;
    /**
     * Names that outer schemas mark readOnly or writeOnly. They are needed because one part may require properties of
     * another.
     */
    readonly readOnly: ReadonlySet<string>;
    /** Their values never appear in messages. */
    readonly writeOnly: ReadonlySet<string>;
    /** Present if an `unevaluated` keyword applies. Then every branch is checked, whatever the tag. */
    readonly mark?: Marking | undefined;
}
/** The position of a schema, for its keywords. */
interface Scope extends SchemaPlace {
    /** Optional properties. */
    readonly optional: ReadonlySet<string>;
    /** Ignored properties. */
    readonly unchecked: ReadonlySet<string>;
    /** The check of a nested value. */
    inside(schema: SchemaData): Check;
}

// schema data

/**
 * A JSON Schema 2020-12 in generated files, as plain data without prose. References are functions that return the
 * schema, so that files can refer to each other in cycles, and bundlers can drop unused schemas.
 */
export type SchemaData = boolean | SchemaObject | SchemaReference;
type SchemaReference = () => SchemaData;
/** The keywords that the validator knows, under their own names. */
interface SchemaObject {
    readonly type?: string | readonly string[];
    readonly format?: string | Format;
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    /** `null` that may be sent, although strict validators reject it, and does not appear in answers. */
    readonly requestOnly?: boolean;
    /** readOnly properties of the schema and its parts: optional and unchecked in requests. */
    readonly readOnlyProperties?: readonly string[];
    /** writeOnly properties: optional in answers, and never shown in messages. */
    readonly writeOnlyProperties?: readonly string[];
    readonly properties?: Readonly<Record<string, SchemaData>>;
    readonly patternProperties?: Readonly<Record<string, SchemaData>>;
    readonly additionalProperties?: SchemaData;
    readonly unevaluatedProperties?: SchemaData;
    readonly propertyNames?: SchemaData;
    readonly required?: readonly string[];
    readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
    readonly dependentSchemas?: Readonly<Record<string, SchemaData>>;
    readonly minProperties?: number;
    readonly maxProperties?: number;
    readonly items?: SchemaData;
    readonly prefixItems?: readonly SchemaData[];
    readonly contains?: SchemaData;
    readonly minContains?: number;
    readonly maxContains?: number;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly uniqueItems?: boolean;
    readonly unevaluatedItems?: SchemaData;
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
    /**
     * Longer texts and names, in UTF-16 units, are not tested against the patterns of the schema, since that could take
     * too long.
     */
    readonly patternLimit?: number;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly exclusiveMinimum?: number;
    readonly exclusiveMaximum?: number;
    readonly multipleOf?: number;
    readonly allOf?: readonly SchemaData[];
    readonly anyOf?: readonly SchemaData[];
    readonly oneOf?: readonly SchemaData[];
    readonly not?: SchemaData;
    readonly if?: SchemaData;
    readonly then?: SchemaData;
    readonly else?: SchemaData;
    readonly discriminator?: DiscriminatorData;
    /** The code of the rare keywords above, which have no effect without it. */
    readonly uses?: readonly Keyword[];
}
/** Selects a schema by a property of the value. Computed when the client is generated. */
interface DiscriminatorData {
    readonly propertyName: string;
    /** Positions of alternatives, by tag: in `oneOf`, or in `anyOf` if there is no `oneOf`. */
    readonly tags?: Readonly<Record<string, readonly number[]>>;
    /** Positions of the branches for other tags. */
    readonly untagged?: readonly number[];
    /** Position of the alternative for values whose tag is absent or unknown. */
    readonly fallback?: number;
    /** For a schema without alternatives: the schemas that extend it, by tag. */
    readonly subtypes?: Readonly<Record<string, SchemaReference>>;
}

// errors

/** The request of an error or hook. Never contains credentials or bodies. */
export interface RequestFacts {
    /** The description's operationId. */
    readonly operation: string;
    readonly method: string;
    readonly url: string;
}
/** Base class of the errors of this client. `code` is stable. */
export declare class ClientError extends Error {
    readonly code: string;
    constructor(code: string, message: string, options?: ErrorOptions);
}
/** The call does not match the description. Nothing was sent. */
export declare class ValidationError extends ClientError {
    readonly issues: readonly Issue[];
    readonly operation: string | undefined;
    constructor(issues: readonly Issue[], operation?: string);
    /** Messages by field, for forms: `{ "addresses[0].zip": ["is required"] }`. */
    fieldErrors(): Record<string, string[]>;
}
/** @throws ValidationError if there are issues */
declare function refuse(issues?: readonly Issue[], operation?: string): void;
/** Documented bodies of errors by status. Generated types extend it. */
export interface ErrorBodies {
}
type BodyOf<S extends number> = S extends keyof ErrorBodies ? ErrorBodies[S] : unknown;
/** The server answered with an error status. */
export declare class ApiError<B = unknown> extends ClientError {
    readonly status: number;
    /** Parsed by its media type; text when it is neither JSON nor binary, `undefined` when empty. */
    readonly body: B;
    readonly headers: Headers;
    readonly request: RequestFacts;
    constructor(status: number, body: B, headers: Headers, request: RequestFacts);
    /** The server's message and its first detail, without the request, to show to users: "Name is taken". */
    get detail(): string | undefined;
    /** The id that the server gave the request, for support. */
    get requestId(): string | undefined;
}
export declare class BadRequestError extends ApiError<BodyOf<400>> {
}
export declare class UnauthorizedError extends ApiError<BodyOf<401>> {
}
export declare class ForbiddenError extends ApiError<BodyOf<403>> {
}
export declare class NotFoundError extends ApiError<BodyOf<404>> {
}
export declare class ConflictError extends ApiError<BodyOf<409>> {
}
export declare class PreconditionFailedError extends ApiError<BodyOf<412>> {
}
export declare class UnprocessableEntityError extends ApiError<BodyOf<422>> {
}
export declare class RateLimitError extends ApiError<BodyOf<429>> {
}
export declare class ServerError extends ApiError<BodyOf<500>> {
}
/** Creates the error for a status. */
declare function apiError(status: number, body: unknown, headers: Headers, request: RequestFacts): ApiError;
/** The connection failed or broke. */
export declare class NetworkError extends ClientError {
    readonly request: RequestFacts;
    constructor(request: RequestFacts, cause: unknown);
}
/** The server did not answer in time. */
export declare class TimeoutError extends ClientError {
    readonly request: RequestFacts;
    constructor(request: RequestFacts, timeoutMs: number);
}
export {};

// retry

/** Controls when a failed call is repeated. */
export interface RetryOptions {
    /** Maximum number of retries. */
    readonly limit: number;
    /** Wait before the first retry, in milliseconds; doubles each time, with full jitter. */
    readonly delayMs: number;
    /** Maximum wait in milliseconds, also for `Retry-After`. */
    readonly maxDelayMs: number;
}
/** The largest delay of a timer: about 25 days. Timers with a larger one end at once. */
declare const LONGEST_MS: number;
declare const DEFAULT_RETRY: RetryOptions;
/** True for methods that are safe to repeat (RFC 9110, section 9.2.2). */
declare function isIdempotent(method: string): boolean;
/** True for errors that another try may not meet. */
declare function isPassing(error: unknown): error is {
    readonly headers?: Headers;
};
/**
 * Waits after try number `attempt`, which counts from 1. `Retry-After` wins (RFC 9110, section 10.2.3). Ends early if the signal aborts.
 */
declare function wait(attempt: number, { delayMs, maxDelayMs }: RetryOptions, signal: AbortSignal | undefined, headers?: Headers): Promise<void>;

// answer issues

/** The schemas of answers and the function that checks them. Clients that do not validate answers do not load them. */
export interface Answers {
    readonly specs: AnswerSpecs;
    /** @throws ValidationError with `validateResponses: "strict"` */
    readonly check: (answers: AnswerSpecs, options: ClientOptions, operation: OperationSpec, response: Response, data: unknown, facts: RequestFacts) => void;
}
declare const answerIssues: Answers["check"];
/** Validates an answer as the options of the client say. @throws ValidationError, ClientError ANSWERS_MISSING */
declare function checkAnswer(options: ClientOptions, operation: OperationSpec, response: Response, data: unknown, facts: RequestFacts): Promise<void>;

// parse json

/** How to read integers beyond 2^53: as exact text, as BigInt, or rounded as `JSON.parse` does. */
export type Int64 = "string" | "bigint" | "number";
/** Parses JSON. Returns other text as it is, and `undefined` for empty text. */
declare function parseJson(text: string, int64: Int64): unknown;

// client options

/** Options of a client. All have defaults. */
export interface ClientOptions {
    /** Address of the API. Default: the first server of the description. */
    readonly baseUrl?: string;
    readonly auth?: AuthOptions;
    /** Headers of every call. `undefined` removes a default. */
    readonly headers?: Readonly<Record<string, string | undefined>>;
    /** Default values for parameters by name, such as a tenant or a language. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    /**
     * Timeout of one attempt in milliseconds, until the whole answer or the beginning of a stream has arrived. Default
     * 60,000; 0 for none.
     */
    readonly timeoutMs?: number;
    /** Maximum size in bytes of an answer, or of one event or line of a stream. Default 100,000,000. */
    readonly maxAnswerBytes?: number;
    readonly retry?: Partial<RetryOptions> | false;
    /** Validates arguments before a call. Default true. */
    readonly validateRequests?: boolean;
    /** Validates answers: `warn` calls `onDrift`, `strict` throws. Default `off`. */
    readonly validateResponses?: "off" | "warn" | "strict";
    /** Schemas of answers, from `resources/answers.js`. Needed in bundles only; elsewhere the client loads them on first use. */
    readonly answers?: Answers;
    readonly onDrift?: (drift: Drift) => void;
    readonly int64?: Int64;
    /** Replaces the `fetch` of the platform. */
    readonly fetch?: (request: Request) => Promise<Response>;
    readonly hooks?: Hooks;
}
/** For answers with an envelope: `false` returns the whole answer. */
interface UnwrapOptions {
    readonly unwrap?: boolean;
}
/** Options of one call. They override those of the client. */
export interface CallOptions {
    readonly baseUrl?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    /** Query parameters that the description does not declare. */
    readonly query?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly retry?: Partial<RetryOptions> | false;
    readonly validate?: boolean;
    /** Media type of the body, one of the documented ones. */
    readonly contentType?: string;
    readonly idempotencyKey?: string;
}
/** Options of the record methods. */
interface RecordOptions extends CallOptions, UnwrapOptions {
    /** The operation's other parameters, by name. */
    readonly params?: Readonly<Record<string, unknown>>;
    /** The body of a call without a record, such as reading or removing one. */
    readonly body?: unknown;
    /** Members of the request body next to the record, for APIs that wrap the record. */
    readonly envelope?: Readonly<Record<string, unknown>>;
}
export interface Hooks {
    /** May return another request. */
    readonly onRequest?: (request: Request, facts: RequestFacts) => Request | undefined | Promise<Request | undefined>;
    /** May return another response. */
    readonly onResponse?: (response: Response, facts: RequestFacts) => Response | undefined | Promise<Response | undefined>;
    readonly onError?: (error: Error, facts: RequestFacts) => void | Promise<void>;
}
/** The differences between an answer and the description. */
export interface Drift extends RequestFacts {
    readonly status: number;
    readonly issues: readonly Issue[];
}

// call issues

/** Validates calls and answers. */
interface Checks {
    /** @throws ClientError for an unknown option; ValidationError unless the options switch it off */
    readonly checkCall: (options: ClientOptions, call: CheckedCall) => void;
    readonly checkAnswer: (options: ClientOptions, operation: OperationSpec, response: Response, data: unknown, facts: RequestFacts) => Promise<void>;
}
interface CheckedCall {
    readonly operation: OperationSpec;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: CallOptions | undefined;
}
declare function checkCall({ validateRequests, headers }: ClientOptions, call: CheckedCall): void;
/** True if the headers of the options have the parameter. Required headers bring it along. */
declare function isGiven(name: string, headers: Readonly<Record<string, string | undefined>>): boolean;
/** Lists the issues of a body. Operations with a body bring it along. @param wanted the requested media type */
declare function bodyIssues(operation: OperationSpec, body: unknown, wanted: string | undefined): Issue[];

// exact integers

/**
 * Converts texts of 64-bit integers back to numbers, so that ids can be sent as they were read. Returns the same object
 * if nothing changes. Only operations whose bodies have such integers import it.
 */
declare function exactIntegers(body: unknown, schema: SchemaData): unknown;

// on wire

/**
 * Converts the values of a body, or of a parameter that may be an object: dates to text, as they are sent. Returns the same object if
 * nothing changes.
 */
declare function onWire(value: unknown): unknown;
declare function dateAsText(value: unknown): unknown;
/** Replaces the members of an object or the items of a list. Returns the same object if nothing changes, and other values as they are. */
declare function mapMembers(value: unknown, map: (member: unknown, name: string) => unknown): unknown;

// build url

/**
 * Builds the path and query of a call, without the base URL.
 * @throws ValidationError if a value would lead to another endpoint, even when calls are not validated
 */
declare function buildPath(operation: OperationSpec, values: Readonly<Record<string, unknown>>): string;
/** Adds to the query as text: `URLSearchParams` would rewrite the brackets and reserved characters that are already there. */
declare function withQuery(path: string, part: string): string;
/**
 * Resolves the base URL, relative to the page in browsers. Rejects unusable addresses here, because errors of the platform would contain
 * the whole URL with its credentials.
 * @throws ClientError BASE_URL_INVALID
 */
declare function rootOf(base: string): string;
/** The part of a client that decides the address of calls. */
interface Servers {
    readonly options: {
        readonly baseUrl?: string;
    };
    readonly defaultBaseUrl: string;
    readonly servers?: readonly string[];
}
/**
 * Selects the server of an operation that has its own. If `baseUrl` is not a documented server, it overrides this: all
 * calls go to that mock or proxy.
 */
declare function serverOf({ options: { baseUrl }, defaultBaseUrl, servers }: Servers, { server }: OperationSpec): string | undefined;
export {};

// condition

type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "nin" | "contains" | "notContains" | "startsWith" | "endsWith" | "like" | "icontains" | "istartsWith" | "iendsWith" | "ilike" | "exists";
/** A `find` criterion in the engine's form. Each test has one operator; ranges and lists are split into tests. */
type Condition = {
    readonly kind: "test";
    readonly property: Place;
    readonly operator: Operator;
    readonly value: unknown;
} | {
    readonly kind: "and";
    readonly of: readonly Condition[];
} | {
    readonly kind: "or";
    readonly of: readonly Condition[];
} | {
    readonly kind: "not";
    readonly of: Condition;
};
/** Conditions that must all be true. */
declare function conjunction(where: Condition | undefined): readonly Condition[];
/** The properties that a condition names. */
declare function placesIn(condition: Condition): readonly Place[];
/** Operators by their spellings. With a list, `!` and `not` mean `nin`. */
declare const SPELLINGS: ReadonlyMap<string, Operator>;

// missing first

/**
 * Finds out from its first records whether the server puts missing values before others. The client then sorts. Lists with documented
 * orders bring it along.
 */
declare function missingFirst(execution: Execution, plan: QueryPlan, records: readonly unknown[]): Promise<boolean>;

// order

interface OrderKey {
    readonly property: Place;
    readonly descending: boolean;
}
type SortInput = string | Readonly<Record<string, string | number>> | readonly (string | Readonly<Record<string, string | number>>)[];
/**
 * Parses `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for unknown fields and directions
 */
declare function parseSort(input: SortInput, resource: ResourceSpec): OrderKey[];
type Order = (left: unknown, right: unknown) => number;
/** Sorts missing values and null last in both directions, then by the next key, then by the id. */
declare function toOrder(keys: readonly OrderKey[], schema: SchemaData, id: Place | undefined): Order;
/** Writes an order as text. */
declare function orderName(keys: readonly OrderKey[]): string;

// follow

/** The second argument of `fetch`. */
type RequestDetails = RequestInit & {
    headers: Record<string, string>;
    duplex?: "half";
};
/** @param withheld headers that a hook must not add, because the request goes to another origin */
type Ask = (url: string, init: RequestDetails, withheld?: readonly string[]) => Promise<Response>;
/**
 * Keeps credentials in custom headers from other origins. On redirects `fetch` removes only `Authorization` and `Cookie`. Browsers hide the
 * target of redirects, so there `fetch` follows them itself.
 */
declare function follow(url: string, init: RequestDetails, login: readonly Credential[], ask: Ask): Promise<Response>;

// unsent headers

/**
 * Reports headers that no platform can send: those with a character beyond ISO-8859-1, a line break or NUL. `fetch`
 * would fail as for a network error, which is retried. Issues leave out the values, since they may be secrets.
 * @see https://fetch.spec.whatwg.org/#header-value
 */
declare function unsendableHeaders(headers: Readonly<Record<string, string>>): Issue[];
/** @param cookies the names in the header `Cookie` */
type KeptBack = (wanted: Readonly<Record<string, string>>, cookies: readonly string[]) => Issue[];
/**
 * Reports headers that the platform removes from a request. Browsers set `Cookie`, `Host`, `Origin` and others themselves and silently
 * drop them from requests, so the server would receive a different call.
 * @see https://fetch.spec.whatwg.org/#forbidden-request-header
 */
declare const keptBackHeaders: KeptBack;
/** Reports the names of cookies instead of the header `Cookie`. For descriptions that declare cookies. */
declare const keptBackCookies: KeptBack;
/** True in browsers, false on servers. Asks the platform once. */
declare function isKeepingHeaders(): boolean;

// send

/** The options of a client, and the facts that its resources share. */
export interface ClientContext extends ClientFacts {
    readonly options: ClientOptions;
    /** The resources that `populate` can reach. */
    readonly resources: readonly {
        readonly spec?: ResourceSpec;
    }[];
}
/** The facts of the description. */
interface ClientFacts {
    /** The description's first server. */
    readonly defaultBaseUrl: string;
    /** The other servers, if some operations have their own. */
    readonly servers?: readonly string[];
    readonly schemes: Schemes;
    readonly credentials: SelectCredentials;
    /** Security of operations without their own. */
    readonly security?: OperationSpec["security"];
    /** The `Accept` header of operations without their own. Absent: JSON. */
    readonly accept?: string;
    /** The default of the option `int64`. */
    readonly int64?: Int64;
    /** Set if a scheme sends its credential in a custom header. Keeps that header from other origins. */
    readonly follow?: typeof follow;
    /** Reports headers that the platform removes. Absent with `--no-validation`, and if the description declares neither headers nor cookies. */
    readonly keptBack?: KeptBack;
    /** Validates calls and answers. Absent with `--no-validation`. */
    readonly checks?: Checks;
    /** Rejects options that the client cannot serve. With `--no-validation` only those that ask for validation. */
    readonly checkOptions: (options: ClientOptions, schemes: Schemes) => void;
}
interface SentCall {
    readonly operation: OperationSpec;
    /** Parameters by their names in calls. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: CallOptions | undefined;
}
/** A successful answer. */
interface Answer<T = unknown> {
    readonly data: T;
    readonly status: number;
    readonly headers: Headers;
    readonly response: Response;
}
/**
 * Validates and sends a call, retries it if that is safe, and reads the answer. This is one function because each
 * additional promise costs as much as validating the arguments.
 * @throws ClientError for an unknown option, ValidationError, both before anything is sent; ApiError, NetworkError,
 * TimeoutError; the reason of the signal if it aborts
 */
declare function send(context: ClientContext, given: SentCall): Promise<Answer>;
/**
 * Builds the request of a call, without credentials, and without validating or sending it.
 * @throws ValidationError if the platform cannot send a header or the body
 */
declare function buildRequest(context: ClientContext, call: SentCall): Request;
/** Aborts one try of a call. */
interface Stop {
    readonly controller: AbortController;
    uses: number;
    /** Set while a hook runs. Its error becomes the error of the call, and the request is not sent again. */
    hooking?: boolean;
}
/** Takes an unused AbortController. They are reused, because creating one takes as long as the rest of a call. */
declare function takeStop(): Stop;
/** Returns an AbortController. Call it only after the answer is read to its end. */
declare function giveBack(stop: Stop): void;

// push filters

type Test = Condition & {
    kind: "test";
};
interface TestPush {
    /** For messages: `price.gte`. */
    readonly parameter: string;
    /** The previous parameters and those of this condition. */
    readonly parameters: Parameters;
    readonly exact: boolean;
    readonly reason: string;
    /** Present for several values at once, if the server is not known to take them as alternatives. */
    readonly trial?: SeveralValues | undefined;
}
/** Finds parameters for conditions. Lists with filters bring it along. */
interface FilterPush {
    readonly covers: typeof coversIds;
    readonly alternatives: typeof pushAlternatives;
    readonly test: typeof pushTest;
}
declare const pushFilters: FilterPush;
/** True if one list request can return all ids, which is cheaper than many reads. */
declare function coversIds(context: ClientContext, list: ListSpec, ids: readonly unknown[], id: Place | undefined): boolean;
/** The parameters of one request for each alternative. `undefined` if an alternative has no parameter. */
declare function pushAlternatives(context: ClientContext, list: ListSpec, parts: readonly Condition[], taken: ReadonlySet<string>, schema: SchemaData): readonly Parameters[] | undefined;
/**
 * Finds a parameter for a condition.
 * @param taken parameters that the caller sets
 * @param before parameters of other conditions
 * @param schema of the record
 */
declare function pushTest(context: ClientContext, list: ListSpec, test: Test, taken: ReadonlySet<string>, before: Parameters, schema: SchemaData): TestPush | undefined;
/** True for a text that servers may read as several values, or as an operator with its operand. Lists with filters by texts bring it along. */
declare const ambiguousText: (value: unknown) => boolean;
export {};

// skip records

/** Batches of records in the order of the server. */
type Batches = AsyncGenerator<readonly unknown[]> | readonly (readonly unknown[])[];
/** Lets the server skip records. Only lists with an offset, or with pages whose size can be chosen, import it. */
interface SkipPush {
    readonly ask: (context: ClientContext, list: ListSpec, state: QueryState) => SkipAsked;
    /** Reads the records after the skipped ones. `undefined` if the server does not skip them. */
    readonly run: (execution: Execution, plan: QueryPlan) => Promise<Batches | undefined>;
}
/** The parameter for the skip, or the reason why the client skips. */
interface SkipAsked {
    readonly parameters?: Parameters;
    readonly reason?: string;
}
/**
 * The first such query of a client tests the offset. If the server ignores it, the list with and without it begin with
 * the same record.
 */
declare const skipByOffset: SkipPush;
declare function isSameRecord({ id }: ResourceSpec, left: unknown, right: unknown): boolean;
/**
 * Requests one page if the skip is a multiple of the limit. The first query with a size tests the page number and size:
 * the first page must have this size, and another record must follow. If the test fails, the list is read from its
 * beginning.
 */
declare const skipByPage: SkipPush;

// several values

/** Several values of one parameter. Some servers require all of them to match, or use only the last one. */
interface SeveralValues {
    readonly parameter: string;
    readonly test: Test;
    /** The parameters for one of the values. */
    readonly alone: (value: unknown) => Parameters | undefined;
}
/** Lists with parameters that take one value or several bring it along. */
interface SeveralPush {
    /**
     * `false` if the server is known not to treat several values as alternatives. `undefined` if there is nothing to
     * test.
     */
    readonly ask: (context: ClientContext, list: ListSpec, filter: FilterSpec, test: Test, spelled: (value: unknown) => Parameters | undefined) => SeveralValues | false | undefined;
    /**
     * Reads the records of a query. `undefined` if the server does not treat the values as alternatives; the client
     * remembers that.
     */
    readonly run: SkipPush["run"];
}
declare const severalValues: SeveralPush;

// query plan

/** The collected clauses of a query. Immutable. */
interface QueryState {
    readonly where?: Condition | undefined;
    readonly sort: readonly OrderKey[];
    readonly limit?: number | undefined;
    readonly skip: number;
    readonly select?: readonly Place[] | undefined;
    readonly omit: readonly Place[];
    readonly populate: readonly PopulateStep[];
    /** Parameters of the list operation that the caller sets, including those of the parents. */
    readonly parameters: Readonly<Record<string, unknown>>;
}
declare const NO_CLAUSES: QueryState;
interface PopulateStep {
    readonly name: string;
    readonly next: readonly PopulateStep[];
    readonly sub: SubCriteria;
}
/** True if the step loads the whole relation, which a server may expand itself. */
declare function isWhole({ next, sub }: PopulateStep): boolean;
interface SubCriteria {
    readonly where?: Readonly<Record<string, unknown>>;
    readonly sort?: string;
    readonly limit?: number;
    readonly select?: readonly string[];
}
/** How the records are fetched. The client filters them in all cases. */
type Fetching = {
    readonly kind: "none";
    readonly reason: string;
} | {
    readonly kind: "ids";
    readonly ids: readonly unknown[];
} | {
    readonly kind: "pages";
    readonly requests: readonly PageRequest[];
};
/** Parameters of the list operation, by their names in calls. */
type Parameters = Readonly<Record<string, unknown>>;
interface PageRequest {
    readonly parameters: Parameters;
}
/** The work of the server and of the client, with reasons. */
interface QueryPlan {
    readonly resource: ResourceSpec;
    readonly state: QueryState;
    readonly fetching: Fetching;
    /** True if pages arrive in order, so that reading can stop at the limit. */
    readonly sorted: boolean;
    /** True if the server applies all conditions exactly, so that its totals are reliable. */
    readonly exact: boolean;
    readonly skipPushed?: boolean;
    /** Present if the server may ignore a parameter: reads the records, or finds that it does. */
    readonly run?: SkipPush["run"] | undefined;
    /** Set if the server sorts as it documents. Finds out if it puts missing values first. */
    readonly missing?: typeof missingFirst | undefined;
    /** Parameters with several values, of which the server may not take all. */
    readonly several: readonly SeveralValues[];
    readonly steps: readonly PlanStep[];
}
export interface Explanation {
    /** The plan as text. */
    readonly text: string;
    readonly fetching: Fetching;
    readonly steps: readonly PlanStep[];
    /** Required parameters that the query does not set. `params` can set them. */
    readonly missing: readonly string[];
}
interface PlanStep {
    readonly clause: string;
    readonly where: "server" | "client";
    /** The parameter of the server, if it does the work. */
    readonly parameter?: string;
    readonly reason: string;
}
/** The reason for a parameter that does all of the work. */
declare const SAME = "the parameter means the same";
/** @param parameter the parameter, if the server does the work */
declare function planStep(clause: string, reason?: string, parameter?: string): PlanStep;
/** Limits of one query. */
interface Guard {
    /** Default 100. */
    readonly maxRequests: number;
    /** Maximum number of records read, matching or not. Default 10,000. */
    readonly maxRecords: number;
}
export interface QueryOptions extends CallOptions, Partial<Guard> {
}
/** An unfinished query. */
interface QueryDraft {
    readonly context: ClientContext;
    readonly resource: ResourceSpec;
    readonly options: QueryOptions;
    readonly state: QueryState;
}

// read pages

interface Page {
    readonly records: readonly unknown[];
    /** Total number of matching records, if the server reports it. */
    readonly total?: number | undefined;
    /** True if some of its records were on previous pages. */
    readonly hasOverlap?: boolean;
}
/**
 * Reads page after page. Finds the next page in this order: a token or URL in the body, a `Link` header with
 * `rel="next"`, the id of the last record if there is a has-more flag, and counting. Ends on an empty page, and on a
 * page without new records, because some servers ignore the start and repeat a page. A short page is the last one,
 * unless the server may have a smaller page size.
 */
declare function readPages(run: QueryRun, resource: ResourceSpec, start: Parameters): AsyncGenerator<Page>;
/** A page, and the parameters of the next one. */
interface ReadPage extends Page {
    /** Number of records up to the end of this page. */
    readonly read: number;
    readonly next: Parameters | undefined;
    /** True if the next page is asked for only because this one may be short for another reason than the list's end. */
    readonly isTrial: boolean;
    /** Set if there are more records that cannot be requested. */
    readonly rest: Error | undefined;
}
type Progress = Omit<ReadPage, "next" | "rest">;
/** @param before number of records on previous pages */
declare function readPage({ context, send, options }: QueryRun, resource: ResourceSpec, parameters: Parameters, before?: number): Promise<ReadPage>;
/**
 * The error for a list that cannot be read completely. Either it has more records than its first page and no parameter
 * for the next page, or its answer is not a documented list. Only lists that may need the error import it. If the
 * caller gave a parameter that the client does not know, it may select a page, so there is no error.
 */
declare function unreadRest({ name, list }: ResourceSpec, parameters: Parameters, body: unknown, { read, total }: Pick<ReadPage, "read" | "total">): ClientError | undefined;

// execute query

/** Sends a call. Passed as a value, so that bundlers can load the engine separately. */
type Send = (context: ClientContext, call: SentCall) => Promise<Answer>;
/** The context of a running query. */
interface QueryRun {
    readonly context: ClientContext;
    readonly send: Send;
    readonly options?: CallOptions | undefined;
    readonly guard: Pick<Guard, "maxRecords">;
}
interface Execution extends QueryRun {
    /** Related records that are already loaded, by their keys. */
    readonly related: WeakMap<PopulateStep, Map<string, unknown>>;
}
/** Yields batches of complete records that match the query, in its order. Streams them unless the client has to sort. */
declare function executeQuery(execution: Execution, resource: ResourceSpec, state: QueryState): AsyncGenerator<readonly unknown[]>;
/**
 * Counts the records that match the query. Uses the server's total if all records of the first page match, and
 * otherwise reads all records. Without a condition, uses the operation that counts, or a page with one record.
 */
declare function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number>;
/** The part of a query that its count depends on. */
declare function countedState({ where, parameters }: QueryState): QueryState;
/** Reads the first page of a query, with `size` records if the list has a limit. */
declare function firstPage(execution: Execution, { resource, fetching }: QueryPlan, size: number, more?: Readonly<Record<string, unknown>>): Promise<Page | undefined>;
/** Yields batches of records that match the condition, each record once. */
declare function matching(execution: Execution, plan: QueryPlan): AsyncGenerator<readonly unknown[]>;
interface Matched extends Page {
    /** Number of records before filtering. */
    readonly read: number;
}
/** The matching records of each page. */
declare function pagesOf(execution: Execution, plan: QueryPlan): AsyncGenerator<Matched>;
/** Builds the call that reads one record. */
declare function readingOf(resource: ResourceSpec, read: ReadOperation, state: QueryState, id: unknown): SentCall;
/** The part of an answer at `reply`; `undefined` if the server answers 404. */
declare function dataOrNone({ context, send, options }: QueryRun, call: SentCall, reply?: Place): Promise<unknown>;
/** @throws errors other than that of a 404 */
declare function noneIfAbsent(error: unknown): undefined;
/** The path parameters of a call on one record. Matches them by position, because paths may name the same parameter differently. */
declare function recordParameters({ parents, idParameter }: ResourceSpec, { path }: ReadOperation, given: Readonly<Record<string, unknown>>, id?: unknown): Record<string, unknown>;
/** Runs `work` on each item, a few at a time. Returns the results in the order of the items. */
declare function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]>;
/**
 * Calls the operation that counts all records. `undefined` if a required parameter is missing or the answer is not a
 * number. Only lists with such an operation import it.
 */
declare function countRecords({ context, send, options }: Execution, { operation, reply }: CountSpec, parameters: Parameters): Promise<number | undefined>;

// further operators

/** Lists with filters by another operator than `=` and `in` bring it along. */
declare const furtherOperators: {
    operand: typeof operandOf;
    testsIn: typeof testsIn;
};
/** The tests inside a condition. */
declare function testsIn(condition: Condition): Test[];
/**
 * The value of a parameter that filters with an operator other than `=` and `in`. `undefined` if it would exclude
 * matching records. It is not known whether the server includes a bound, so both kinds of bounds use the same
 * parameter.
 */
declare function operandOf(filter: FilterSpec, { operator: asked, value, property }: Test, schema: SchemaData): unknown;
export {};

// list call

/** A parameter of the list operation, or a property of the body of a search. */
declare function listParameter({ operation, body }: ListSpec, name: string | undefined): Pick<ParameterSpec, "schema"> | undefined;
/** Builds the call of a list. */
declare function listCall(list: ListSpec, parameters: Readonly<Record<string, unknown>>): SentCall;
/** Builds the call of a search. Searches bring it along. */
type SearchCall = (list: ListSpec, parameters: Readonly<Record<string, unknown>>) => SentCall;
/** Puts values that are not parameters into the body. */
declare const searchCall: SearchCall;
/**
 * Puts values that are not parameters into the JSON of one parameter. The caller's own value for this parameter wins.
 */
declare const filterCall: SearchCall;
/** The parameter with a number, as a text where the description declares page numbers and sizes as texts. */
declare function numberedParameter({ texts }: ListSpec, name: string, value: number): Parameters;
/** Expands the filters of a list: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
declare function filtersOf({ filters }: ListSpec): FilterSpec[];

// missing parameters

/** For lists with required parameters. */
interface RequiredParameters {
    readonly missing: typeof missingParameters;
    readonly refuse: typeof refuseMissing;
}
declare const requiredParameters: RequiredParameters;
/** For lists that require only parameters of the path. */
declare const requiredParents: RequiredParameters;
/** Required parameters that neither the query nor the client gives. */
declare function missingParameters({ options }: ClientContext, { resource: { list }, fetching }: QueryPlan): string[];
/** @throws ValidationError that names the missing parameters */
declare function refuseMissing(context: ClientContext, plan: QueryPlan): void;
export {};

// nested parameters

/** Sets members of object parameters, such as `price[gte]`. */
interface NestedParameters {
    readonly has: (parameter: unknown, at: Place) => boolean;
    /** The parameter with one more member. */
    readonly put: (parameter: unknown, at: Place, value: unknown) => unknown;
}
/** Lists with object parameters bring it along. */
declare const nestedParameters: NestedParameters;
/** Puts the operator before the value: `price=gt.5`, `title=in.(a,"b c")`. Lists of PostgREST bring it along. */
declare const operatorValues: NestedParameters;

// next page

/**
 * The parameters for the page after the last record, for lists with a has-more flag. Only lists with a cursor import
 * it. @param more the flag; `undefined` if there is none
 */
declare function cursorPages({ id }: ResourceSpec, { cursor }: ListSpec, parameters: Parameters, records: readonly unknown[], more: unknown): Parameters | undefined;
/**
 * The parameters of the next page by counting, if the page is not the last one. Lists with an offset or with page numbers bring it along.
 * @param more a has-more flag
 */
declare function countedPage(context: ClientContext, list: ListSpec, parameters: Parameters, { records, read, total, isTrial }: Progress, more: unknown): Parameters | undefined;
/**
 * True if the server may have limited the page size without saying so. No page was larger so far, and the length is a
 * usual limit such as 100. Only lists without a documented maximum import it.
 */
declare function cappedPages(context: ClientContext, list: ListSpec, parameters: Parameters, length: number): boolean;
/** Finds the number of the first page. Only lists whose description does not give it import it. */
declare const pageNumbers: {
    /** Absent until a second page is read. */
    first: (context: ClientContext, list: ListSpec) => number | undefined;
    /** Learns from the second page that is read, asked for as page 1. @returns the parameters of page 2, if page 1 is the first one */
    learn(context: ClientContext, list: ListSpec, parameters: Parameters, hasRepeated: boolean): Parameters | undefined;
};
/**
 * Follows URLs of next pages. Lists whose documented answers identify the next page in another way do not import it.
 */
declare const linkPages: {
    isUrl: (token: unknown) => token is string;
    follow: typeof fromUrl;
    /**
     * The next page in a `Link` header (RFC 8288), or in another header such as `Next-Page`. `undefined` if there is no
     * header.
     */
    inHeader(answer: Answer, list: ListSpec, parameters: Parameters): {
        readonly next: Parameters | undefined;
    } | undefined;
};
/** The parameters of a next URL. Ignores its host, because servers behind a proxy report a wrong one. */
declare function fromUrl(text: string, { response }: Answer, { operation }: ListSpec, parameters: Parameters): Parameters | undefined;
export {};

// order trial

/** Tests a common spelling of an order. Only lists without documented orders import it. */
declare const orderTrial: {
    /** The parameters to test. `undefined` if the query cannot test an order, or the server is known to ignore it. */
    parameters(context: ClientContext, { list, schema }: ResourceSpec, { sort, limit }: QueryState): Parameters | undefined;
    /** For people. */
    reason: string;
    /** The records of the query. `undefined` if the server ignores the order; the client remembers that. */
    run: SkipPush["run"];
};

// populate

/** The execution, with a function that runs a query on another resource. */
interface Loading extends Execution {
    readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}
/** Loads one kind of relation. A resource imports the loaders that its relations need. */
interface Loader {
    readonly load: (loading: Loading, relation: never, records: readonly unknown[], step: PopulateStep, resource: ResourceSpec) => Promise<readonly unknown[]>;
    /** Says how the relation is loaded. */
    readonly explain: (relation: never, target: ResourceSpec | undefined) => string;
}
/** Loads relations: each distinct key once, missing targets as `null`. Returns copies of the records. */
declare function populateAll(loading: Loading, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]): Promise<readonly unknown[]>;
/** @throws ValidationError that lists the relations */
declare function relationOf({ relations, name: resource }: ResourceSpec, name: string): RelationSpec;
/** @throws ValidationError if the client was created without the resource */
declare function relatedResource({ resources }: ClientContext, resource: string, relation: string): ResourceSpec;
declare function invalidRelation(name: string, message: string, resource?: string): ValidationError;
/** The relation as the server expanded it; `undefined` if it did not. */
declare function expansion(record: unknown, relation: {
    readonly expand?: string;
}, step: PopulateStep): unknown;
/** The records of a relation that are already loaded, by key. */
declare function relatedSoFar({ related }: Loading, step: PopulateStep): Map<string, unknown>;
declare function expanded(value: unknown): unknown;
declare function subState(target: ResourceSpec, { sub, next }: PopulateStep): QueryState;
declare function withMember(record: unknown, name: string, value: unknown): unknown;

// populating

/** Loads relations. Only resources with relations import it. */
declare const populating: {
    /** Adds a step. @throws ValidationError that lists the relations, or names the missing resource */
    add(context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[], name: string, sub: SubCriteria): readonly PopulateStep[];
    explain: typeof explainPopulate;
    load(execution: Execution, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]): Promise<readonly unknown[]>;
};
/** Explains how each relation would be loaded, nested ones as well. */
declare function explainPopulate(context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[], path?: string): PlanStep[];
export {};

// push parts

/**
 * The parameters that select parts of each record: `fields` for `select`, and `expand` for `populate`. The client also
 * trims and completes the records, so the result is the same even if the server ignores them.
 */
declare function pushParts({ relations, id }: ResourceSpec, list: ListSpec, state: QueryState, taken: ReadonlySet<string>, steps: PlanStep[]): Parameters;

// push sort

/** The parameters for an order; `undefined` if the description does not document it. */
type SortPush = (list: ListSpec, sort: SortSpec, keys: readonly OrderKey[]) => Parameters | undefined;
/** The order that the server is asked for. */
interface PlannedOrder {
    /** Absent if the client sorts. */
    readonly parameters: Parameters | undefined;
    readonly reason: string;
    /** Present if the spelling is a guess. */
    readonly trial?: typeof orderTrial | undefined;
    readonly missing?: typeof missingFirst | undefined;
}
/** Lists with a parameter for the order bring it along. */
declare function planSort(context: ClientContext, resource: ResourceSpec, list: ListSpec, sort: SortSpec, state: QueryState): PlannedOrder;
/** Lists with documented orders bring it along. */
declare const pushSort: SortPush;
/** Only lists whose documented values follow one spelling import it. */
declare const pushSpelled: SortPush;
/** Lists with a parameter for the direction bring it along. It is always sent, because its default may be descending. */
declare const pushDirection: SortPush;
export {};

// resource spec

/** Property names, outermost first. `[]` is the value itself. */
type Place = readonly string[];
/** The facts of a resource that queries and record methods use. */
export interface ResourceSpec {
    readonly name: string;
    /** Schema of the record in answers. */
    readonly schema: SchemaData;
    /** Place of the id in the record; absent if the record has none. */
    readonly id?: Place;
    /** Parameter of the item path. */
    readonly idParameter?: string;
    /** Parameters of the collection path, outermost first, with the property of the record that repeats each. */
    readonly parents?: readonly {
        readonly parameter: string;
        readonly property?: Place;
    }[];
    readonly list?: ListSpec;
    readonly read?: ReadOperation;
    /** For tools of models only. */
    readonly create?: WriteOperation;
    readonly update?: WriteOperation;
    /** Relations that `populate` can load, by name. */
    readonly relations?: Readonly<Record<string, RelationSpec>>;
    /** Present with relations: loads them. */
    readonly populating?: typeof populating;
}
interface ReadOperation {
    readonly operation: OperationSpec;
    /** Place of the record in the successful answer; absent if the answer has none. */
    readonly reply?: Place;
    /** Names of the path parameters, parents first, id last. Absent: only `idParameter`. */
    readonly path?: readonly string[];
}
interface WriteOperation {
    readonly operation: OperationSpec;
    /** Place of the record in the request body. */
    readonly body?: Place;
}
/** The parameters and answers of a list operation. Mirrors `ListConvention` of spec-core. */
interface ListSpec {
    readonly operation: OperationSpec;
    /**
     * For searches such as `POST /flows/filter`: schemas of the body's properties. For lists with `within`: schemas of
     * the JSON's properties.
     */
    readonly body?: Readonly<Record<string, SchemaData>>;
    /** Present if parameters of the list are required. */
    readonly required?: RequiredParameters;
    /** Values of required parameters that have a default, or ask for the first page. */
    readonly start?: Readonly<Record<string, unknown>>;
    /** The parameter that contains the properties of `body` as JSON: `filter` of LoopBack. */
    readonly within?: string;
    /** Present with `body`. */
    readonly searchCall?: SearchCall;
    /** Place of the items in the answer. */
    readonly items: Place;
    /** Place of the record in each item. */
    readonly item: Place;
    readonly total?: Place;
    /** Present if an operation counts the records: `GET /books/count`. */
    readonly count?: CountSpec;
    readonly next?: Place;
    readonly hasMore?: Place;
    readonly limit?: {
        readonly parameter: string;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
    };
    /** Present if the description declares no maximum of `limit`: servers may have one. */
    readonly capped?: typeof cappedPages;
    readonly offset?: string;
    /** The ones of `limit`, `offset` and `page` that take numbers as texts. */
    readonly texts?: readonly string[];
    /** Set together with `offset`, or with `page` and `limit`. Lets the server skip records. */
    readonly skip?: SkipPush;
    readonly page?: {
        readonly parameter: string;
        readonly first?: 0 | 1;
    };
    /** Present with `offset` or `page`. */
    readonly counted?: typeof countedPage;
    /** Set if the description does not give the number of the first page. */
    readonly numbers?: typeof pageNumbers;
    readonly cursor?: {
        readonly parameter: string;
        readonly kind: "id" | "token";
    };
    /** Present if a cursor may be the id of the last record. */
    readonly cursorPages?: typeof cursorPages;
    /** Present if the answer reports more records, and no parameter asks for the next page. */
    readonly rest?: typeof unreadRest;
    /** Set if URLs may lead to the next page. */
    readonly links?: typeof linkPages;
    readonly sort?: SortSpec;
    readonly fields?: string;
    readonly expand?: string;
    /** Present with `fields` or `expand`: selects fields on the server. */
    readonly pushParts?: typeof pushParts;
    /** The short form is a text: parameter, operator and property. */
    readonly filters?: readonly (FilterSpec | string)[];
    /** Present with `filters`. */
    readonly push?: FilterPush;
    /** Set if a filter accepts any text. True for texts that a server may read as several values or as operators. */
    readonly unclear?: (value: unknown) => boolean;
    /** Set if a parameter accepts one or several values, and its schema does not show how several are combined. */
    readonly several?: SeveralPush;
    /** Present if a filter has another operator than `=` and `in`. */
    readonly operators?: typeof furtherOperators;
    /** Present if a filter has `at`. */
    readonly nested?: NestedParameters;
}
interface CountSpec {
    readonly operation: OperationSpec;
    /** Place of the number in the answer. */
    readonly reply: Place;
    readonly run: typeof countRecords;
}
interface SortSpec {
    readonly parameter: string;
    readonly plan: typeof planSort;
    readonly direction?: {
        readonly parameter: string;
        readonly ascending: string;
        readonly descending: string;
    };
    /** For parameters without documented values: `-` before a name, or the text after one, such as `,desc`. */
    readonly spelling?: string;
    /** Present with `spelling`. */
    readonly trial?: typeof orderTrial;
    /** Present with `values` or `spelled`. */
    readonly order?: SortPush;
    /** Present with `order`. */
    readonly missing?: typeof missingFirst;
    /**
     * For documented values that follow one spelling: the ascending and the descending one, with `*` for the property.
     */
    readonly spelled?: readonly [ascending: string, descending: string];
    /** The documented values with their orders: one or more keys, with `-` before descending ones. */
    readonly values?: Readonly<Record<string, readonly string[]>>;
}
interface FilterSpec {
    readonly parameter: string;
    /** Path inside an object parameter: `["gte"]`. For other parameters, the text before the value: `["gte."]`. */
    readonly at?: Place;
    readonly property: Place;
    readonly operator: "=" | "!=" | "in" | "nin" | ">" | ">=" | "<" | "<=" | "contains" | "startsWith" | "endsWith" | "icontains" | "istartsWith" | "iendsWith"
    /** Equal, ignoring case. */
     | "i=" | "exists"
    /** The opposite of `exists`. */
     | "isNull"
    /** Takes `value`, which selects every record: `all` in `open`, `closed` and `all`. */
     | "all";
    readonly value?: unknown;
}
/**
 * Data to find related records. It names resources instead of importing them, so that a bundle with one resource does
 * not contain the others.
 */
type RelationSpec = OneSpec | ManySpec | ExpandSpec | LinkSpec | ListsSpec;
/** The records that a key, or a list of keys, points at. */
interface OneSpec {
    readonly loader: Loader;
    readonly resource: string;
    readonly key: Place;
    readonly expand?: string;
}
/** The records of a list below the record. */
interface ManySpec {
    readonly loader: Loader;
    readonly resource: string;
    readonly parameter: string;
    readonly expand?: string;
}
/** A relation that only the `expand` of the server can load. */
interface ExpandSpec {
    readonly loader: Loader;
    readonly key: Place;
    readonly expand: string;
}
interface FollowedSpec {
    readonly loader: Loader;
    /** Place of the value of each parameter in the record. */
    readonly parameters: Readonly<Record<string, Place>>;
    /** Resource of the answered records, for relations of relations. */
    readonly resource?: string;
}
/** The record that a link leads to. @see OpenAPI 3.1, "Link Object" */
interface LinkSpec extends FollowedSpec {
    readonly operation: OperationSpec;
    readonly reply: Place;
}
/** The records of a list that a link leads to, or that is below the record. */
interface ListsSpec extends FollowedSpec {
    readonly list: ListSpec;
}
export {};

// json body

/** Writes the body of a request. Operations with a body bring it along. */
interface BodyWriter {
    readonly write: (init: RequestDetails, operation: OperationSpec, value: unknown, wanted: string | undefined) => void;
    /** Absent: there is only one media type, and it is not a form. */
    readonly choose?: ChooseMedia;
}
/** Chooses the media type of a body: the requested one, or else the first documented one that can contain the value. */
type ChooseMedia = (spec: BodySpec, value: unknown, wanted: string | undefined) => {
    readonly type: string;
    readonly media: MediaSpec | undefined;
};
/** Writes the bodies of operations that take one JSON type. */
declare const jsonBody: BodyWriter;
/** For operations whose method takes no body. */
declare const noBody: BodyWriter;
declare function writeBody(init: RequestDetails, body: unknown, contentType: string): void;
/** True for files, forms, buffers and streams, which are sent as they are. */
declare function isReady(value: unknown): boolean;
/** The media type of a form; `undefined` for other values. */
declare function formType(value: unknown): string | undefined;
/** JSON in which `bigint`s stay exact numbers. */
declare function toJson(value: unknown): string;
/** The body of a call without a record. */
declare function bodyOrEmpty(options: RecordOptions | undefined): unknown;
/** Wraps the record, for APIs that take it in an envelope. @param key the property of an idempotency key, which is filled if it is absent */
declare function inEnvelope(record: unknown, place: Place, options: RecordOptions | undefined, key?: string): unknown;
/** Adds the id to the record, for paths that do not contain it. */
declare function withId(record: unknown, id: unknown, [name, ...rest]: Place): unknown;

// read stream

/** One server-sent event. `data` is parsed when it is JSON. @see WHATWG HTML, section 9.2 */
export interface ServerEvent<T = unknown> {
    readonly event: string;
    readonly data: T;
    readonly id: string | undefined;
    /** Time to wait before connecting again, in milliseconds. */
    readonly retry: number | undefined;
}
/** Reads the streams of a media type. */
interface StreamReader {
    readonly type: RegExp;
    readonly read: (body: ReadableStream<Uint8Array>, reading: StreamReading) => AsyncIterable<unknown>;
}
/** Server-sent events. Leaving the loop early closes the connection. */
declare const events: StreamReader;
/** JSON values, one per line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
declare const lines: StreamReader;
interface StreamReading {
    /** Maximum number of characters of an event or line. */
    readonly most: number;
    readonly onEnd: (() => void) | undefined;
    /** Makes the error of a stream that is cut. */
    readonly broken: ((cause: unknown) => unknown) | undefined;
}
/** Reads an answer as a stream; `undefined` if it is another documented answer. Operations with streams bring it along. */
declare function openStream({ ok, body, headers }: Response, readers: readonly StreamReader[] | undefined, most: number, onEnd: (() => void) | undefined, broken: ((cause: unknown) => unknown) | undefined): AsyncIterable<unknown> | undefined;
export {};

// serialize parameter

/** Percent-encodes a text. */
type Encode = (text: string) => string;
/**
 * Writes a value in one of the rarer styles. Only operations with such a parameter import it.
 * @param name encoded
 * @param isForm true in queries and cookies, where the name comes before the value
 */
type Style = (name: string, value: unknown, explode: boolean, encode: Encode, isForm: boolean) => string;
/** Writes the value of a parameter, percent-encoded. Without a style, writes a value, or a list of values. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
declare function serializeParameter(spec: ParameterSpec, value: unknown): string;
/** Writes one value: dates as RFC 3339, and nested objects as JSON, because no style can express them. */
declare function scalar(value: unknown): string;
declare function percent(mark: string): string;

// operation spec

/** The data of an operation that sending it needs. It is in the files of resources; answers are in a separate file. */
export interface OperationSpec {
    /** The `operationId`, for messages and hooks. */
    readonly id: string;
    /** Method and path: `GET /books/{bookId}`. */
    readonly route: string;
    /** Omits path parameters that are plain texts. */
    readonly parameters?: readonly (ParameterSpec | PlainParameters | string)[];
    /** Present if there are header or cookie parameters. */
    readonly head?: typeof headParameters;
    readonly body?: BodySpec;
    /** Short form of `body`: the schema of a required JSON body. */
    readonly json?: SchemaData;
    /** Present if there is a body. */
    readonly writer?: BodyWriter;
    /** Present if there is a body that is validated. */
    readonly bodyIssues?: typeof bodyIssues;
    /** Present if the body has integers of 64 bits: converts them from text. */
    readonly exactIntegers?: typeof exactIntegers;
    /** The `Accept` header. Absent: the default of the client. */
    readonly accept?: string;
    /**
     * Alternatives. Each is a set of scheme names that are needed together. Absent: the client's default. Empty: no
     * credentials.
     */
    readonly security?: readonly (readonly string[])[];
    /** The idempotency header, if the description declares one. */
    readonly idempotencyHeader?: string;
    /** Base URL, if the operation or its path declares servers. */
    readonly server?: string;
    /** Present with `server`. */
    readonly serverOf?: typeof serverOf;
    readonly deprecated?: true;
    /** Readers of the streams that the operation may answer. */
    readonly streams?: readonly StreamReader[];
    /** Present with `streams`. */
    readonly openStream?: typeof openStream;
}
/** Short form of optional query parameters, and of path parameters that the path names: schemas by name. */
type PlainParameters = Readonly<Record<string, SchemaData>>;
interface ParameterSpec {
    /** Name on the wire. */
    readonly name: string;
    /** Name in calls, if the name on the wire is no identifier or is taken. */
    readonly as?: string;
    readonly in: "path" | "query" | "header" | "cookie" | "querystring";
    /** Path parameters always are. */
    readonly required?: true;
    /** Absent: the default of the location (OpenAPI 3.1, "Parameter Object"). */
    readonly style?: Style;
    /** Absent: true for `form`, false for other styles. `deepObject` always explodes. */
    readonly explode?: boolean;
    /** Absent: percent-encodes everything but RFC 3986's unreserved characters. */
    readonly encode?: Encode;
    /** Set if a validated header is required, since the options may contain it. */
    readonly isGiven?: typeof isGiven;
    /** Present if the value may be an object that is validated. */
    readonly onWire?: typeof onWire;
    readonly schema?: SchemaData;
}
interface BodySpec {
    readonly required?: true;
    /** Schemas by media type, the preferred one first. */
    readonly content: Readonly<Record<string, MediaSpec>>;
}
interface MediaSpec {
    readonly schema?: SchemaData;
    /** Schema of each item of a sequential media type. */
    readonly itemSchema?: SchemaData;
    /** By property. */
    readonly encoding?: Readonly<Record<string, EncodingSpec>>;
    /** Style of properties without an `encoding`. */
    readonly style?: Style;
    /** Encodes plain values, if the body is not JSON. */
    readonly encode?: (value: unknown, media: MediaSpec) => FormData | string;
}
interface EncodingSpec {
    readonly contentType?: string;
    readonly style?: ParameterSpec["style"];
    readonly explode?: boolean;
}
/** Answers by operation and documented status: `200`, `2XX`, `default`. */
type AnswerSpecs = Readonly<Record<string, Readonly<Record<string, AnswerSpec>>>>;
/** Schemas by media type; absent if the body is not documented. */
interface AnswerSpec {
    readonly content?: Readonly<Record<string, {
        readonly schema?: SchemaData;
        readonly itemSchema?: SchemaData;
    }>>;
}

// request parts

/** The parts of a request that parameters and credentials fill. */
interface RequestParts {
    /** Names are in lower case. */
    readonly headers: Record<string, string>;
    /** Query parameters that the description does not declare. */
    readonly query: Record<string, string>;
    /** Names of the cookies in the header `cookie`. */
    readonly cookies: string[];
}
/** Places a credential elsewhere than in a header. Security schemes that need it bring it along. */
type PlaceCredential = (parts: RequestParts, name: string, secret: string) => void;
declare const inQuery: PlaceCredential;
declare const inCookie: PlaceCredential;
/** For client certificates, which are not part of a request. */
declare const inConnection: PlaceCredential;
/** Places the parameters that are not in the URL. Operations with such parameters bring it along. */
declare function headParameters(parts: RequestParts, specs: readonly ParameterSpec[], values: Readonly<Record<string, unknown>>): void;

// auth

/**
 * Credentials of the client. Functions are called for each request, and once more after a 401; calls at the same time
 * share the result. If a function returns nothing or an empty text, the call is sent without the credential.
 */
export interface AuthOptions {
    /** For bearer, OAuth2 and OpenID Connect schemes, and for API keys if `apiKey` is not given. */
    readonly token?: Secret | undefined;
    readonly username?: string;
    readonly password?: string;
    readonly apiKey?: Secret | undefined;
    /** Credentials by the names of the description's security schemes, if one credential is not enough for all. */
    readonly schemes?: Readonly<Record<string, Secret | Login>>;
}
export type Secret = string | AskSecret;
type AskSecret = (context: {
    readonly refresh: boolean;
}) => Told | Promise<Told>;
type Told = string | null | undefined;
interface Login {
    readonly username: string;
    readonly password: string;
}
/** A security scheme of the description: the kind of credential, and its place in the request. */
export interface SchemeSpec {
    /** Absent: a token, or a login if there is `login`. */
    readonly takes?: "apiKey" | "nothing";
    /** Writes a user name and a password as one credential. */
    readonly login?: (login: Partial<Login>) => string | undefined;
    /** Absent: a header. */
    readonly place?: PlaceCredential;
    /** Absent: `authorization`. */
    readonly name?: string;
    /** The word before the credential: `Bearer`. */
    readonly label?: string;
}
/** A credential and its scheme. */
type Credential = readonly [scheme: SchemeSpec, secret: string];
/**
 * Selects the credentials of a call. Returns none if some are missing, and leaves the rejection to the server. Returns a promise only if a
 * function has to be called.
 * @param alternatives sets of scheme names
 */
type SelectCredentials = (alternatives: readonly (readonly string[])[] | undefined, schemes: Schemes, auth: AuthOptions, refresh: boolean) => readonly Credential[] | Promise<readonly Credential[]>;
type Schemes = Readonly<Record<string, SchemeSpec>>;
/**
 * For descriptions with at most one scheme, which sends a token in a header. Without a scheme, every call sends the
 * token.
 */
declare const selectToken: SelectCredentials;
/** For other descriptions: the first alternative that has all its credentials. @see OpenAPI 3.1, "Security Requirement Object" */
declare const selectCredentials: SelectCredentials;
/** The credential of Basic authentication; `undefined` without a user name. UTF-8, as RFC 7617 allows. */
declare function basicLogin({ username, password }: Partial<Login>): string | undefined;
export {};

// model fields

/** A property of a model, for forms and tables. */
export interface ModelField {
    readonly name: string;
    /** JSON type, not counting null. Absent if several types or all are allowed. */
    readonly type?: string;
    readonly format?: string;
    readonly required: boolean;
    readonly nullable: boolean;
    /** Set by the server. */
    readonly readOnly: boolean;
    /** Never in answers, such as a password. */
    readonly writeOnly: boolean;
    readonly enum?: readonly unknown[];
    /** Bounds of a number. */
    readonly min?: number;
    readonly max?: number;
    /** In characters. */
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
}
/** The properties of a schema, its parts and branches, sorted by name. */
declare function modelFields(schema: SchemaData): readonly ModelField[];

// compile

/**
 * Compiles a schema to a closure on first use. Evaluates no code, so it works under any content security policy. Follows references when
 * data first reaches them.
 */
declare function compile(schema: SchemaData, view: View): Check;
/** Lists the issues of a value; empty if it is valid. */
declare function issuesOf(schema: SchemaData, view: View, value: unknown, path?: string): Issue[];
declare function compileObject(schema: SchemaObject, around: SchemaPlace): Check;

// model

/**
 * A named schema of the description as a class. It is also a Standard Schema, so form libraries and routers accept it.
 * @see https://standardschema.dev
 */
export interface Model<T> {
    new (values: T): T & {
        toJSON(): T;
    };
    readonly modelName: string;
    readonly schema: SchemaData;
    /** The properties as data, for forms and tables. */
    readonly fields: readonly ModelField[];
    /** @throws ValidationError that lists every mistake. */
    parse(value: unknown, view?: View): T;
    safeParse(value: unknown, view?: View): {
        readonly success: true;
        readonly data: T;
    } | {
        readonly success: false;
        readonly issues: readonly Issue[];
    };
    isValid(value: unknown, view?: View): value is T;
    readonly "~standard": StandardProps<T>;
}
interface StandardProps<T> {
    readonly version: 1;
    readonly vendor: "onespec";
    readonly validate: (value: unknown) => {
        readonly value: T;
    } | {
        readonly issues: readonly {
            readonly message: string;
            readonly path: readonly string[];
        }[];
    };
}
/** Creates the class of a named schema. Values are validated as in requests, unless `view` differs. */
export declare function model<T>(name: string, schema: SchemaData): Model<T>;
export {};

// relations

/** A relation that `populate` can load. Generated; exists only in types. */
interface Relation {
    record: unknown;
    many: boolean;
    relations: object;
}
/** Names for `populate`: a relation, or with a dot a relation of a relation. */
type RelationPath<R> = (keyof R & string) | {
    [K in keyof R & string]: `${K}.${keyof Below<R[K]> & string}` | `${K}.${keyof Below<R[K]> & string}.${string}`;
}[keyof R & string];
/** A record whose loaded relations replace the original properties. */
type Populated<T, R, P extends string> = [P] extends [never] ? T : Omit<T, Head<P> & keyof R> & {
    [K in Head<P> & keyof R]: Loaded<R[K], Tail<P, K>>;
};
type Head<P extends string> = P extends `${infer First}.${string}` ? First : P;
type Tail<P extends string, K extends string> = P extends `${K}.${infer Rest}` ? Rest : never;
type Loaded<L, P extends string> = L extends Relation ? true extends L["many"] ? Populated<L["record"], L["relations"], P>[] : Populated<L["record"], L["relations"], P> | null : unknown;
type Below<L> = L extends Relation ? L["relations"] : Record<never, never>;
export {};

// criteria

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
type Operand<V> = ([Extract<V, string>] extends [never] ? never : TextOperand<Extract<V, string>>) | OtherOperand<Exclude<V, string>>;
/** Removes `string & {}`, which keeps the enums of answers open. */
type TextOperand<V extends string> = [Members<V>] extends [never] ? string | Date : Members<V>;
type Members<V extends string> = V extends string ? (string & {} extends V ? never : V) : never;
type OtherOperand<V> = V extends readonly (infer E)[] ? Operand<E> | V : V extends number ? number | bigint : V;
/** Not `NonNullable`, which would merge the members of an open enum into `string`. */
type Present<V> = Exclude<V, null | undefined>;
type FieldTest<V> = Operand<Present<V>> | null | readonly (Operand<Present<V>> | null)[] | Tests<Operand<Present<V>>>;
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
type SortKey<T> = FieldName<T> | `${"-" | "+"}${FieldName<T>}` | `${FieldName<T>} ${"ASC" | "DESC" | "asc" | "desc"}`;
type SortObject<T> = {
    readonly [K in Keys<T>]?: "ASC" | "DESC" | "asc" | "desc" | 1 | -1;
};
/** Checks each key of a text. Texts that are no literals are not checked. */
type SortText<T, S extends string> = string extends S ? S : S extends `${infer First},${infer Rest}` ? Trimmed<First> extends SortKey<T> ? [SortText<T, Trimmed<Rest>>] extends [never] ? never : S : never : S extends SortKey<T> ? S : never;
type Trimmed<S extends string> = S extends ` ${infer Rest}` ? Trimmed<Rest> : S extends `${infer Rest} ` ? Trimmed<Rest> : S;
/** A field of a record or of one of its alternatives, dotted inside objects. Any text if no fields are known. */
type FieldName<T> = [Keys<T>] extends [never] ? string : string extends Keys<T> ? string : Keys<T> | `${Keys<T>}.${string}`;
type Keys<T> = T extends unknown ? keyof T & string : never;
/** A record with some of its fields. @template F the whole record @template R its relations; loaded ones stay */
type Selected<T, K extends string, F = T, R = Record<never, never>> = string extends K ? T : T extends unknown ? {
    [P in keyof Pick<T, Extract<keyof T, Head<K>> | LoadedIn<T, F, R>>]: P extends K | LoadedIn<T, F, R> ? T[P] : Inside<T[P], K extends `${P & string}.${infer Rest}` ? Rest : never>;
} : never;
type Inside<V, K extends string> = V extends readonly (infer E)[] ? Inside<E, K>[] : V extends object ? Selected<V, K> : V;
type LoadedIn<T, F, R> = {
    [P in keyof T & keyof R]: P extends keyof F ? ([T[P]] extends [F[P]] ? never : P) : P;
}[keyof T & keyof R];
type Omitted<T, K extends string> = T extends unknown ? Omit<T, Extract<K, keyof T>> : never;
/**
 * The argument of `find`: conditions or clauses. Each type excludes the names of the other, so TypeScript never takes a
 * wrong condition for a clause.
 */
export type Criteria<T, L = Readonly<Record<string, unknown>>, K = never, O = never, P = never> = (Where<T> & None<Exclude<keyof Clauses<T>, Keys<T>>>) | (Clauses<T, L, K, O, P> & None<Exclude<Keys<T>, keyof Clauses<T>>>);
/** A record as the clauses `select`, `omit` and `populate` make it. @template R its relations */
type Found<T, R, K extends string, O extends string, P extends string> = Rest<Part<Populated<T, R, P>, K, T, R>, O>;
type Part<T, K extends string, F, R> = [K] extends [never] ? T : Selected<T, K, F, R>;
type Rest<T, O extends string> = [O] extends [never] ? T : Omitted<T, O>;
type None<K extends string> = string extends K ? unknown : {
    [_ in K]?: undefined;
};
export {};

// explain

/** Writes the plan as lines of text. */
declare function explainPlan({ resource, state, fetching, sorted, steps }: QueryPlan, missing?: readonly string[]): string;
/** @param limit the limit that was reached: `100 requests` */
declare function tooBroad(plan: QueryPlan, limit: string): QueryTooBroadError;
/** The query exceeds its limits. The message contains the plan and a way to narrow it. */
export declare class QueryTooBroadError extends ClientError {
    readonly plan: QueryPlan;
    constructor(plan: QueryPlan, message: string);
}

// query

/**
 * A query on one resource. Methods return a new query and never change an existing one. `execute` and the other run methods send requests;
 * awaiting a query executes it, each time again. Invalid queries throw `ValidationError` immediately.
 */
export declare class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>, F = T> implements PromiseLike<T[]> {
    #private;
    constructor(draft: QueryDraft);
    /** Internal. */
    get _draft(): QueryDraft;
    /** Adds conditions. @throws ValidationError */
    where(criteria: Where<F>): Query<T, R, L, F>;
    /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
    sort(order: SortKey<F> | SortObject<F> | readonly (SortKey<F> | SortObject<F>)[]): Query<T, R, L, F>;
    sort<S extends string>(order: SortText<F, S>): Query<T, R, L, F>;
    /** Maximum number of records. 0 sends no request. */
    limit(count: number): Query<T, R, L, F>;
    skip(count: number): Query<T, R, L, F>;
    /** Page number `page`, counted from 0. */
    paginate(page: number, size?: number): Query<T, R, L, F>;
    select<K extends FieldName<F>>(...fields: readonly K[]): Query<Selected<T, K, F, R>, R, L, F>;
    omit<K extends FieldName<F>>(...fields: readonly K[]): Query<Omitted<T, K>, R, L, F>;
    /** Loads a relation, dotted for relations of relations. `sub` filters the related records. @throws ValidationError that lists the relations */
    populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L, F>;
    /** Parameters of the list operation by their names in the description. */
    params(parameters: Partial<L>): Query<T, R, L, F>;
    /** Signal, timeout, retries, and the limits `maxRequests` and `maxRecords`. */
    options(options: QueryOptions): Query<T, R, L, F>;
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    execute(): Promise<T[]>;
    then<A = T[], B = never>(done?: ((records: T[]) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    /** Yields record by record, and fetches pages on demand. */
    [Symbol.asyncIterator](): AsyncGenerator<T>;
    first(): Promise<T | undefined>;
    /** Number of records that match the conditions, ignoring limit and skip. */
    count(): Promise<number>;
    exists(): Promise<boolean>;
    /** Yields lists of `size` records. */
    pages(size?: number): AsyncGenerator<T[]>;
    /** Explains what the server does, what the client does, and why. Sends nothing. */
    explain(): Explanation;
    /** The first request, without credentials; `undefined` if the query needs none. */
    toRequest(): Request | undefined;
}
/** The method `find` of a resource. */
export type Find<T, R, L> = <K extends FieldName<T> = never, O extends FieldName<T> = never, P extends RelationPath<R> = never>(criteria?: Criteria<T, L, K, O, P>, options?: QueryOptions) => Query<Found<T, R, K, O, P>, R, L, T>;
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Separate from `Resource`, so that
 * bundles of resources without a list contain no queries.
 */
declare function find<T, R, L>(context: ClientContext, resource: ResourceSpec, criteria?: object, options?: QueryOptions, parameters?: Readonly<Record<string, unknown>>): Query<T, R, L>;

// resource

/** Options of a resource without a client: the options of a client, and the resources that `populate` can load. */
export interface ResourceOptions extends ClientOptions {
    readonly resources?: readonly {
        readonly spec?: ResourceSpec;
    }[];
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
export type EnvelopeMember<T, K extends PropertyKey> = T extends {
    [P in K]?: infer V;
} ? K extends keyof T ? NonNullable<V> : never : never;
/** A promise of the data. */
export interface Call<T, W = T> extends Promise<T> {
    /** The data, the whole body, status, headers, and the response, whose body is already read. */
    withResponse(): Promise<RawAnswer<T, W>>;
}
/** Base class of the generated resources. Its methods begin with `_`, so they never collide with generated ones. */
export declare class Resource {
    #private;
    /** @param api facts that all resources of the description share */
    constructor(given: ResourceOptions | ClientContext | undefined, parents: Readonly<Record<string, unknown>> | undefined, api: ClientFacts);
    protected get _context(): ClientContext;
    /** Path parameters of every call of this object. */
    protected get _parents(): Readonly<Record<string, unknown>>;
    /**
     * @param params parameters that override those in the options. A plain value is the path parameter.
     * @param reply place of the result in the answer
     */
    protected _call<T>(operation: OperationSpec, params?: unknown, body?: unknown, options?: RecordOptions, reply?: Place): Call<T>;
}
/** Creates the context of a client, or of a resource that is used on its own. */
export declare function contextOf(given: ResourceOptions | ClientContext, own: ClientFacts): ClientContext;
interface ResourceClass {
    new (context: ClientContext): Resource;
    readonly spec?: ResourceSpec;
}
/** Adds the resources to a client. They share its options, and reach each other by relations. */
declare function addResources(client: object, resources: Readonly<Record<string, ResourceClass>>, options: ResourceOptions, api: ClientFacts): void;
/** For clients without validation. @throws ClientError NO_VALIDATION for options that ask for it */
declare function refuseValidation({ validateRequests, validateResponses }: ClientOptions): void;
export {};

// testing

/**
 * Options of a client for tests, in addition to the options of the client. All have defaults. `retry` is off by
 * default.
 */
export interface TestClientOptions extends ResourceOptions {
    /** Path, `file:` or `http(s):` URL, or the parsed document. Default: the description that the client carries. */
    readonly description?: string | URL | object;
    /** Number of seeded records in each resource. Default 10; none with `seeds`. */
    readonly seed?: number;
    /** Records to begin with: a folder of files, `<resource>.json` or the like, or the records themselves. */
    readonly seeds?: string | Seeds;
    /** Seed of the generated data. The same text gives the same data on every machine. */
    readonly seedValue?: string;
    /** `createMockServer` of `@onespec/mock-server`, if the client cannot resolve that package. */
    readonly createMockServer?: CreateMockServer;
    /** An existing mock, or the address of a running one. Default: a new mock. */
    readonly mock?: MockBackend | string | URL;
    /** Session in a shared mock, with its own state. Default with `mock`: a new session. */
    readonly session?: string;
}
/** Records by resource: `{ books: [{ id: 1, title: "Kindred" }] }`. */
type Seeds = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[] | Readonly<Record<string, unknown>>>>;
/** A client and its mock. @template A answers by operation and status */
export interface TestClient<C, A = OperationAnswers> {
    readonly client: C;
    readonly mock: TestMock<A>;
}
/** For unknown answers: any body for any status. */
type OperationAnswers = Readonly<Record<string, Readonly<Record<number, unknown>>>>;
/** The mock as one test uses it. */
export interface TestMock<A = OperationAnswers> {
    /** Name for the header `Mock-Session`. Absent: the mock has no sessions. */
    readonly session: string | undefined;
    /** Paths of the servers of the description, for MSW handlers. */
    readonly basePaths: readonly string[];
    /** Sends a request to the mock. A path needs no host. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /**
     * Overrides the answer to the next call of an operation, with a documented status and body or a server error. Without
     * a status, it only delays the answer or adds headers.
     */
    override<O extends keyof A & string, S extends Overridable<A[O]>>(operationId: O, answer: OverrideAnswer<S, A[O]>): Promise<void>;
    /**
     * The requests since the start or the last reset, oldest first, at most 750. With an `operationId`, only the requests
     * of that operation.
     */
    requests(operationId?: keyof A & string): Promise<readonly LoggedRequest[]>;
    /** Saves the state under a name of letters, digits and `_.~-`. Overwrites a snapshot with the same name. */
    snapshot(name: string): Promise<void>;
    /** Restores a snapshot and removes overrides. */
    restore(name: string): Promise<void>;
    /** Restores the seeds, removes overrides and empties the log of requests. */
    reset(): Promise<void>;
    /** Listens on a port, for tests that need an address. */
    listen(): Promise<{
        readonly url: string;
    }>;
    /** Closes the mock, or only the session of a shared one. */
    close(): Promise<void>;
}
/** A request in the log of the mock. */
export interface LoggedRequest {
    readonly operationId?: string;
    readonly method: string;
    readonly path: string;
    readonly query?: string;
    /** The status of the answer. */
    readonly status: number;
    /** By their names in lower case. */
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed JSON, or text. */
    readonly body: unknown;
}
/** Failures that any server may answer. */
type Failure = 429 | 500 | 502 | 503 | 504;
/** Documented statuses and failures for completion, and any other. */
type Overridable<D> = (keyof D & number) | Failure | (number & {});
interface OverrideAnswer<S, D> {
    /** Absent: the operation runs. */
    readonly status?: S;
    /** Absent: the body that the operation documents for the status. */
    readonly body?: S extends keyof D ? D[S] : unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** In milliseconds. */
    readonly delay?: number;
    /** Number of calls, or "always": until it is removed. Default 1. */
    readonly times?: number | "always";
}
/** Expands ranges of statuses and `default` to statuses. */
interface InRange {
    "2XX": 200 | 201 | 202 | 204;
    "4XX": 400 | 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429;
    "5XX": 500 | 502 | 503 | 504;
    default: InRange["4XX"] | InRange["5XX"];
}
/** Answers by status, or by range for other statuses. */
export type WithRanges<D> = {
    [S in keyof D & number]: D[S];
} & {
    [S in InRange[keyof D & keyof InRange] as Exclude<S, keyof D>]: {
        [K in keyof D & keyof InRange]: S extends InRange[K] ? D[K] : never;
    }[keyof D & keyof InRange];
};
/** The part of a mock server that tests use. */
export interface MockBackend {
    fetch(input: Request): Promise<Response>;
    readonly basePaths?: readonly string[];
    /** Restores the seeds. */
    reset(): Promise<void>;
    /** Listens on a port, for tests that need an address. */
    listen(): Promise<{
        readonly url: string;
    }>;
    close(): Promise<void>;
}
export type CreateMockServer = (options: {
    readonly description: string | URL | object;
    readonly seed: number;
    readonly seeds?: string | Seeds;
    readonly seedValue?: string;
    readonly port: number;
}) => Promise<MockBackend>;
/**
 * Creates a client over a mock server in the same process, without a port, or over an existing mock in a new session.
 * @param carried URL of the description, if the client contains it
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
declare function testClientOf<C, A>(Client: new (options: ResourceOptions) => C, carried: string | undefined, { description, seeds, seed, seedValue, createMockServer, mock: given, session, ...options }?: TestClientOptions): Promise<TestClient<C, A>>;
/** Fixtures for `test.extend` of Vitest and of Playwright. */
export interface MockFixtures<C, A> {
    /** One per worker. */
    backend: [
        (context: object, provide: (backend: TestClient<C, A>) => Promise<void>) => Promise<void>,
        {
            scope: "worker";
        }
    ];
    /** Reset after each test. */
    mock: (context: {
        backend: TestClient<C, A>;
    }, provide: (mock: TestMock<A>) => Promise<void>) => Promise<void>;
    client: (context: {
        backend: TestClient<C, A>;
        mock: TestMock<A>;
    }, provide: (client: C) => Promise<void>) => Promise<void>;
}
/** Creates a mock per worker, or a session per worker in a shared mock. Each test starts with the seeds. */
declare function mockFixturesOf<C, A>(create: () => Promise<TestClient<C, A>>): MockFixtures<C, A>;
/** The part of a Playwright page that is used. */
export interface RoutedPage {
    route(url: (url: URL) => boolean, handler: (route: PageRoute) => Promise<void>): Promise<unknown>;
}
interface PageRoute {
    request(): {
        url(): string;
        method(): string;
        allHeaders(): Promise<Record<string, string>>;
        postDataBuffer(): Uint8Array | null;
    };
    /** Playwright takes a `Buffer`, a type of Node. */
    fulfill(answer: {
        status: number;
        headers: Record<string, string>;
        body: never;
    }): Promise<void>;
}
/**
 * Routes the API calls of a Playwright page to the mock, without a port.
 * @param baseUrl address that the page calls; its path is not part of the mock's paths
 */
declare function routeToMock<A>(page: RoutedPage, mock: TestMock<A>, baseUrl: string | URL): Promise<void>;
export {};

export {};

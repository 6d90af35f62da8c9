// auth

/** How the client proves who it is. A function is asked for each call, and once more after a 401. */
export interface AuthOptions {
    /** Fills bearer, OAuth2 and OpenID Connect schemes, and an API key when the description has nothing else. */
    readonly token?: Secret;
    readonly username?: string;
    readonly password?: string;
    readonly apiKey?: Secret;
    /** By the description's scheme names, where one credential for all is not enough. */
    readonly schemes?: Readonly<Record<string, Secret | Login>>;
}
export type Secret = string | ((context: {
    readonly refresh: boolean;
}) => string | Promise<string>);
interface Login {
    readonly username: string;
    readonly password: string;
}
/** A security scheme of the description, as generated clients hold it: which credential it takes, and where that goes. */
export interface SchemeSpec {
    /** Absent: a token. */
    readonly takes?: "apiKey" | "login" | "nothing";
    /** Absent: a header. */
    readonly in?: "query" | "cookie";
    /** Absent: `authorization`. */
    readonly name?: string;
    /** Before the credential: `Bearer`. */
    readonly label?: string;
}
/** A credential and where it goes. */
type Credential = readonly [scheme: SchemeSpec, secret: string];
/**
 * What one call must carry: the first alternative for which every credential is there; nothing when none is, so that the
 * server has its say. A promise only where a function has to be asked. @see OpenAPI 3.1, "Security Requirement Object"
 */
declare function credentials(alternatives: readonly (readonly string[])[] | undefined, schemes: Readonly<Record<string, SchemeSpec>>, auth: AuthOptions, refresh: boolean): readonly Credential[] | Promise<readonly Credential[]>;
/** @throws ClientError AUTH_INVALID for what is no credential, or a scheme that the description does not have: it would be sent to nobody */
declare function refuseUnknownAuth(auth: AuthOptions | undefined, schemes: Readonly<Record<string, SchemeSpec>>): void;
export {};

// issue

/** One way in which a value breaks the description. */
export interface Issue {
    /** Which part of the call: absent for a value checked by itself. */
    readonly in?: "path" | "query" | "header" | "cookie" | "body" | "response";
    /** JSON pointer into that part: `/addresses/0/zip`. */
    readonly path: string;
    /** The same for people: `addresses[0].zip`. */
    readonly field: string;
    /** The JSON Schema keyword that failed. */
    readonly keyword: string;
    /** One sentence without the path: `must be at least 1`. */
    readonly message: string;
    /** The keyword's value in the schema, where it helps. */
    readonly expected?: unknown;
    /** What was there instead, cut short. Passwords and what only clients may know are `(hidden)`. */
    readonly received?: string;
}
/** An issue of a part of a call, or of a query, as a whole. */
declare function issueOf(part: Issue["in"], field: string, keyword: string, message: string): Issue;
/** Adds an issue, if a list is wanted and it says something new. @param value what was there, where showing it helps */
declare function fail(issues: Issue[] | undefined, path: string, keyword: string, message: string, value?: unknown, expected?: unknown): false;
/** Takes from the issues after the first `from` what they show of the value. */
declare function hideReceived(issues: Issue[], from: number): void;
/** `/addresses/0/zip` as `addresses[0].zip`. */
declare function fieldOf(path: string): string;
/** The names and positions that a path goes through. */
declare function tokensOf(path: string): string[];
declare function escapeToken(token: string): string;

// errors

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
/** What the description says of the bodies of errors, by status. Clients with types add to it. */
export interface ErrorBodies {
}
type BodyOf<S extends number> = S extends keyof ErrorBodies ? ErrorBodies[S] : unknown;
/** The server answered with a status that is no success. */
export declare class ApiError<B = unknown> extends ClientError {
    readonly status: number;
    /** Parsed by its media type; text when it is neither JSON nor binary, `undefined` when empty. */
    readonly body: B;
    readonly headers: Headers;
    readonly request: RequestFacts;
    constructor(status: number, body: B, headers: Headers, request: RequestFacts);
    /** The request's id as the server names it, for support. */
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
/** The error of the class that its status has. */
declare function apiError(status: number, body: unknown, headers: Headers, request: RequestFacts): ApiError;
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
export {};

// retry

/** When a failed call is made again. */
export interface RetryOptions {
    /** Tries after the first. */
    readonly limit: number;
    /** Wait before the first retry, in milliseconds; doubles each time, with full jitter. */
    readonly delayMs: number;
    /** Longest wait, also for what the server asks, in milliseconds. */
    readonly maxDelayMs: number;
}
declare const DEFAULT_RETRY: RetryOptions;
/** Only calls that may be made twice: idempotent methods (RFC 9110, section 9.2.2), and those that carry an idempotency key. */
declare function mayRetry(method: string, hasIdempotencyKey: boolean): boolean;
declare function isPassing(status: number): boolean;
/** Milliseconds to wait before try number `attempt` (from 1). `Retry-After` wins: seconds or a date (RFC 9110, section 10.2.3). */
declare function retryDelay(attempt: number, { delayMs, maxDelayMs }: RetryOptions, headers?: Headers): number;
/** Resolves after the time, rejects with the signal's reason when it aborts first. */
declare function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;

// check

/** Requests need no readOnly properties, responses no writeOnly ones. */
export type View = "request" | "response";
/**
 * Is the value right? With a list it goes on after the first mistake and adds every one; without, it stops there.
 * @param depth levels of values inside the value that are looked into when mistakes are listed; all of them by default
 */
type Rule<T> = (value: T, path: string, issues?: Issue[], depth?: number) => boolean;
/** A rule for values of every type. */
interface Check extends Rule<unknown> {
    /** Adds the names, or positions, that the schema has looked at. Only where something around it asks for what is left. */
    mark?: Mark;
}
/** @see JSON Schema 2020-12, section 11 */
type Mark = (value: object, seen: Set<string>) => void;
declare const ALWAYS: Check;
declare const NEVER: Check;
/** What the keywords of one schema need to know of where it stands. */
interface Scope {
    /** Properties that need not be there. */
    readonly optional: ReadonlySet<string>;
    /** Properties that are not looked at. */
    readonly unchecked: ReadonlySet<string>;
    /** Properties whose values messages do not show. */
    readonly secret: ReadonlySet<string>;
    /** Does a keyword around here ask what has been looked at? Tags are of no use then, every branch has its say. */
    readonly marks: boolean;
    /** The check for a value inside the value. */
    inside(schema: SchemaData): Check;
    /** The check of a part for the value itself, the same one each time. `union`: it need not apply. */
    part(schema: SchemaData, union?: boolean): Check;
    /** Are the branches those of a schema that this one is a part of? Who checks a Cat, which is all of Pet, need not ask Pet which pet it is. */
    leadsBack(branches: readonly SchemaData[]): boolean;
}

// rule

/** The rule of a keyword whose value is a limit; none without the keyword. `noun`: what it counts. */
declare function limit<T, K extends keyof SchemaObject>(schema: SchemaObject, keyword: K, message: string, holds: (value: T, limit: NonNullable<SchemaObject[K]>) => boolean, noun?: string): Rule<T>[];
/** The rule of a format that is checked. */
declare function formatRule<T>(schema: SchemaObject, message: string, holds: (value: T) => boolean): Rule<T>[];
/** All of the rules as one, if there are any. */
declare function together<T>(rules: readonly Rule<T>[]): Rule<T>[];
type Json = Readonly<Record<string, unknown>>;
type TypedRules = Required<Omit<Rules, "any" | "last">>;
/** The rules as one check, for values of a type that is known or not. Values of types that no rule speaks of pass. */
declare function byType(rules: TypedRules, type: SchemaObject["type"]): Check[];
/** Objects that are not arrays; dates, files and buffers are values to us. */
declare function isObject(value: unknown): value is Json;
export {};

// keyword

/** What keywords have to say of a value, by its type. */
interface Rules {
    readonly string?: readonly Rule<string>[];
    /** Numbers and bigints, which compare alike. */
    readonly number?: readonly Rule<number>[];
    readonly array?: readonly Rule<readonly unknown[]>[];
    readonly object?: readonly Rule<Json>[];
    /** Of values of every type. */
    readonly any?: readonly Check[];
    /** Of values that all else accepts. */
    readonly last?: readonly Check[];
}
/**
 * A keyword that few schemas have. Those that do name it under `uses`, so that a bundle holds the code of the keywords its
 * own schemas need and no others.
 */
interface Keyword {
    (schema: SchemaObject, scope: Scope): Rules;
    /** Of a keyword that asks what the others have looked at: how to find out, for each schema inside. */
    readonly mark?: (schema: SchemaObject, scope: Scope) => Mark;
}
/** A format that values are checked by; others are names only. */
interface Format {
    readonly name: string;
    readonly text?: (text: string) => boolean;
    readonly number?: (value: number | bigint) => boolean;
}
declare function formatName({ format }: SchemaObject): string | undefined;

// schema data

/**
 * A JSON Schema 2020-12 as generated model and resource files hold it: plain data without prose. A reference to a named
 * schema is a function that returns it, so files may refer to each other in circles and bundlers drop what nobody uses.
 */
export type SchemaData = boolean | SchemaObject | SchemaReference;
type SchemaReference = () => SchemaData;
/** The keywords the validator knows, under their own names. Unknown ones are ignored, and formats that are only named. */
interface SchemaObject {
    readonly type?: string | readonly string[];
    readonly format?: string | Format;
    readonly enum?: readonly unknown[];
    readonly const?: unknown;
    /** Null that a description means and strict validators refuse: it may be sent, and is not expected in answers. */
    readonly requestOnly?: boolean;
    /** Properties that the schema or one of its parts marks readOnly: requests need not hold them, and they are not looked at there. */
    readonly readOnlyProperties?: readonly string[];
    /** Properties marked writeOnly: responses need not hold them, and messages never show their values. */
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
    /** Texts and names of more UTF-16 units are not tested by the schema's patterns, which could take for ever. */
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
    /** What checks the rarer of the keywords above. Without it they say nothing. */
    readonly uses?: readonly Keyword[];
}
/** Which schema a value is meant for by one of its properties, worked out when the client was generated. */
interface DiscriminatorData {
    readonly propertyName: string;
    /** Positions of branches, by tag: in `oneOf`, or in `anyOf` where there is no `oneOf`. */
    readonly tags?: Readonly<Record<string, readonly number[]>>;
    /** Positions of the branches that take any other tag. */
    readonly untagged?: readonly number[];
    /** Position of the branch for values whose tag is absent or unknown. */
    readonly fallback?: number;
    /** Without branches: the schemas that extend this one, by tag. */
    readonly subtypes?: Readonly<Record<string, SchemaReference>>;
}

// parse json

/** How integers beyond 2^53 are read: as exact text, as BigInt, or as JSON.parse does, which rounds. */
export type Int64 = "string" | "bigint" | "number";
/** JSON, or the text itself where it is none; `undefined` where there is nothing. */
declare function parseJson(text: string, int64: Int64): unknown;

// read stream

/** One server-sent event. `data` is parsed when it is JSON. @see WHATWG HTML, section 9.2 */
export interface ServerEvent<T = unknown> {
    readonly event: string;
    readonly data: T;
    readonly id: string | undefined;
    /** What the server asks to wait before connecting again, in milliseconds. */
    readonly retry: number | undefined;
}
/** How a stream is read. What the client has loaded by then is handed over, so that bundlers can keep it where it is. */
interface StreamReading {
    /** Characters that one event or line may have. */
    readonly most: number;
    readonly tooLarge: (most: number) => Error;
    readonly parse: typeof parseJson;
    readonly onEnd: (() => void) | undefined;
}
/** Leaving the loop early closes the connection. */
declare function readEvents(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<ServerEvent>;
/** JSON values, one a line (NDJSON, JSON Lines) or each after a record separator (RFC 7464). */
declare function readLines(body: ReadableStream<Uint8Array>, reading: StreamReading): AsyncGenerator<unknown>;

// serialize parameter

type Encode = (text: string) => string;
/** Writes a value in one of the rarer styles. Operations that have a parameter of it bring it along. @param name encoded */
type Style = (name: string, value: unknown, explode: boolean, encode: Encode) => string;
/** A parameter's value as OpenAPI writes it, percent-encoded. @see OpenAPI 3.1, "Style Values"; RFC 6570 */
declare function serializeParameter(spec: ParameterSpec, value: unknown): string;
/** The style `form`, and those that differ from it in what stands between members. */
declare function form(name: string, value: unknown, explode: boolean, encode: Encode, separator?: string): string;
/** What a list or an object holds, encoded; `explode`: names with their values. Of other values the one text. */
declare function membersOf(value: unknown, explode: boolean, encode: Encode): string[];
/** One value as text: dates as RFC 3339, objects (which no style can hold at that depth) as JSON. */
declare function scalar(value: unknown): string;
export {};

// operation spec

/** One operation of the description, as generated resource files hold it: all that sending it takes. Its answers are in a file of their own. */
export interface OperationSpec {
    /** The description's operationId, for messages and hooks. */
    readonly id: string;
    /** Method and path: `GET /books/{bookId}`. */
    readonly route: string;
    /** Those of the path that are plain texts are not told: the path names them. */
    readonly parameters?: readonly (ParameterSpec | PlainParameters | string)[];
    readonly body?: BodySpec;
    /** Instead of `body`: the schema of one that must be there and is JSON. */
    readonly json?: SchemaData;
    /** Media types of its answers, as the request asks for them. Absent: what most operations answer, as the client knows it. */
    readonly accept?: string;
    /** Alternatives; each is a set of scheme names needed together. Absent: what most operations take, as the client knows it. Empty: open. */
    readonly security?: readonly (readonly string[])[];
    /** The header that makes a repeated call safe, when the description declares one. */
    readonly idempotencyHeader?: string;
    /** Base URL of its own, when the operation or its path declares servers. */
    readonly server?: string;
    readonly deprecated?: true;
    /** Only operations whose answers are streams of events or of lines bring these. */
    readonly readEvents?: StreamReader;
    readonly readLines?: StreamReader;
}
type StreamReader = (body: ReadableStream<Uint8Array>, reading: StreamReading) => AsyncIterable<unknown>;
/** Schemas of parameters by name, of which no more is to be told: of the path where it names them, else of the query, to be left out at will. A name alone is one that is a text. */
type PlainParameters = Readonly<Record<string, SchemaData>>;
interface ParameterSpec {
    /** On the wire. */
    readonly name: string;
    /** In calls, when the name on the wire cannot be used or is taken by another location. */
    readonly as?: string;
    readonly in: "path" | "query" | "header" | "cookie" | "querystring";
    /** Those of the path always are. */
    readonly required?: true;
    /** Absent: the location's default (OpenAPI 3.1, "Parameter Object"). */
    readonly style?: Style;
    /** Absent: true for `form`, else false. `deepObject` always is. */
    readonly explode?: boolean;
    readonly allowReserved?: true;
    readonly schema?: SchemaData;
    /** The parameter is text of this media type. */
    readonly content?: string;
}
interface BodySpec {
    readonly required?: true;
    /** By media type, the preferred one first. */
    readonly content: Readonly<Record<string, MediaSpec>>;
}
interface MediaSpec {
    readonly schema?: SchemaData;
    /** Of each item of a sequential media type. */
    readonly itemSchema?: SchemaData;
    /** By property. */
    readonly encoding?: Readonly<Record<string, EncodingSpec>>;
    /** How properties are written whose `encoding` says nothing. */
    readonly style?: Style;
    /** What makes the body of plain values, where that is no JSON. Only operations that take such bodies bring it. */
    readonly encode?: (value: unknown, media: MediaSpec) => FormData | string;
}
interface EncodingSpec {
    readonly contentType?: string;
    readonly style?: ParameterSpec["style"];
    readonly explode?: boolean;
}
/** What operations answer, by operation and documented status: `200`, `2XX`, `default`. */
type AnswerSpecs = Readonly<Record<string, Readonly<Record<string, AnswerSpec>>>>;
/** By media type; absent: nothing is said of the body. */
interface AnswerSpec {
    readonly content?: Readonly<Record<string, {
        readonly schema?: SchemaData;
        readonly itemSchema?: SchemaData;
    }>>;
}
export {};

// answer issues

/** What answers are checked by, and what checks them: clients that check none carry neither. */
export interface Answers {
    readonly specs: AnswerSpecs;
    readonly check: (answers: AnswerSpecs, operation: OperationSpec, response: Response, data: unknown) => Issue[];
}
/** Where an answer differs from the description. */
declare function answerIssues(answers: AnswerSpecs, { id }: OperationSpec, { status, headers }: Response, data: unknown): Issue[];

// client options

/** What a client is made with. Everything has a default. */
export interface ClientOptions {
    /** Address of the API; the description's first server when absent. */
    readonly baseUrl?: string;
    readonly auth?: AuthOptions;
    /** Sent with every call; `undefined` takes a default away. */
    readonly headers?: Readonly<Record<string, string | undefined>>;
    /** Values for parameters that many operations declare, by name: a tenant, a language. Given ones win. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    /** Time for one try with its whole answer, in milliseconds; of a stream for its beginning. Default 60,000; 0: none. */
    readonly timeoutMs?: number;
    /** Most of an answer, or of one event or line of a stream, that is held in memory, in bytes. Default 100,000,000. */
    readonly maxAnswerBytes?: number;
    readonly retry?: Partial<RetryOptions>;
    /** Check arguments before a call. Default true. */
    readonly validateRequests?: boolean;
    /** Check answers: `warn` calls `onDrift`, `strict` throws. Default `off`. */
    readonly validateResponses?: "off" | "warn" | "strict";
    /** What answers are checked by, from `resources/answers/index.js`. Only bundles need to give it: elsewhere it is loaded when first used. */
    readonly answers?: Answers;
    readonly onDrift?: (drift: Drift) => void;
    readonly int64?: Int64;
    /** Instead of the platform's. */
    readonly fetch?: (request: Request) => Promise<Response>;
    readonly hooks?: Hooks;
}
/** Where an answer holds what a method gives in an envelope: `false` gives all of it. */
interface UnwrapOptions {
    readonly unwrap?: boolean;
}
/** For one call; wins over the client's. */
export interface CallOptions {
    readonly baseUrl?: string;
    readonly headers?: Readonly<Record<string, string | undefined>>;
    /** Added to the query as they are, for what the description leaves out. */
    readonly query?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
    readonly timeoutMs?: number;
    readonly retry?: Partial<RetryOptions>;
    readonly validate?: boolean;
    /** The body's media type, one of the documented. */
    readonly contentType?: string;
    readonly idempotencyKey?: string;
}
export interface Hooks {
    /** May answer with another request. */
    readonly onRequest?: (request: Request, facts: RequestFacts) => Request | undefined | Promise<Request | undefined>;
    /** May answer with another response. */
    readonly onResponse?: (response: Response, facts: RequestFacts) => Response | undefined | Promise<Response | undefined>;
    readonly onError?: (error: Error, facts: RequestFacts) => void | Promise<void>;
}
/** Where an answer differs from the description. */
export interface Drift extends RequestFacts {
    readonly status: number;
    readonly issues: readonly Issue[];
}

// model fields

/** A property of a model, as a form or a table needs to know it. */
export interface ModelField {
    readonly name: string;
    /** Its JSON type besides null; absent where several are allowed, or any. */
    readonly type?: string;
    readonly format?: string;
    readonly required: boolean;
    readonly nullable: boolean;
    /** Only the server sets it. */
    readonly readOnly: boolean;
    /** Only clients know it, such as a password. */
    readonly writeOnly: boolean;
    readonly enum?: readonly unknown[];
    /** The least and the greatest number. */
    readonly min?: number;
    readonly max?: number;
    /** In characters. */
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
}
/** The properties that a schema declares, itself or in its parts and branches, in the order of their names. */
declare function modelFields(schema: SchemaData): readonly ModelField[];

// compile

/**
 * A schema as a closure, made on first use and kept. No code is evaluated, so it works under any content security policy.
 * References are followed when data first reaches them.
 */
declare function compile(schema: SchemaData, view: View): Check;
/** Everything that is wrong with the value; empty when nothing is. */
declare function issuesOf(schema: SchemaData, view: View, value: unknown, path?: string): Issue[];

// model

/** A named schema of the description as a class. Also a Standard Schema, so form libraries and routers take it as it is. @see https://standardschema.dev */
export interface Model<T> {
    new (values: T): T & {
        toJSON(): T;
    };
    readonly modelName: string;
    readonly schema: SchemaData;
    /** Its properties as data, for forms and tables. */
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
/** The class of a named schema. Values are checked as requests send them unless `view` says otherwise. */
export declare function model<T>(name: string, schema: SchemaData): Model<T>;
export {};

// resource spec

/** Property names from the outside in; `[]` is the value itself. */
type Place = readonly string[];
/** What the query engine and the record methods know of one resource. */
export interface ResourceSpec {
    readonly name: string;
    /** The record as reading answers it. */
    readonly schema: SchemaData;
    /** Where the record holds its id; absent when it does not. */
    readonly id?: Place;
    /** The item path's parameter. */
    readonly idParameter?: string;
    /** The collection path's parameters, outermost first, and the record's property that repeats each. */
    readonly parents?: readonly {
        readonly parameter: string;
        readonly property?: Place;
    }[];
    readonly list?: ListSpec;
    readonly create?: RecordOperation;
    readonly read?: RecordOperation;
    readonly replace?: RecordOperation;
    readonly update?: RecordOperation;
    readonly remove?: RecordOperation;
    /** What `populate` can load, by name. */
    readonly relations?: Readonly<Record<string, RelationSpec>>;
    /** Its methods give answers whole, wherever these hold the record. */
    readonly whole?: true;
    /** What runs its queries and loads its relations. */
    readonly queries?: Engine;
}
interface RecordOperation {
    readonly operation: OperationSpec;
    /** Where the record stands in the request body. */
    readonly body?: Place;
    /** A member beside the record that makes a repeated call safe, filled with a new key when the caller gives none. */
    readonly idempotencyKey?: Place;
    /** Where it stands in the success response; absent when the response does not hold it. */
    readonly reply?: Place;
    /** Names of its path parameters, parents first, id last, where they are not those of `parents` and `idParameter`. */
    readonly path?: readonly string[];
}
/** A list operation: how it is asked, how it answers. The runtime twin of spec-core's ListConvention. */
interface ListSpec {
    readonly operation: OperationSpec;
    /** Of a search such as `POST /flows/filter`: what queries say in its body, by property. */
    readonly body?: Readonly<Record<string, SchemaData>>;
    /** Where the items stand in the answer. */
    readonly items: Place;
    /** Where each item holds the record. */
    readonly item: Place;
    readonly total?: Place;
    readonly next?: Place;
    readonly hasMore?: Place;
    readonly limit?: {
        readonly parameter: string;
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
    };
    readonly offset?: string;
    readonly page?: {
        readonly parameter: string;
        readonly first: 0 | 1;
    };
    readonly cursor?: {
        readonly parameter: string;
        readonly kind: "id" | "token";
    };
    readonly sort?: SortSpec;
    readonly fields?: string;
    readonly expand?: string;
    /** A text says the same in short: parameter, operator and property. */
    readonly filters?: readonly (FilterSpec | string)[];
}
interface SortSpec {
    readonly parameter: string;
    readonly direction?: {
        readonly parameter: string;
        readonly ascending: string;
        readonly descending: string;
    };
    /** Of a parameter without values: `-` before a name, or what is written behind one: `,desc`. Tried before it is relied on. */
    readonly spelling?: string;
    /** Each value the server takes and the order it stands for, one or more keys: `-` before a name is descending. */
    readonly values?: Readonly<Record<string, readonly string[]>>;
}
interface FilterSpec {
    readonly parameter: string;
    /** Path inside an object parameter: `["gte"]`. */
    readonly at?: Place;
    readonly property: Place;
    readonly operator: "=" | "!=" | "in" | "nin" | ">" | ">=" | "<" | "<=" | "contains" | "startsWith" | "endsWith" | "icontains" | "istartsWith" | "iendsWith"
    /** Equal but for case. */
     | "i=" | "exists"
    /** The opposite. */
     | "isNull";
}
/** How a related record is found. Resources are named, not imported, so that bundling one does not bundle all it relates to. */
type RelationSpec = {
    readonly kind: "one";
    readonly resource: string;
    readonly key: Place;
    readonly expand?: string;
} | {
    readonly kind: "many";
    readonly resource: string;
    readonly parameter: string;
    readonly expand?: string;
}
/** Nothing but the server's own `expand` leads there. */
 | {
    readonly kind: "expand";
    readonly key: Place;
    readonly expand: string;
} | LinkSpec;
/** @see OpenAPI 3.1, "Link Object" */
interface LinkSpec {
    readonly kind: "link";
    readonly operation: OperationSpec;
    /** Where the record holds the value of each parameter. */
    readonly parameters: Readonly<Record<string, Place>>;
    readonly reply: Place;
    /** It answers a list. */
    readonly many?: true;
    /** Whose records it answers, for relations of relations. */
    readonly resource?: string;
}

// condition

type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "nin" | "contains" | "notContains" | "startsWith" | "endsWith" | "like" | "icontains" | "istartsWith" | "iendsWith" | "ilike" | "exists";
/** A `find` criterion in the form the engine works on: one operator a test, ranges and lists taken apart. */
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
/** The parts that must all hold. */
declare function conjunction(where: Condition | undefined): readonly Condition[];
/** Other spellings, and what they mean. `!` and `not` take a list as `nin`. */
declare const ALIASES: Readonly<Record<string, Operator>>;
declare const OPERATORS: readonly string[];

// order

interface OrderKey {
    readonly property: Place;
    readonly descending: boolean;
}
type SortInput = string | Readonly<Record<string, string | number>> | readonly (string | Readonly<Record<string, string | number>>)[];
/**
 * `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for a field that is not there or a direction that is none.
 */
declare function parseSort(input: SortInput, resource: ResourceSpec): OrderKey[];
type Order = (left: unknown, right: unknown) => number;
/** Missing and null last both ways, then the next key, then the id; the caller's sort is stable beyond that. */
declare function toOrder(keys: readonly OrderKey[], schema: SchemaData, id: Place | undefined): Order;

// query plan

/** A query as its builder collected it. Immutable. */
interface QueryState {
    readonly where: Condition | undefined;
    readonly sort: readonly OrderKey[];
    readonly limit: number | undefined;
    readonly skip: number;
    readonly select: readonly Place[] | undefined;
    readonly omit: readonly Place[];
    readonly populate: readonly PopulateStep[];
    /** Parameters of the list operation that the caller sets as they are, the parents' among them. */
    readonly parameters: Readonly<Record<string, unknown>>;
}
interface PopulateStep {
    readonly name: string;
    readonly next: readonly PopulateStep[];
    readonly sub: SubCriteria;
}
/** Is the relation asked for as it is? Only then will do what a server writes out of its own accord. */
declare function isWhole({ next, sub }: PopulateStep): boolean;
interface SubCriteria {
    readonly where?: Readonly<Record<string, unknown>>;
    readonly sort?: string;
    readonly limit?: number;
    readonly select?: readonly string[];
}
/** How the records are fetched, one of three ways. All of them end in the exact local filter. */
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
/** Of the list operation, by the names that calls use. */
type Parameters = Readonly<Record<string, unknown>>;
interface PageRequest {
    readonly parameters: Parameters;
}
/** What the server does, what the client does, and why. */
interface QueryPlan {
    readonly resource: ResourceSpec;
    readonly state: QueryState;
    readonly fetching: Fetching;
    /** Pages come in the order asked for, so reading may stop at the limit. */
    readonly sorted: boolean;
    /** Everything in `where` was pushed by exact equality: totals of the server can be believed. */
    readonly exact: boolean;
    /** The client has something left to drop, so pages are as large as the server gives them. */
    readonly residual: boolean;
    readonly skipPushed: boolean;
    /** The order was asked for in a way that the description does not spell out. */
    readonly orderTried: boolean;
    readonly steps: readonly PlanStep[];
}
export interface Explanation {
    /** For people. */
    readonly text: string;
    readonly fetching: Fetching;
    readonly steps: readonly PlanStep[];
    /** Parameters that the list asks for and the query does not give: `params` takes them. */
    readonly missing: readonly string[];
}
interface PlanStep {
    readonly clause: string;
    readonly where: "server" | "client";
    /** The server's parameter, when it is pushed. */
    readonly parameter?: string;
    readonly reason: string;
}

// call issues

/** The part of a client that checks calls and answers. */
interface Checks {
    readonly callIssues: (call: CheckedCall) => Issue[];
    readonly exactIntegers: (body: unknown, schema: SchemaData) => unknown;
    readonly checkAnswer: (options: ClientOptions, operation: OperationSpec, response: Response, data: unknown, facts: RequestFacts) => Promise<void>;
}
interface CheckedCall {
    readonly operation: OperationSpec;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: {
        readonly contentType?: string;
    } | undefined;
}
/** Everything in a call that the description does not allow; empty when it may be sent. */
declare function callIssues({ operation, parameters, body, options }: CheckedCall): Issue[];

// follow

/** What `fetch` is told beside the URL. */
type RequestDetails = RequestInit & {
    headers: Record<string, string>;
    duplex?: "half";
};
type Ask = (url: string, init: RequestDetails) => Promise<Response>;
type Follow = (url: string, init: RequestDetails, login: readonly Credential[], ask: Ask) => Promise<Response>;
/**
 * Keeps credentials in headers of their own from other origins: `fetch` takes `Authorization` and `Cookie` from what it sends on there but
 * leaves other headers. Browsers do not tell where they are sent; there `fetch` goes on by itself.
 */
declare const follow: Follow;

// server of

/** The part of a client that says where it sends calls. */
interface Servers {
    readonly options: {
        readonly baseUrl?: string;
    };
    readonly defaultBaseUrl: string;
    readonly servers?: readonly string[];
}
type ServerOf = (servers: Servers, operation: OperationSpec) => string | undefined;
/**
 * The server of an operation that has its own. It counts unless the client was sent elsewhere than to one of the description's: then
 * everything goes there, to a mock or a proxy.
 */
declare const serverOf: ServerOf;
export {};

// send

/** A client's own facts, shared by its resources. */
export interface ClientContext {
    readonly options: ClientOptions;
    /** The description's first server. */
    readonly defaultBaseUrl: string;
    /** The others, where operations have servers of their own. */
    readonly servers?: readonly string[];
    /** Where operations have servers of their own: the one to ask. */
    readonly serverOf?: ServerOf;
    readonly schemes: Readonly<Record<string, SchemeSpec>>;
    /** Of operations that do not say theirs. */
    readonly security?: OperationSpec["security"];
    /** Media types of the answers of operations that do not say theirs. Absent: JSON. */
    readonly accept?: string;
    /** How integers beyond 2^53 are read where the client's options do not say. */
    readonly int64?: Int64;
    /** Where a scheme has a header of its own: keeps that from other origins. */
    readonly follow?: Follow;
    /** Checks calls and answers. Absent from clients that were generated without validation. */
    readonly checks?: Checks;
    /** What `populate` can reach, by name. */
    readonly resources: Readonly<Record<string, ResourceSpec>>;
}
interface SentCall {
    readonly operation: OperationSpec;
    /** By the names that calls use. */
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly body?: unknown;
    readonly options?: CallOptions | undefined;
}
/** An answer that was a success. */
interface Answer<T = unknown> {
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
declare function send(context: ClientContext, given: SentCall): Promise<Answer>;
/**
 * The request as it would be sent: arguments unchecked, no credentials, nothing sent.
 * @throws ValidationError when the platform will not send a header or the body of it
 */
declare function buildRequest(context: ClientContext, call: SentCall): Request;

// engine

/** All that queries do beside being built. Bundles of pages may have it in a file of its own. */
interface Engine {
    /** The draft without clauses that are still to be looked at. @throws ValidationError */
    readonly collect: (draft: QueryDraft) => QueryDraft;
    readonly run: (draft: QueryDraft, send: Send) => AsyncGenerator<unknown>;
    /** What the draft runs with. */
    readonly execution: (draft: QueryDraft, send: Send) => Execution;
    readonly count: (draft: QueryDraft, send: Send) => Promise<number>;
    readonly explain: (draft: QueryDraft) => Explanation;
    /** The first call; `undefined` when none is needed. */
    readonly firstCall: (draft: QueryDraft) => SentCall | undefined;
}
/** @param populating what loads relations, of resources that have some */
declare function engineWith(populating: Populating | undefined): Engine;

// query draft

/** How much one query may cost before it stops. */
interface Guard {
    /** Default 100. */
    readonly maxRequests: number;
    /** Records read, not records found. Default 10,000. */
    readonly maxRecords: number;
}
export interface QueryOptions extends CallOptions, Partial<Guard> {
}
/** A resource that can be asked. */
interface QueriedResource extends ResourceSpec {
    readonly queries: Engine;
}
/** A query as far as it is built. */
interface QueryDraft {
    readonly context: ClientContext;
    readonly resource: QueriedResource;
    readonly options: QueryOptions;
    /** What the engine made of clauses before. */
    readonly state?: QueryState;
    /** Those that it is still to be given, when it is there. */
    readonly clauses: readonly Clause[];
}

// execute query

/** What sends calls: handed over, so that files of the engine do not import it and bundlers can keep it as it is. */
type Send = (context: ClientContext, call: SentCall) => Promise<Answer>;
/** What a query runs with. */
interface QueryRun {
    readonly context: ClientContext;
    readonly send: Send;
    readonly options?: CallOptions | undefined;
    readonly guard: Pick<Guard, "maxRecords">;
}
interface Execution extends QueryRun {
    readonly populating: Populating | undefined;
    /** What relations have led to so far, by their keys. */
    readonly related: WeakMap<PopulateStep, Map<string, unknown>>;
}
/** Batches of whole records that meet the query, in its order, as soon as they are known: streaming unless they have to be sorted here. */
declare function executeQuery(execution: Execution, resource: ResourceSpec, state: QueryState): AsyncGenerator<readonly unknown[]>;
/** How many records meet the query: as the server says where it can be believed, else by reading them. */
declare function countQuery(execution: Execution, resource: ResourceSpec, state: QueryState): Promise<number>;
/** The call that reads one record. */
declare function readingOf(resource: ResourceSpec, read: RecordOperation, state: QueryState, id: unknown): SentCall;
/** What a call answers at a place; `undefined` when there is nothing to answer with. */
declare function dataOrNone({ context, send, options }: QueryRun, call: SentCall, reply?: Place): Promise<unknown>;

// populate

/** What loading relations takes: the client, and a way to run a query on another resource. */
interface Loading extends Execution {
    readonly load: (resource: ResourceSpec, state: QueryState) => Promise<unknown[]>;
}
/** Records with their relations loaded: each distinct key once, missing targets as `null`. Records themselves are not changed. */
declare function populateAll(loading: Loading, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]): Promise<readonly unknown[]>;
/** @throws ValidationError that lists the relations there are. */
declare function relationOf({ relations, name: resource }: ResourceSpec, name: string): RelationSpec;
/** @throws ValidationError when the client was made without the resource. */
declare function relatedResource({ resources }: ClientContext, resource: string, relation: string): ResourceSpec;
declare function invalidRelation(name: string, message: string, resource?: string): ValidationError;
/** How many keys one request takes; without a parameter for them each is a read of its own, so many at a time as the planner reads by id. */
declare function keysAtOnce({ list, id }: ResourceSpec): number;

// populating

/** What loads relations. Resources that have some bring it to their queries, so that others do not carry it. */
interface Populating {
    /** The steps with one more. @throws ValidationError that lists the relations there are, or names the resource that is not there. */
    readonly add: (context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[], name: string, sub: SubCriteria) => readonly PopulateStep[];
    readonly explain: (context: ClientContext, resource: ResourceSpec, steps: readonly PopulateStep[]) => PlanStep[];
    readonly load: (loading: Loading, resource: ResourceSpec, records: readonly unknown[], steps: readonly PopulateStep[]) => Promise<readonly unknown[]>;
}
declare const populating: Populating;

// collect clauses

/** A method of a query, as it was called. */
type Clause = readonly [name: ClauseName, ...given: readonly unknown[]];
/** Those that `find` takes in one object, in the order in which they are looked at. */
declare const CRITERIA: readonly ["params", "where", "sort", "limit", "skip", "select", "omit", "populate"];
type ClauseName = (typeof CRITERIA)[number] | "paginate" | "find";
/** What clauses are about. */
interface Asked {
    readonly context: ClientContext;
    readonly resource: ResourceSpec;
    readonly populating: Populating | undefined;
}
/** What a query asks for, clause after clause. @throws ValidationError for the first that the resource cannot be asked */
declare function collectClauses(asked: Asked, clauses: readonly Clause[], before?: QueryState): QueryState;
export {};

// criteria

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
/** One of the documented values where there are some, else a text, dates also as `Date`. */
type Operand<V> = ([Extract<V, string>] extends [never] ? never : TextOperand<Extract<V, string>>) | OtherOperand<Exclude<V, string>>;
/** Without `string & {}`, by which answers leave their enums open. */
type TextOperand<V extends string> = [Members<V>] extends [never] ? string | Date : Members<V>;
type Members<V extends string> = V extends string ? (string & {} extends V ? never : V) : never;
type OtherOperand<V> = V extends readonly (infer E)[] ? Operand<E> | V : V extends number ? number | string | bigint : V;
/** Not `NonNullable`, which would make one text of the members of an open enum. */
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
export interface Clauses<T, L = Readonly<Record<string, unknown>>> {
    where?: Where<T>;
    sort?: SortKey<T> | `${SortKey<T>},${string}` | readonly SortKey<T>[] | SortObject<T>;
    limit?: number;
    skip?: number;
    select?: FieldName<T> | readonly FieldName<T>[];
    omit?: FieldName<T> | readonly FieldName<T>[];
    populate?: string | readonly string[];
    /** Parameters of the list operation, given as they are. */
    params?: Partial<L>;
}
/** What a list is ordered by: `price`, `-price`, `price DESC`. */
type SortKey<T> = FieldName<T> | `${"-" | "+"}${FieldName<T>}` | `${FieldName<T>} ${"ASC" | "DESC" | "asc" | "desc"}`;
type SortObject<T> = {
    readonly [K in Keys<T>]?: "ASC" | "DESC" | "asc" | "desc" | 1 | -1;
};
/** A text with several keys is one of them after the other; one that is not written out may be any. */
type SortText<T, S extends string> = string extends S ? S : S extends `${infer First},${infer Rest}` ? Trimmed<First> extends SortKey<T> ? [SortText<T, Trimmed<Rest>>] extends [never] ? never : S : never : S extends SortKey<T> ? S : never;
type Trimmed<S extends string> = S extends ` ${infer Rest}` ? Trimmed<Rest> : S extends `${infer Rest} ` ? Trimmed<Rest> : S;
/** A field of a record or of one of its alternatives, dotted inside of objects. Where none are known, any. */
type FieldName<T> = [Keys<T>] extends [never] ? string : string extends Keys<T> ? string : Keys<T> | `${Keys<T>}.${string}`;
type Keys<T> = T extends unknown ? keyof T & string : never;
/** A record with some of its fields. @template F what the record was @template R its relations: those that are loaded stay */
type Selected<T, K extends string, F = T, R = Record<never, never>> = string extends K ? T : T extends unknown ? {
    [P in keyof Pick<T, Extract<keyof T, Head<K>> | LoadedIn<T, F, R>>]: P extends K | LoadedIn<T, F, R> ? T[P] : Inside<T[P], K extends `${P & string}.${infer Rest}` ? Rest : never>;
} : never;
type Head<K extends string> = K extends `${infer First}.${string}` ? First : K;
type Inside<V, K extends string> = V extends readonly (infer E)[] ? Inside<E, K>[] : V extends object ? Selected<V, K> : V;
type LoadedIn<T, F, R> = {
    [P in keyof T & keyof R]: P extends keyof F ? ([T[P]] extends [F[P]] ? never : P) : P;
}[keyof T & keyof R];
type Omitted<T, K extends string> = T extends unknown ? Omit<T, Extract<K, keyof T>> : never;
/** What `find` takes: conditions, or clauses. The names of the others stand in each, so that a wrong condition is not taken for a clause. */
export type Criteria<T, L = Readonly<Record<string, unknown>>> = (Where<T> & None<Exclude<keyof Clauses<T>, Keys<T>>>) | SelectingNone<T, L>;
/** Clauses that say which fields to give. */
type Selecting<T, L, K> = Omit<Clauses<T, L>, "select"> & None<Exclude<Keys<T>, keyof Clauses<T>>> & {
    select: K | readonly K[];
};
type SelectingNone<T, L> = Omit<Clauses<T, L>, "select"> & None<Exclude<Keys<T>, keyof Clauses<T>>> & {
    select?: undefined;
};
type None<K extends string> = string extends K ? unknown : {
    [_ in K]?: undefined;
};
export {};

// relations

/** What `populate` can load by one name: generated, read by types only. */
interface Relation {
    record: unknown;
    many: boolean;
    relations: object;
}
/** Names that `populate` takes: a relation, or dotted a relation of a relation. */
type RelationPath<R> = (keyof R & string) | {
    [K in keyof R & string]: `${K}.${keyof Below<R[K]> & string}` | `${K}.${keyof Below<R[K]> & string}.${string}`;
}[keyof R & string];
/** A record with what was loaded in the place of what was there. */
type Populated<T, R, P extends string> = P extends `${infer K}.${infer Rest}` ? K extends keyof R ? Omit<T, K> & {
    [_ in K]: Loaded<R[K], Rest>;
} : T : P extends keyof R ? Omit<T, P> & {
    [_ in P]: Loaded<R[P], never>;
} : T;
type Loaded<L, Rest extends string> = L extends Relation ? true extends L["many"] ? One<L, Rest>[] : One<L, Rest> | null : unknown;
type One<L extends Relation, Rest extends string> = [Rest] extends [never] ? L["record"] : Populated<L["record"], L["relations"], Rest>;
type Below<L> = L extends Relation ? L["relations"] : Record<never, never>;
export {};

// query

/**
 * A query on one resource. Every method gives a new query and changes none, so a query can be kept and varied. Nothing is
 * sent before `execute` or another run method; awaiting the query executes it, each time anew. Invalid queries throw
 * `ValidationError` immediately.
 */
export declare class Query<T = unknown, R = Record<never, never>, L = Readonly<Record<string, unknown>>, F = T> implements PromiseLike<T[]> {
    #private;
    constructor(draft: QueryDraft);
    /** For code of the client itself. */
    get _draft(): QueryDraft;
    /** Conditions that must hold beside those already there. @throws ValidationError */
    where(criteria: Where<F>): Query<T, R, L, F>;
    /** `"name ASC"`, `"-price, name"`, `{ price: "DESC" }`. @throws ValidationError */
    sort(order: SortKey<F> | SortObject<F> | readonly (SortKey<F> | SortObject<F>)[]): Query<T, R, L, F>;
    sort<S extends string>(order: SortText<F, S>): Query<T, R, L, F>;
    /** At most that many records; 0 gives none without asking. */
    limit(count: number): Query<T, R, L, F>;
    skip(count: number): Query<T, R, L, F>;
    /** Page number `page`, counted from 0. */
    paginate(page: number, size?: number): Query<T, R, L, F>;
    select<K extends FieldName<F>>(...fields: readonly K[]): Query<Selected<T, K, F, R>, R, L, F>;
    omit<K extends FieldName<F>>(...fields: readonly K[]): Query<Omitted<T, K>, R, L, F>;
    /** Loads a relation, dotted for relations of relations. `sub` narrows what is loaded. @throws ValidationError that lists the relations there are */
    populate<P extends RelationPath<R>>(name: P, sub?: SubCriteria): Query<Populated<T, R, P>, R, L, F>;
    /** Parameters of the list operation, as the description names them, given as they are. */
    params(parameters: Partial<L>): Query<T, R, L, F>;
    /** Signal, timeout, retries, and how much the query may cost: `maxRequests`, `maxRecords`. */
    options(options: QueryOptions): Query<T, R, L, F>;
    /** Runs the query. @throws QueryTooBroadError, ApiError, NetworkError, TimeoutError */
    execute(): Promise<T[]>;
    then<A = T[], B = never>(done?: ((records: T[]) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    /** Record by record, fetched as they are needed. */
    [Symbol.asyncIterator](): AsyncGenerator<T>;
    first(): Promise<T | undefined>;
    /** Records that meet the conditions, whatever limit and skip say. */
    count(): Promise<number>;
    exists(): Promise<boolean>;
    /** Lists of `size` records. */
    pages(size?: number): AsyncGenerator<T[]>;
    /** What the server would do and what is done here, and why. Sends nothing. */
    explain(): Explanation;
    /** The first request as it would be sent, without credentials; `undefined` when none is needed. */
    toRequest(): Request | undefined;
}

// find

/** The method `find` of a resource. */
export interface Find<T, R, L> {
    <K extends FieldName<T>>(criteria: Selecting<T, L, K>): Query<Selected<T, K>, R, L, T>;
    (criteria?: Criteria<T, L>): Query<T, R, L>;
}
/**
 * `find()`, `find(where)`, or clauses: `find({ where, sort, limit, skip, select, omit, populate, params })`. Apart from `Resource`, so that a
 * resource without a list does not bring queries along.
 */
declare function find<T, R, L>(context: ClientContext, resource: ResourceSpec, criteria: object | undefined, parents?: Readonly<Record<string, unknown>>): Query<T, R, L>;

// query too broad error

/** The query would read more than its guard allows. The message holds the plan and what would help. */
export declare class QueryTooBroadError extends ClientError {
    readonly plan: QueryPlan;
    constructor(plan: QueryPlan, message: string);
}

// resource

/** What a resource can be made with on its own: a client's options and the resources that `populate` may reach. */
export interface ResourceOptions extends ClientOptions {
    readonly resources?: readonly {
        readonly spec?: ResourceSpec;
    }[];
}
/** For the record methods, beside what every call takes. */
interface RecordOptions extends CallOptions, UnwrapOptions {
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
export type Member<T, K extends PropertyKey> = T extends {
    [P in K]?: infer V;
} ? K extends keyof T ? NonNullable<V> : never : never;
/** A call under way: await it for the data, or ask for the whole answer. */
export declare class Call<T, W = T> implements PromiseLike<T> {
    #private;
    constructor(answer: () => Promise<Answer>, pick: (answer: Answer) => T);
    then<A = T, B = never>(done?: ((data: T) => A | PromiseLike<A>) | null, failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<A | B>;
    catch<B = never>(failed: (reason: unknown) => B | PromiseLike<B>): Promise<T | B>;
    finally(always: () => void): Promise<T>;
    /** Data, the whole body around it, status, headers and the response, whose body is read already. */
    withResponse(): Promise<RawAnswer<T, W>>;
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
    protected _call<T>(operation: OperationSpec, params?: object, body?: unknown, options?: CallOptions & UnwrapOptions, reply?: Place): Call<T>;
    /** Creates, or with an id reads, changes or removes a record. */
    protected _record<T>(name: "create" | "read" | "replace" | "update" | "remove", id: unknown, values: unknown, options: RecordOptions | undefined): Call<T>;
}
/** The context of a client, or of a resource used on its own. */
export declare function contextOf(given: ResourceOptions | ClientContext, own: Omit<ClientContext, "options">): ClientContext;

// testing

/** What a client for tests is made with. Everything has a default; the client's own options go along. `retry` is off unless given. */
export interface TestClientOptions extends ResourceOptions {
    /** Path, `file:` or `http(s):` URL, or the parsed document. Default: the description that the client carries. */
    readonly description?: string | URL | object;
    /** Records in each resource before the test begins. Default 10. */
    readonly seed?: number;
    /** Text from which all made-up data follows: the same text, the same data on every machine. */
    readonly seedValue?: string;
    /** `createMockServer` of `@onespec/mock-server`, where that package cannot be found from here. */
    readonly createMockServer?: CreateMockServer;
    /** A mock that is there already, or the address of one that runs. Default: a mock of its own. */
    readonly mock?: MockBackend | string | URL;
    /** Name of the session: a state of its own in a mock that others use too. Default with `mock`: a new one. */
    readonly session?: string;
}
/** A client and the backend it talks to. @template A answers by operation and status */
export interface TestClient<C, A = OperationAnswers> {
    readonly client: C;
    readonly mock: TestMock<A>;
}
/** Answers that are not known: any body for any status. */
type OperationAnswers = Readonly<Record<string, Readonly<Record<number, unknown>>>>;
/** The mock as one test uses it. */
export interface TestMock<A = OperationAnswers> {
    /** Requests with the header `Mock-Session: <name>` see the same state. Absent: the state is the mock's own. */
    readonly session: string | undefined;
    /** Paths of the description's servers, as handlers for MSW want to know them. */
    readonly basePaths: readonly string[];
    /** Answers as the API would. A path needs no host. */
    fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
    /** Makes the next call of an operation answer otherwise: one of the documented statuses with its body, or a failure of the server. */
    override<O extends keyof A & string, S extends Overridable<A[O]>>(operationId: O, answer: OverrideAnswer<S, A[O]>): Promise<void>;
    /** Back to the seeds, without overrides. */
    reset(): Promise<void>;
    /** Puts it behind a port as well, for tests that need an address. */
    listen(): Promise<{
        readonly url: string;
    }>;
    /** Ends the mock, or only the session in one that was there already. */
    close(): Promise<void>;
}
/** Failures that any server may answer. */
type Failure = 429 | 500 | 502 | 503 | 504;
type Overridable<D> = (keyof D & number) | Failure;
interface OverrideAnswer<S, D> {
    readonly status: S;
    /** Absent: the body that the operation documents for the status. */
    readonly body?: S extends keyof D ? D[S] : unknown;
    readonly headers?: Readonly<Record<string, string>>;
    /** In milliseconds. */
    readonly delay?: number;
    /** Calls it is for. Default 1. */
    readonly times?: number;
}
/** Ranges of statuses, and `default`, stand for the statuses that servers use. */
interface InRange {
    "2XX": 200 | 201 | 202 | 204;
    "4XX": 400 | 401 | 403 | 404 | 409 | 410 | 412 | 422 | 429;
    "5XX": 500 | 502 | 503 | 504;
    default: InRange["4XX"] | InRange["5XX"];
}
/** Answers by status, and by range for those that have none of their own. */
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
    /** Back to the seeds. */
    reset(): Promise<void>;
    /** Puts it behind a port as well, for tests that need an address. */
    listen(): Promise<{
        readonly url: string;
    }>;
    close(): Promise<void>;
}
export type CreateMockServer = (options: {
    readonly description: string | URL | object;
    readonly seed: number;
    readonly seedValue?: string;
    readonly port: number;
}) => Promise<MockBackend>;
/**
 * A client over a mock server in the same process: no port, no network, its own state. Or over a mock that is there already, in a
 * session of its own.
 * @param carried where the client's own description lies, if it carries one
 * @throws ClientError MOCK_SERVER_MISSING, DESCRIPTION_MISSING, MOCK_FAILED
 */
declare function testClientOf<C, A>(Client: new (options: ResourceOptions) => C, carried: URL | undefined, { description, seed, seedValue, createMockServer, mock: given, session, ...options }?: TestClientOptions): Promise<TestClient<C, A>>;
/** Fixtures for `test.extend` of Vitest and of Playwright. */
export interface MockFixtures<C, A> {
    /** One for each worker. */
    backend: [(context: object, use: (backend: TestClient<C, A>) => Promise<void>) => Promise<void>, {
        scope: "worker";
    }];
    /** Reset after each test. */
    mock: (context: {
        backend: TestClient<C, A>;
    }, use: (mock: TestMock<A>) => Promise<void>) => Promise<void>;
    client: (context: {
        backend: TestClient<C, A>;
        mock: TestMock<A>;
    }, use: (client: C) => Promise<void>) => Promise<void>;
}
/** Each worker has a mock of its own, or a session of its own in one that is shared; each test finds the seeds. */
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
    /** Playwright takes a Buffer, a type that only Node has. */
    fulfill(answer: {
        status: number;
        headers: Record<string, string>;
        body: never;
    }): Promise<void>;
}
/** Lets the mock answer what a Playwright page asks of the API, without a port. @param baseUrl where the page believes the API to be */
declare function routeToMock<A>(page: RoutedPage, mock: TestMock<A>, baseUrl: string | URL): Promise<void>;
export {};

export {};

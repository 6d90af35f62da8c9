import type { AuthOptions } from "./auth.js";
import type { RequestFacts } from "./errors.js";
import type { RetryOptions } from "./retry.js";
import type { Answers } from "./validate/answer-issues.js";
import type { Int64 } from "./wire/parse-json.js";

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
export interface UnwrapOptions {
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
  readonly onResponse?: (
    response: Response,
    facts: RequestFacts,
  ) => Response | undefined | Promise<Response | undefined>;
  readonly onError?: (error: Error, facts: RequestFacts) => void | Promise<void>;
}

/** Where an answer differs from the description. */
export interface Drift extends RequestFacts {
  readonly status: number;
  readonly issues: readonly import("./validate/issue.js").Issue[];
}

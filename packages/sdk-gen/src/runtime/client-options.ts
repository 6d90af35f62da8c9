import type { AuthOptions } from "./auth.js";
import type { RequestFacts } from "./errors.js";
import type { RetryOptions } from "./retry.js";
import type { Answers } from "./validate/answer-issues.js";
import type { Issue } from "./validate/issue.js";
import type { Int64 } from "./wire/parse-json.js";

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
export interface UnwrapOptions {
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
export interface RecordOptions extends CallOptions, UnwrapOptions {
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
  readonly onResponse?: (
    response: Response,
    facts: RequestFacts,
  ) => Response | undefined | Promise<Response | undefined>;
  readonly onError?: (error: Error, facts: RequestFacts) => void | Promise<void>;
}

/** The differences between an answer and the description. */
export interface Drift extends RequestFacts {
  readonly status: number;
  readonly issues: readonly Issue[];
}

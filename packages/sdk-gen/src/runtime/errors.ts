import type { Issue } from "./validate/issue.js";

/** The request of an error or hook. Never contains credentials or bodies. */
export interface RequestFacts {
  /** The description's operationId. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
}

/** Base class of the errors of this client. `code` is stable. */
export class ClientError extends Error {
  declare readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The call does not match the description. Nothing was sent. */
export class ValidationError extends ClientError {
  declare readonly issues: readonly Issue[];
  declare readonly operation: string | undefined;

  constructor(issues: readonly Issue[], operation?: string) {
    const lines = issues.map(
      ({ in: part, field, message }) => `\n  ${[part, field].filter(Boolean).join(" ") || "value"}: ${message}`,
    );
    super(
      "VALIDATION_FAILED",
      `${operation ? `${operation}: ` : ""}${issues.length} mistake${issues.length === 1 ? "" : "s"}${lines.join("")}`,
    );
    this.issues = issues;
    this.operation = operation;
  }

  /** Messages by field, for forms: `{ "addresses[0].zip": ["is required"] }`. */
  fieldErrors(): Record<string, string[]> {
    const fields: Record<string, string[]> = Object.create(null);
    for (const { field, message } of this.issues) {
      fields[field] ??= [];
      fields[field].push(message);
    }
    return fields;
  }
}

/** @throws ValidationError if there are issues */
export function refuse(issues: readonly Issue[] = [], operation?: string): void {
  if (issues.length > 0) throw new ValidationError(issues, operation);
}

/** Documented bodies of errors by status. Generated types extend it. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be merged with
export interface ErrorBodies {}

type BodyOf<S extends number> = S extends keyof ErrorBodies ? ErrorBodies[S] : unknown;

/** The server answered with an error status. */
export class ApiError<B = unknown> extends ClientError {
  declare readonly status: number;
  /** Parsed by its media type; text when it is neither JSON nor binary, `undefined` when empty. */
  declare readonly body: B;
  declare readonly headers: Headers;
  declare readonly request: RequestFacts;

  constructor(status: number, body: B, headers: Headers, request: RequestFacts) {
    super("API_ERROR", `${request.method} ${request.url} answered ${status}${describe(body)}`);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.request = request;
  }

  /** The server's message and its first detail, without the request, to show to users: "Name is taken". */
  get detail(): string | undefined {
    return describe(this.body).slice(2) || undefined;
  }

  /** The id that the server gave the request, for support. */
  get requestId(): string | undefined {
    // Headers are in alphabetical order: `x-request-id` wins over the ids of proxies, such as `cf-ray`.
    return [...this.headers].filter(([name]) => /(request|correlation)-?id$|^cf-ray$/.test(name)).at(-1)?.[1];
  }
}

export class BadRequestError extends ApiError<BodyOf<400>> {}
export class UnauthorizedError extends ApiError<BodyOf<401>> {}
export class ForbiddenError extends ApiError<BodyOf<403>> {}
export class NotFoundError extends ApiError<BodyOf<404>> {}
export class ConflictError extends ApiError<BodyOf<409>> {}
export class PreconditionFailedError extends ApiError<BodyOf<412>> {}
export class UnprocessableEntityError extends ApiError<BodyOf<422>> {}
export class RateLimitError extends ApiError<BodyOf<429>> {}
export class ServerError extends ApiError<BodyOf<500>> {}

type ErrorClass = new (...given: ConstructorParameters<typeof ApiError<never>>) => ApiError;

const BY_STATUS: Readonly<Record<number, ErrorClass>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  412: PreconditionFailedError,
  422: UnprocessableEntityError,
  429: RateLimitError,
};

/** Creates the error for a status. */
export function apiError(status: number, body: unknown, headers: Headers, request: RequestFacts): ApiError {
  const Class = BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
  return new Class(status, body as never, headers, request);
}

/** The connection failed or broke. */
export class NetworkError extends ClientError {
  declare readonly request: RequestFacts;

  constructor(request: RequestFacts, cause: unknown) {
    // Node says "fetch failed", and why in the cause.
    const { message, cause: inner } = Object(cause) as Partial<Error>;
    const { message: detail, code } = Object(inner) as Partial<ClientError>;
    super(
      "NETWORK_ERROR",
      `${request.method} ${request.url} got no answer: ${[message ?? cause, detail || code].filter(Boolean).join(": ")}`,
      {
        cause,
      },
    );
    this.request = request;
  }
}

/** The server did not answer in time. */
export class TimeoutError extends ClientError {
  declare readonly request: RequestFacts;

  constructor(request: RequestFacts, timeoutMs: number) {
    super("TIMEOUT", `${request.method} ${request.url} got no answer within ${timeoutMs} ms`);
    this.request = request;
  }
}

/**
 * The message in the body of an error, with its first detail: "Not found: books has no record 9".
 * @param depth stops at deeply nested bodies
 */
function describe(body: unknown, depth = 0): string {
  if (typeof body === "string") return body && `: ${body.slice(0, 200)}`;
  if (typeof body !== "object" || body === null || depth > 5) return "";
  // Some lists begin with the name of an exception.
  if (Array.isArray(body))
    return describe(body.find((one) => typeof one === "string" && one.includes(" ")) ?? body[0], depth + 1);
  const { details, extra = details, errors = extra, loc, ...texts } = body as Readonly<Record<string, unknown>>;
  const detail = describe(errors, depth + 1);
  const name = TEXTS.find((one) => texts[one] && /^[so]/.test(typeof texts[one]));
  const member = (type: string): string | undefined =>
    Object.keys(texts).find((key) => texts[key] && typeof texts[key] === type);
  // FastAPI's `loc`, or a field with its messages, as in Django REST framework.
  const field = Array.isArray(loc)
    ? loc.slice(1).join(".")
    : !name && (member("object") || (!detail && member("string")));
  const told = describe(texts[name || field || ""], depth + 1);
  const said = field && told ? `: ${field}${told}` : told;
  return said.includes(detail.slice(2)) ? said : said + detail;
}

const TEXTS = ["message", "msg", "detail", "title", "error_description", "description", "error"];

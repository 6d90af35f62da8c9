// errors

/** Base class of the errors of this client. `code` is stable. */
export class ClientError extends Error {
    constructor(code, message, options) {
        super(message, options);
        this.name = new.target.name;
        this.code = code;
    }
}
/** The call does not match the description. Nothing was sent. */
export class ValidationError extends ClientError {
    constructor(issues, operation) {
        const lines = issues.map(({ in: part, field, message }) => `\n  ${[part, field].filter(Boolean).join(" ") || "value"}: ${message}`);
        super("VALIDATION_FAILED", `${operation ? `${operation}: ` : ""}${issues.length} mistake${issues.length === 1 ? "" : "s"}${lines.join("")}`);
        this.issues = issues;
        this.operation = operation;
    }
    /** Messages by field, for forms: `{ "addresses[0].zip": ["is required"] }`. */
    fieldErrors() {
        const fields = Object.create(null);
        for (const { field, message } of this.issues) {
            fields[field] ??= [];
            fields[field].push(message);
        }
        return fields;
    }
}
/** @throws ValidationError if there are issues */
export function refuse(issues = [], operation) {
    if (issues.length > 0)
        throw new ValidationError(issues, operation);
}
/** The server answered with an error status. */
export class ApiError extends ClientError {
    constructor(status, body, headers, request) {
        super("API_ERROR", `${request.method} ${request.url} answered ${status}${describe(body)}`);
        this.status = status;
        this.body = body;
        this.headers = headers;
        this.request = request;
    }
    /** The server's message and its first detail, without the request, to show to users: "Name is taken". */
    get detail() {
        return describe(this.body).slice(2) || undefined;
    }
    /** The id that the server gave the request, for support. */
    get requestId() {
        // Headers are in alphabetical order: `x-request-id` wins over the ids of proxies, such as `cf-ray`.
        return [...this.headers].filter(([name]) => /(request|correlation)-?id$|^cf-ray$/.test(name)).at(-1)?.[1];
    }
}
export class BadRequestError extends ApiError {
}
export class UnauthorizedError extends ApiError {
}
export class ForbiddenError extends ApiError {
}
export class NotFoundError extends ApiError {
}
export class ConflictError extends ApiError {
}
export class PreconditionFailedError extends ApiError {
}
export class UnprocessableEntityError extends ApiError {
}
export class RateLimitError extends ApiError {
}
export class ServerError extends ApiError {
}
const BY_STATUS = {
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
export function apiError(status, body, headers, request) {
    const Class = BY_STATUS[status] ?? (status >= 500 ? ServerError : ApiError);
    return new Class(status, body, headers, request);
}
/** The connection failed or broke. */
export class NetworkError extends ClientError {
    constructor(request, cause) {
        // Node says "fetch failed", and why in the cause.
        const { message, cause: inner } = Object(cause);
        const { message: detail, code } = Object(inner);
        super("NETWORK_ERROR", `${request.method} ${request.url} got no answer: ${[message ?? cause, detail || code].filter(Boolean).join(": ")}`, {
            cause,
        });
        this.request = request;
    }
}
/** The server did not answer in time. */
export class TimeoutError extends ClientError {
    constructor(request, timeoutMs) {
        super("TIMEOUT", `${request.method} ${request.url} got no answer within ${timeoutMs} ms`);
        this.request = request;
    }
}
/**
 * The message in the body of an error, with its first detail: "Not found: books has no record 9".
 * @param depth stops at deeply nested bodies
 */
function describe(body, depth = 0) {
    if (typeof body === "string")
        return body && `: ${body.slice(0, 200)}`;
    if (typeof body !== "object" || body === null || depth > 5)
        return "";
    // Some lists begin with the name of an exception.
    if (Array.isArray(body))
        return describe(body.find((one) => typeof one === "string" && one.includes(" ")) ?? body[0], depth + 1);
    const { details, extra = details, errors = extra, loc, ...texts } = body;
    const detail = describe(errors, depth + 1);
    const name = TEXTS.find((one) => texts[one] && /^[so]/.test(typeof texts[one]));
    const member = (type) => Object.keys(texts).find((key) => texts[key] && typeof texts[key] === type);
    // FastAPI's `loc`, or a field with its messages, as in Django REST framework.
    const field = Array.isArray(loc)
        ? loc.slice(1).join(".")
        : !name && (member("object") || (!detail && member("string")));
    const told = describe(texts[name || field || ""], depth + 1);
    const said = field && told ? `: ${field}${told}` : told;
    return said.includes(detail.slice(2)) ? said : said + detail;
}
const TEXTS = ["message", "msg", "detail", "title", "error_description", "description", "error"];

// issue

/** Creates an issue of a part of a call or of a query. */
export function issueOf(part, field, keyword, message) {
    const path = field === "" ? "" : `/${escapeToken(field)}`;
    return { ...(part && { in: part }), path, field, keyword, message };
}
/** Maximum number of issues of one value. */
const MAX_ISSUES = 100;
const PREVIEW_LENGTH = 40;
/** Adds an issue if the list does not have it yet. @param value the actual value, if it is useful */
export function fail(issues, path, keyword, message, value, expected) {
    if (issues &&
        issues.length < MAX_ISSUES &&
        !issues.some((issue) => issue.path === path && issue.message === message)) {
        issues.push({
            path,
            field: fieldOf(path),
            keyword,
            message,
            ...(expected === undefined ? {} : { expected }),
            ...(value === undefined ? {} : { received: preview(value) }),
        });
    }
    return false;
}
/** Hides the values of the issues after the first `from`. */
export function hideReceived(issues, from) {
    for (let at = from; at < issues.length; at += 1) {
        const issue = issues[at];
        if (issue?.received)
            issues[at] = { ...issue, received: "(hidden)" };
    }
}
function preview(value) {
    if (typeof value === "string") {
        return JSON.stringify(value.length > PREVIEW_LENGTH ? `${value.slice(0, PREVIEW_LENGTH)}...` : value);
    }
    if (typeof value !== "object" || value === null)
        return String(value);
    return Array.isArray(value) ? `an array of ${value.length}` : "an object";
}
/** `/addresses/0/zip` as `addresses[0].zip`. */
export function fieldOf(path) {
    return tokensOf(path).reduce((field, token) => (/^\d+$/.test(token) ? `${field}[${token}]` : field === "" ? token : `${field}.${token}`), "");
}
/** The names and positions of a path. */
export function tokensOf(path) {
    return path
        .split("/")
        .slice(1)
        .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}
export function escapeToken(token) {
    return token.replace(/[~/]/g, (mark) => (mark === "~" ? "~0" : "~1"));
}
/** The names that are known, for messages. */
export function thereAre(names) {
    const known = [...names];
    return `: there are ${known.slice(0, MOST_NAMES).join(", ") || "none"}${known.length > MOST_NAMES ? ", …" : ""}`;
}
const MOST_NAMES = 20;

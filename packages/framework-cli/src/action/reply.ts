import { Reply } from "@onespec/http-contract";

/** @example return reply(201, book, { location: `/books/${book.id}` }); */
export function reply(status: number, body?: unknown, headers?: Reply["headers"]): Reply {
  return new Reply(status, body, headers);
}

/**
 * Thrown by handlers, services and policies to answer an error status. The body is `{ error, details }`, or the documented
 * error schema's fields.
 * @example throw new HttpError(404, "No such book.");
 */
export class HttpError extends Error {
  readonly status: number;
  readonly details: readonly unknown[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, given: Partial<Pick<HttpError, "details" | "headers" | "cause">> = {}) {
    const { details = [], headers = {}, cause } = given;
    super(message, cause === undefined ? undefined : { cause });
    this.name = "HttpError";
    this.status = status;
    this.details = details;
    this.headers = headers;
  }
}

import { LARGE_BODY } from "@onespec/http-requests";
import type { Problem } from "../errors/problem.js";
import type { Upload } from "../request/upload.js";

/** A request, whatever brought it: a socket, or a `Request` in the same process. */
export interface MockRequest {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the `?`. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: RequestHeaders;
  readonly body: string | Uint8Array | undefined;
  /** The body, in its stead, when it is a large file or form. */
  readonly upload?: Upload | undefined;
  /** Of a large body: the client is there no more. */
  readonly gone?: AbortSignal;
  /** What kept it from arriving whole: too large, cut off. */
  readonly fault?: Problem;
}

/** Has it a body that is read in slices? */
export function isLargeRequest({ body, upload }: Pick<MockRequest, "body" | "upload">): boolean {
  return upload !== undefined || (body?.length ?? 0) > LARGE_BODY;
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A header's text; repeated headers are joined as HTTP joins them (RFC 9110, section 5.3). */
export function headerText(headers: RequestHeaders, name: string): string | undefined {
  const value = headers[name];
  return value === undefined || typeof value === "string" ? value : value.join(", ");
}

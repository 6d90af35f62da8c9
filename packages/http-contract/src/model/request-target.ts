/** Headers by name, in lower case. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The target of a request: everything before its body. */
export interface RequestTarget {
  /** Upper case. */
  readonly method: string;
  /** As sent, percent-encoded, without the query. */
  readonly path: string;
  /** As sent, without the `?`. */
  readonly query: string;
  readonly headers: RequestHeaders;
}

/** A header's text; repeated headers are joined as HTTP joins them (RFC 9110, section 5.3). */
export function headerText(headers: RequestHeaders, name: string): string | undefined {
  const value: unknown = headers[name];
  if (typeof value === "string") return value;
  // Anything else is inherited: a header may be called `constructor`.
  return Array.isArray(value) ? value.join(", ") : undefined;
}

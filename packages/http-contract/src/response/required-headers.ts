import type { Header, Operation } from "@onespec/spec-core";
import type { Fitting } from "./fitting.js";

/** Sampled values of documented headers. The caller replaces those that depend on the record. */
export type SampledHeaders = (
  fitting: Fitting,
  operation: Operation,
  status: number,
  documented: readonly Header[],
) => Readonly<Record<string, string>>;

/** Values of the headers that a response requires. */
export const requiredHeaders: SampledHeaders = (...args) => sampledHeaders(args, ({ required }) => required);

/** Values of the headers that a response requires, or that have an example or a default. */
export const shownHeaders: SampledHeaders = (...args) =>
  sampledHeaders(args, ({ required, examples, schema: { json } }) => {
    const isShown = typeof json === "object" && (json.examples ?? json.default) !== undefined;
    return required || isShown || examples.length > 0;
  });

function sampledHeaders(
  [fitting, operation, status, documented]: Parameters<SampledHeaders>,
  isSent: (header: Header) => boolean,
): ReturnType<SampledHeaders> {
  const headers: Record<string, string> = {};
  for (const header of documented) {
    const name = header.name.toLowerCase();
    if (TRANSPORT_HEADERS.has(name) || !(isSent(header) || isRedirectTarget(name, status))) continue;
    const [example] = header.examples;
    const seed = `${operation.id} ${status} ${name}`;
    headers[name] = headerValueText(fitting.fit(header.schema, example?.value, { seed }), header.explode);
  }
  if (status >= 300 && status < 400 && status !== 304) headers.location ??= "/";
  return headers;
}

/** Headers that the transport writes. OpenAPI 3.1, "Response Object": `Content-Type` among them SHALL be ignored. */
const TRANSPORT_HEADERS = new Set(
  "connection content-encoding content-length content-type date transfer-encoding".split(" "),
);

function isRedirectTarget(name: string, status: number): boolean {
  return name === "location" && status >= 300 && status < 400;
}

/** Style `simple`, the only one for headers. Characters that a header cannot contain become `?`. */
function headerValueText(value: unknown, explode: boolean): string {
  return simpleText(value, explode).replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");
}

function simpleText(value: unknown, explode: boolean): string {
  if (Array.isArray(value)) return value.map((item) => simpleText(item, false)).join(",");
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, inner]) => `${name}${explode ? "=" : ","}${simpleText(inner, false)}`)
    .join(",");
}

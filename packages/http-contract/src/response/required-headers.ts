import type { Header, Operation } from "@onespec/spec-core";
import type { Fitting } from "./fitting.js";

/** Sampled values of the headers that a response requires. The caller replaces those that depend on the record. */
export function requiredHeaders(
  fitting: Fitting,
  operation: Operation,
  status: number,
  documented: readonly Header[],
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const header of documented) {
    const name = header.name.toLowerCase();
    if (TRANSPORT_HEADERS.has(name) || !(header.required || isRedirectTarget(name, status))) continue;
    const [example] = header.examples;
    const seed = `${operation.id} ${status} ${name}`;
    headers[name] = headerValueText(fitting.fit(header.schema, example?.value, { seed }), header.explode);
  }
  if (status >= 300 && status < 400 && status !== 304) headers.location ??= "/";
  return headers;
}

/** Headers that the transport writes. OpenAPI 3.1, "Response Object": `Content-Type` among them SHALL be ignored. */
const TRANSPORT_HEADERS = new Set(["content-type", "content-length", "transfer-encoding", "connection", "date"]);

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

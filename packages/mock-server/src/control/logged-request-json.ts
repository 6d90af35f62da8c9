import type { ApiDescription } from "@onespec/spec-core";
import type { LoggedBody, LoggedRequest } from "./request-log.js";
import { withoutCredentials } from "./without-credentials.js";

type Secured = Pick<ApiDescription, "securitySchemes">;

/** A logged request in short, as lists and events tell it. */
export function loggedRequestSummary(
  entry: LoggedRequest,
  operationId: string | undefined,
  { securitySchemes }: Secured,
): object {
  const { id, time, duration, method, path, query, session, status } = entry;
  return {
    id,
    time: new Date(time).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    method,
    path,
    ...(query === "" ? {} : { query: withoutCredentials(securitySchemes.values()).query(query) }),
    ...(operationId === undefined ? {} : { operationId }),
    ...(session === undefined ? {} : { session }),
    status,
  };
}

/** The whole of it, without credentials but those in bodies. */
export function loggedRequestJson(entry: LoggedRequest, operationId: string | undefined, api: Secured): object {
  return {
    ...loggedRequestSummary(entry, operationId, api),
    request: { headers: headersJson(entry.headers, api), ...bodyJson(entry.body) },
    response: { headers: headersJson(entry.responseHeaders, api), ...bodyJson(entry.responseBody) },
  };
}

function headersJson(headers: LoggedRequest["headers"], { securitySchemes }: Secured): Record<string, string> {
  const hiding = withoutCredentials(securitySchemes.values());
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : value?.join(", ");
    return text === undefined ? [] : [[name, hiding.header(name, text)]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

function bodyJson(body: LoggedBody): object {
  if (body === undefined) return {};
  if (body === null) return { bodyOmitted: true };
  if (typeof body === "string") return { body };
  try {
    return { body: new TextDecoder("utf-8", { fatal: true }).decode(body) };
  } catch {
    return { bodyBase64: Buffer.from(body).toString("base64") };
  }
}

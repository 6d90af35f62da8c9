import type { LoggedBody, LoggedRequest } from "./request-log.js";

/** A logged request in short, as lists and events tell it. */
export function loggedRequestSummary(entry: LoggedRequest, operationId: string | undefined): object {
  const { id, time, duration, method, path, query, session, status } = entry;
  return {
    id,
    time: new Date(time).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    method,
    path,
    ...(query === "" ? {} : { query }),
    ...(operationId === undefined ? {} : { operationId }),
    ...(session === undefined ? {} : { session }),
    status,
  };
}

/** The whole of it. Credentials are not told: whoever reads the log need not be who sent them. */
export function loggedRequestJson(entry: LoggedRequest, operationId: string | undefined): object {
  return {
    ...loggedRequestSummary(entry, operationId),
    request: { headers: headersJson(entry.headers), ...bodyJson(entry.body) },
    response: { headers: headersJson(entry.responseHeaders), ...bodyJson(entry.responseBody) },
  };
}

const SECRET = new Set(["authorization", "proxy-authorization", "cookie", "set-cookie"]);

function headersJson(headers: LoggedRequest["headers"]): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) => {
    const text = typeof value === "string" ? value : value?.join(", ");
    return text === undefined ? [] : [[name, SECRET.has(name) ? "(hidden)" : text]];
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

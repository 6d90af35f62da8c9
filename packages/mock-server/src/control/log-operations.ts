import { headerText, parseQueryPairs } from "@onespec/http-contract";
import type { ApiDescription } from "@onespec/spec-core";
import type { LoggedBody, LoggedRequest } from "../features/request-log/request-log.js";
import { upstreamAddress } from "../modules/upstream-address.js";
import { nothingThere, operationOf, type PlaneCall, type PlaneOperation, type PlaneParts } from "./plane-operation.js";

/** The requests that were answered, and the violations that a proxy found. */
export function logOperations({ base, log, tally, upstream }: PlaneParts): Readonly<Record<string, PlaneOperation>> {
  return {
    listRequests(call) {
      const { values } = call;
      const { limit = 100, before, operationId, bodies = false } = values.query as LogQuery;
      const { api } = base.backend;
      if (operationId !== undefined) operationOf(api, operationId);
      const session = sessionOf(call);
      const found = log.latest(
        limit,
        before,
        (entry) =>
          (session === undefined || entry.session === session) &&
          (operationId === undefined || entry.operationId === operationId),
      );
      return { requests: found.map((entry) => (bodies ? loggedRequestJson : loggedRequestSummary)(entry, api)) };
    },
    getRequest({ values }) {
      const entry = log.get(Number(values.pathTexts.id));
      if (entry) return loggedRequestJson(entry, base.backend.api);
      const ids = log.latest(5).map(({ id }) => String(id));
      throw nothingThere(`Request ${values.pathTexts.id} is not in the log, or not any more`, ids);
    },
    clearRequests: (call) => log.clear(sessionOf(call)),
    listViolations: () => ({ upstream: upstream && upstreamAddress(upstream), operations: tally.operations }),
    clearViolations: () => tally.clear(),
  };
}

interface LogQuery {
  readonly limit?: number;
  readonly before?: number;
  readonly session?: string;
  readonly operationId?: string;
  readonly bodies?: boolean;
}

/** The session that the call asks for. It may not exist any more. `undefined`: all sessions. */
export function sessionOf({ request, values }: PlaneCall): string | undefined {
  return (values.query as LogQuery).session ?? headerText(request.headers, "mock-session");
}

type Secured = Pick<ApiDescription, "securitySchemes">;

/** The summary of a logged request that lists and events contain. */
export function loggedRequestSummary(entry: LoggedRequest, api: Secured): object {
  const { id, time, duration, method, path, query, session, status, operationId } = entry;
  return {
    id,
    time: new Date(time).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    method,
    path,
    query: query === "" ? undefined : shownQuery(query, api),
    operationId,
    session,
    status,
  };
}

/** The whole logged request. Credentials are hidden, except those in bodies. */
function loggedRequestJson(entry: LoggedRequest, api: Secured): object {
  return {
    ...loggedRequestSummary(entry, api),
    request: { headers: headersJson(entry.headers, api), ...bodyJson(entry.body) },
    response: { headers: headersJson(entry.responseHeaders, api), ...bodyJson(entry.responseBody) },
  };
}

function headersJson(headers: LoggedRequest["headers"], api: Secured): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return [[name, isCredential("header", name, api) ? HIDDEN : [value].flat().join(", ")]];
  });
  return Object.fromEntries(entries);
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

/**
 * The query without the question mark. Credentials are hidden, because other people than the client may read the log.
 */
function shownQuery(query: string, api: Secured): string {
  const parts = query.split("&").map((part) => {
    const [pair] = parseQueryPairs(part);
    const isHidden = pair !== undefined && part.includes("=") && isCredential("query", pair.name, api);
    return isHidden ? `${part.slice(0, part.indexOf("="))}=${HIDDEN}` : part;
  });
  return parts.join("&");
}

const HIDDEN = "(hidden)";

/** Names of credentials, folded: without separators and in lower case. `pageToken` is not one. */
const SECRET =
  /^(?:cookie|setcookie|(?:proxy)?authorization|x?token|sig)$|(?:access|auth|bearer|id|refresh|session|security|csrf|xsrf|user)token$|(?:api|access|private|subscription)key$|(?:signature|credentials?)$|password|passwd|passphrase|secret/;

/**
 * True if a security scheme uses this name, or the name itself suggests a credential. Names of headers are in lower
 * case.
 */
function isCredential(place: "header" | "query", name: string, { securitySchemes }: Secured): boolean {
  const isNamed = [...securitySchemes.values()].some(
    (scheme) =>
      scheme.type === "apiKey" &&
      scheme.in === place &&
      (place === "header" ? scheme.name.toLowerCase() : scheme.name) === name,
  );
  return isNamed || SECRET.test(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}

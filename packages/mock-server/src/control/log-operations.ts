import { headerText, parseQueryPairs } from "@onespec/http-contract";
import type { ApiDescription, SecurityScheme } from "@onespec/spec-core";
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

/** The session that is asked for, which need not exist any more. `undefined`: all sessions. */
export function sessionOf({ request, values }: PlaneCall): string | undefined {
  return (values.query as LogQuery).session ?? headerText(request.headers, "mock-session");
}

type Secured = Pick<ApiDescription, "securitySchemes">;

/** A logged request in short, as lists and events tell it. */
export function loggedRequestSummary(entry: LoggedRequest, { securitySchemes }: Secured): object {
  const { id, time, duration, method, path, query, session, status, operationId } = entry;
  return {
    id,
    time: new Date(time).toISOString(),
    duration: Math.round(duration * 1000) / 1000,
    method,
    path,
    query: query === "" ? undefined : withoutCredentials(securitySchemes.values()).query(query),
    operationId,
    session,
    status,
  };
}

/** The whole of it, without credentials but those in bodies. */
function loggedRequestJson(entry: LoggedRequest, api: Secured): object {
  return {
    ...loggedRequestSummary(entry, api),
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

/** Takes credentials out of what is logged: whoever reads the log need not be who sent them. */
interface WithoutCredentials {
  /** A query without the question mark. */
  query(text: string): string;
  /** The value of a header, its name in lower case. */
  header(name: string, value: string): string;
}

const HIDDEN = "(hidden)";

/** By names without signs and capitals. `pageToken` is none. */
const SECRET =
  /^(?:cookie|setcookie|(?:proxy)?authorization|x?token|sig)$|(?:access|auth|bearer|id|refresh|session|security|csrf|xsrf|user)token$|(?:api|access|private|subscription)key$|(?:signature|credentials?)$|password|passwd|passphrase|secret/;

/** @param schemes those of the description: what they name is hidden whatever it is called */
function withoutCredentials(schemes: Iterable<SecurityScheme>): WithoutCredentials {
  const headers = new Set<string>();
  const parameters = new Set<string>();
  for (const scheme of schemes) {
    if (scheme.type !== "apiKey") continue;
    if (scheme.in === "header") headers.add(scheme.name.toLowerCase());
    if (scheme.in === "query") parameters.add(scheme.name);
  }
  return {
    query: (text) =>
      text
        .split("&")
        .map((part) => {
          const [pair] = parseQueryPairs(part);
          const isSecret = pair !== undefined && (parameters.has(pair.name) || isSecretName(pair.name));
          return isSecret && part.includes("=") ? `${part.slice(0, part.indexOf("="))}=${HIDDEN}` : part;
        })
        .join("&"),
    header: (name, value) => (headers.has(name) || isSecretName(name) ? HIDDEN : value),
  };
}

function isSecretName(name: string): boolean {
  return SECRET.test(name.replace(/[^A-Za-z0-9]/g, "").toLowerCase());
}

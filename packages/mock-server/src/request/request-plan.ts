import {
  decodePercent,
  type LargeBodies,
  type ParameterChecks,
  parameterChecks,
  parseCookiePairs,
  parseQueryPairs,
  type QueryPair,
  type RequestViolation,
  validationProblem,
  validationStatus,
} from "@onespec/http-requests";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Problem, ProblemDetail } from "../errors/problem.js";
import { RecentCache } from "../response/recent-cache.js";
import { headerText, type MockRequest, type RequestHeaders } from "../server/mock-request.js";
import type { Awaitable } from "../store/record-store.js";
import { type BodyRead, bodyReader } from "./body-reader.js";
import type { PlacedFile } from "./sent-file.js";

/** What a valid request holds, read by the description. */
export interface RequestValues {
  /** Decoded text of each path parameter, by name, as it stands in the path. */
  readonly pathTexts: Readonly<Record<string, string>>;
  /** Path parameters coerced by their schemas. */
  readonly path: Readonly<Record<string, unknown>>;
  /** Declared query parameters that were sent. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Without readOnly properties; `undefined` when there is none. */
  readonly body: unknown;
  /** Media type of the body, without parameters. */
  readonly bodyType: string;
  /** The files that the body holds or is. */
  readonly files?: readonly PlacedFile[] | undefined;
  /** How the request breaks the contract, where that is let through. */
  readonly violations?: readonly ProblemDetail[];
}

export type ReadRequest =
  | { readonly ok: true; readonly values: RequestValues }
  /** `values`: what could be read of a request that breaks the contract. */
  | { readonly ok: false; readonly problem: Problem; readonly values?: RequestValues };

/** How the requests of one operation are read and checked. Built once; nothing of the description is looked at again. */
export interface RequestPlan {
  /** @param pathValues raw segment texts, in the order of the template's parameters */
  read(request: MockRequest, pathValues: readonly string[]): Awaitable<ReadRequest>;
}

/** In characters. */
const REMEMBERED_QUERIES = 50_000;

/**
 * @param large reads large bodies
 * @param isKnownPath paths that are right whatever the schemas of their parameters say, by the parameters' texts
 */
export function createRequestPlan(
  schemas: SchemaRegistry,
  operation: Operation,
  large: LargeBodies,
  isKnownPath?: (texts: Readonly<Record<string, string>>) => Promise<boolean>,
): RequestPlan {
  const { path, query, wholeQuery, headers, cookies } = parameterChecks(schemas, operation);
  const status = validationStatus(operation);
  const readBody = operation.requestBody && bodyReader(schemas, operation, operation.requestBody, large);

  /** A query that was found right is not read again: clients ask the same time and again. */
  const queries = new RecentCache<string, Record<string, unknown>>(REMEMBERED_QUERIES);
  const readQuery = (text: string, violations: RequestViolation[]): Readonly<Record<string, unknown>> => {
    const known = queries.get(text);
    if (known) return known;
    const found: RequestViolation[] = [];
    const read = readPairs(query, text, parseQueryPairs, found);
    if (wholeQuery) readWholeQuery(wholeQuery, text, read, found);
    if (found.length === 0) queries.set(text, Object.freeze(read), text.length + 1);
    violations.push(...found);
    return read;
  };

  return {
    read(request, pathValues) {
      const violations: RequestViolation[] = [];
      const pathTexts: Record<string, string> = {};
      const pathRead: Record<string, unknown> = {};
      for (const [index, { name, check }] of path.entries()) {
        const raw = pathValues[index] ?? "";
        const value = check ? check.read(raw) : decodePercent(raw);
        // Another style than `simple` puts a prefix around the value.
        pathTexts[name] =
          typeof value === "string"
            ? value
            : check?.parameter.style === "simple" || typeof value === "object"
              ? decodePercent(raw)
              : String(value);
        pathRead[name] = value;
        check?.check(value, violations);
      }
      const queryRead = readQuery(request.query, violations);
      for (const header of headers) {
        const text = headerText(request.headers, header.parameter.name.toLowerCase());
        header.check(text === undefined ? undefined : header.read(text), violations);
      }
      if (cookies.length > 0) readPairs(cookies, cookieText(request.headers), parseCookiePairs, violations);
      const finish = (body: BodyRead | undefined): Awaitable<ReadRequest> => {
        if (body && !body.ok) return body;
        if (body) violations.push(...body.violations);
        const values = {
          pathTexts,
          path: pathRead,
          query: queryRead,
          body: body?.value,
          bodyType: body?.type ?? "",
          files: body?.files,
        };
        if (violations.length === 0) return { ok: true, values };
        const refused: ReadRequest = { ok: false, problem: validationProblem(status, violations), values };
        if (!isKnownPath || violations.some((violation) => violation.in !== "path")) return refused;
        return isKnownPath(pathTexts).then((isKnown) => (isKnown ? { ok: true, values } : refused));
      };
      const body = readBody?.(request);
      return body instanceof Promise ? body.then(finish) : finish(body);
    },
  };
}

function readPairs(
  checks: ParameterChecks["query"],
  text: string,
  parse: (text: string) => readonly QueryPair[],
  violations: RequestViolation[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (checks.length === 0) return values;
  const pairs = text === "" ? NO_PAIRS : parse(text);
  for (const entry of checks) {
    const value = pairs.length === 0 ? undefined : entry.read(pairs);
    entry.check(value, violations);
    if (value !== undefined) values[entry.parameter.name] = value;
  }
  return values;
}

const NO_PAIRS: readonly QueryPair[] = [];

function readWholeQuery(
  whole: NonNullable<ParameterChecks["wholeQuery"]>,
  text: string,
  values: Record<string, unknown>,
  violations: RequestViolation[],
): void {
  const value = text === "" ? undefined : whole.read(text);
  whole.check(value, violations);
  if (value !== undefined) values[whole.parameter.name] = value;
}

function cookieText(headers: RequestHeaders): string {
  const cookie = headers.cookie;
  return typeof cookie === "string" ? cookie : (cookie?.join("; ") ?? "");
}

import {
  decodePercent,
  type LargeBodies,
  type ParameterCheck,
  parameterChecks,
  parseCookiePairs,
  parseQueryPairs,
  type RequestViolation,
  validationProblem,
  validationStatus,
} from "@onespec/http-requests";
import type { Operation, SchemaRegistry } from "@onespec/spec-core";
import type { Problem } from "../problem.js";
import { bodyReader, type CheckedBody } from "./body-reader.js";
import { WIRE_RULES } from "./wire-rules.js";

/** What came before the body, decoded; and what is wrong with it. */
export interface RequestHead {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  /** `undefined`: as they were sent. */
  readonly headers: Record<string, unknown> | undefined;
  readonly cookies: Record<string, unknown>;
  readonly violations: RequestViolation[];
}

/** Where a plan finds headers; it asks for them only where the action declares some. */
export interface HeaderSource {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How the requests of one action are read and checked. */
export interface RequestPlan {
  /**
   * Decoded parameters, with defaults; violations are gathered, so that all can be told together with those of the body.
   * @param segments raw texts of the path parameters, in the template's order
   * @param query without the question mark
   */
  readHead(source: HeaderSource, segments: readonly string[], query: string): RequestHead;
  /** @param violations of the head @param gone the client is there no more @throws ClientGone */
  readBody(
    body: Buffer | undefined,
    contentType: string | undefined,
    violations: readonly RequestViolation[],
    gone: AbortSignal | undefined,
  ): BodyRead | Promise<BodyRead>;
}

export type BodyRead =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

const NO_BODY: CheckedBody = { ok: true, value: undefined, violations: [] };

export function createRequestPlan(operation: Operation, schemas: SchemaRegistry, large: LargeBodies): RequestPlan {
  const checks = parameterChecks(schemas, operation, WIRE_RULES);
  const path = checks.path.map(({ name, check }) => ({ name, entry: check && withDefault(schemas, check) }));
  const query = checks.query.map((check) => withDefault(schemas, check));
  const wholeQuery = checks.wholeQuery && withDefault(schemas, checks.wholeQuery);
  const cookies = checks.cookies.map((check) => withDefault(schemas, check));
  const headers = checks.headers.map((check) => withDefault(schemas, check));
  const status = validationStatus(operation);
  const bodyOf = operation.requestBody && bodyReader(operation.requestBody, schemas, large);

  return {
    readHead(source, segments, queryText) {
      const violations: RequestViolation[] = [];
      const decoded: Record<string, unknown> | undefined = headers.length === 0 ? undefined : { ...source.headers };
      const head: RequestHead = { params: {}, query: {}, headers: decoded, cookies: {}, violations };
      path.forEach(({ name, entry }, index) => {
        const raw = segments[index] ?? "";
        head.params[name] =
          entry === undefined ? decodePercent(raw) : checked(entry, entry.check.read(raw), violations);
      });
      if (query.length > 0) {
        const pairs = parseQueryPairs(queryText);
        for (const entry of query) put(head.query, entry.check, checked(entry, entry.check.read(pairs), violations));
      }
      if (wholeQuery !== undefined) {
        const value = queryText === "" ? undefined : wholeQuery.check.read(queryText);
        put(head.query, wholeQuery.check, checked(wholeQuery, value, violations));
      }
      if (cookies.length > 0) {
        const pairs = parseCookiePairs([source.headers.cookie ?? ""].flat().join(";"));
        for (const entry of cookies)
          put(head.cookies, entry.check, checked(entry, entry.check.read(pairs), violations));
      }
      if (decoded !== undefined) {
        for (const entry of headers) {
          const name = entry.check.parameter.name.toLowerCase();
          const given = source.headers[name];
          const value = given === undefined ? undefined : entry.check.read([given].flat().join(", "));
          const read = checked(entry, value, violations);
          if (read !== undefined) decoded[name] = read;
        }
      }
      return head;
    },
    readBody(body, contentType, violations, gone) {
      const finish = (read: CheckedBody): BodyRead => {
        if (!read.ok) return read;
        const all = read.violations.length === 0 ? violations : [...violations, ...read.violations];
        return all.length > 0 ? { ok: false, problem: validationProblem(status, all) } : read;
      };
      const read = bodyOf === undefined ? NO_BODY : bodyOf(body, contentType, gone);
      return read instanceof Promise ? read.then(finish) : finish(read);
    },
  };
}

/** A parameter, and what handlers are given where it is not sent. */
interface Entry<Read> {
  readonly check: ParameterCheck<Read>;
  readonly default: unknown;
}

function withDefault<Read>(schemas: SchemaRegistry, check: ParameterCheck<Read>): Entry<Read> {
  const json = schemas.follow(check.parameter.schema.json);
  return { check, default: typeof json === "object" ? json.default : undefined };
}

function put(values: Record<string, unknown>, { parameter }: ParameterCheck<unknown>, value: unknown): void {
  if (value !== undefined) values[parameter.name] = value;
}

/** The value, or its default; what is wrong with it goes to the violations. */
function checked(entry: Entry<unknown>, value: unknown, violations: RequestViolation[]): unknown {
  if (value === undefined && entry.default !== undefined) return ownCopy(entry.default);
  entry.check.check(value, violations);
  return value;
}

/** A handler may change what it was given. */
function ownCopy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}

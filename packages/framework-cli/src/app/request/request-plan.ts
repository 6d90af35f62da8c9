import type { LargeBodies } from "@onespec/http-requests";
import { decodePercent, parseCookiePairs, parseQueryPairs } from "@onespec/http-requests";
import {
  escapeToken,
  type JsonSchema,
  type Operation,
  type Parameter,
  type SchemaRegistry,
  type SchemaValidator,
} from "@onespec/spec-core";
import { type Problem, type RequestPart, type RequestViolation, validationProblem } from "../problem.js";
import { bodyReader, type CheckedBody } from "./body-reader.js";
import type { ValueDecoder } from "./decode-value.js";
import { headerReader, pairsReader, segmentReader } from "./parameter-reader.js";

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
  /** @param violations of the head */
  readBody(
    body: Buffer | undefined,
    contentType: string | undefined,
    violations: readonly RequestViolation[],
  ): BodyRead | Promise<BodyRead>;
}

export type BodyRead =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

interface Entry<R> {
  readonly parameter: Parameter;
  readonly read: R;
  readonly part: RequestPart;
  readonly default: unknown;
  readonly validator: () => SchemaValidator;
}

const NO_BODY: CheckedBody = { ok: true, value: undefined, violations: [] };

/** Headers that OpenAPI describes elsewhere ("Parameter Object", `name`). */
const IGNORED_HEADERS: readonly string[] = ["accept", "content-type", "authorization"];

export function createRequestPlan(
  operation: Operation,
  schemas: SchemaRegistry,
  decoderOf: (schema: JsonSchema) => ValueDecoder,
  large: LargeBodies,
): RequestPlan {
  const entriesOf = <R>(
    place: Parameter["in"],
    create: (parameter: Parameter, decoder: ValueDecoder) => R,
  ): Entry<R>[] =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        parameter,
        read: create(parameter, decoderOf(parameter.schema.json)),
        part: place as RequestPart,
        default: defaultOf(schemas, parameter),
        validator: once(() => schemas.validator(parameter.schema, "request")),
      }));
  const path = new Map(entriesOf("path", segmentReader).map((entry) => [entry.parameter.name, entry]));
  const named = operation.template.parameters.map((name) => ({ name, entry: path.get(name) }));
  const queryNames = operation.parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : []));
  const query = entriesOf("query", (parameter, decoder) =>
    pairsReader(parameter, decoder, new Set(queryNames.filter((name) => name !== parameter.name))),
  );
  const cookies = entriesOf("cookie", (parameter, decoder) => pairsReader(parameter, decoder, new Set()));
  const headers = entriesOf("header", headerReader).filter(
    ({ parameter }) => !IGNORED_HEADERS.includes(parameter.name.toLowerCase()),
  );
  const status = documentsOnly422(operation) ? 422 : 400;
  const bodyOf = operation.requestBody && bodyReader(operation.requestBody, schemas, decoderOf, large);

  return {
    readHead(source, segments, queryText) {
      const violations: RequestViolation[] = [];
      const decoded: Record<string, unknown> | undefined = headers.length === 0 ? undefined : { ...source.headers };
      const head: RequestHead = { params: {}, query: {}, headers: decoded, cookies: {}, violations };
      named.forEach(({ name, entry }, index) => {
        const raw = segments[index] ?? "";
        head.params[name] = entry === undefined ? decodePercent(raw) : checked(entry, entry.read(raw), violations);
      });
      if (query.length > 0) {
        const pairs = parseQueryPairs(queryText);
        for (const entry of query) put(head.query, entry.parameter.name, checked(entry, entry.read(pairs), violations));
      }
      if (cookies.length > 0) {
        const pairs = parseCookiePairs([source.headers.cookie ?? ""].flat().join(";"));
        for (const entry of cookies)
          put(head.cookies, entry.parameter.name, checked(entry, entry.read(pairs), violations));
      }
      if (decoded !== undefined) {
        for (const entry of headers) {
          const name = entry.parameter.name.toLowerCase();
          const given = source.headers[name];
          const value = given === undefined ? undefined : entry.read([given].flat().join(", "));
          put(decoded, name, checked(entry, value, violations));
        }
      }
      return head;
    },
    readBody(body, contentType, violations) {
      const finish = (read: CheckedBody): BodyRead => {
        if (!read.ok) return read;
        const all = read.violations.length === 0 ? violations : [...violations, ...read.violations];
        return all.length > 0 ? { ok: false, problem: validationProblem(status, all) } : read;
      };
      const read = bodyOf === undefined ? NO_BODY : bodyOf(body, contentType);
      return read instanceof Promise ? read.then(finish) : finish(read);
    },
  };
}

function documentsOnly422({ responses }: Operation): boolean {
  const statuses = responses.map((response) => response.status);
  return statuses.includes("422") && !statuses.includes("400");
}

function defaultOf(schemas: SchemaRegistry, { schema }: Parameter): unknown {
  const json = schemas.follow(schema.json);
  return typeof json === "object" ? json.default : undefined;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function put(values: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) values[name] = value;
}

/** The value, or its default; what is wrong with it goes to the violations. */
function checked(entry: Entry<unknown>, value: unknown, violations: RequestViolation[]): unknown {
  const { parameter, part } = entry;
  if (value === undefined) {
    if (!parameter.required || entry.default !== undefined) return ownCopy(entry.default);
    const path = placeOf(entry);
    const params = { missingProperty: parameter.name };
    violations.push({ in: part, path, message: "is required", keyword: "required", params });
    return undefined;
  }
  const validator = entry.validator();
  if (validator.isValid(value) || (value === "" && parameter.allowEmptyValue)) return value;
  for (const violation of validator.violations(value)) {
    violations.push({ ...violation, in: part, path: `${placeOf(entry)}${violation.path}` });
  }
  return value;
}

/** A handler may change what it was given. */
function ownCopy(value: unknown): unknown {
  return typeof value === "object" && value !== null ? structuredClone(value) : value;
}

function placeOf({ parameter, part }: Entry<unknown>): string {
  return `/${escapeToken(part === "header" ? parameter.name.toLowerCase() : parameter.name)}`;
}

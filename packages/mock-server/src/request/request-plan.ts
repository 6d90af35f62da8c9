import {
  decodeQueryText,
  type LargeBodies,
  nestByBrackets,
  parseCookiePairs,
  parseJsonText,
  parseQueryPairs,
  type QueryPair,
  type WireValue,
} from "@onespec/http-requests";
import {
  escapeToken,
  type Operation,
  type Parameter,
  type SchemaRegistry,
  type SchemaValidator,
} from "@onespec/spec-core";
import {
  type Problem,
  type ProblemDetail,
  type RequestPart,
  type RequestViolation,
  validationProblem,
} from "../errors/problem.js";
import { RecentCache } from "../response/recent-cache.js";
import { headerText, type MockRequest, type RequestHeaders } from "../server/mock-request.js";
import { decodeSegment } from "../server/path-router.js";
import type { Awaitable } from "../store/record-store.js";
import { type BodyRead, bodyReader } from "./body-reader.js";
import { coerceValue } from "./coerce-value.js";
import { headerReader, pairsReader, pathReader } from "./parameter-reader.js";
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

interface ParameterCheck<R> {
  readonly parameter: Parameter;
  readonly read: R;
  readonly validator: () => SchemaValidator;
}

/** Headers that OpenAPI describes elsewhere, so that parameters of their names count for nothing ("Parameter Object", `name`). */
const IGNORED_HEADERS = new Set(["accept", "content-type", "authorization"]);

/** In characters. */
const REMEMBERED_QUERIES = 50_000;

const NO_VALUES: Readonly<Record<string, unknown>> = Object.freeze({});

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
  const check = <R>(parameter: Parameter, read: R): ParameterCheck<R> => {
    let compiled: SchemaValidator | undefined;
    const validator = (): SchemaValidator => {
      compiled ??= schemas.validator(parameter.schema, "request");
      return compiled;
    };
    return { parameter, read, validator };
  };
  const located = (place: Parameter["in"]): Parameter[] =>
    operation.parameters.filter((parameter) => parameter.in === place);
  const names = operation.template.parameters;
  const declared = new Map(located("path").map((p) => [p.name, check(p, pathReader(schemas, p))]));
  const path = names.map((name) => ({ name, check: declared.get(name) }));
  const queryNames = located("query").map(({ name }) => name);
  const query = located("query").map((p) => {
    const others = new Set(queryNames.filter((name) => name !== p.name));
    return check(p, pairsReader(schemas, p, others));
  });
  const cookies = located("cookie").map((p) => check(p, pairsReader(schemas, p)));
  const headers = located("header")
    .filter((p) => !IGNORED_HEADERS.has(p.name.toLowerCase()))
    .map((p) => check(p, headerReader(schemas, p)));
  const [wholeQuery] = located("querystring");
  const status = validationStatus(operation);
  const readBody = operation.requestBody && bodyReader(schemas, operation, operation.requestBody, large);

  /** A query that was found right is not read again: clients ask the same time and again. */
  const queries = new RecentCache<string, Record<string, unknown>>(REMEMBERED_QUERIES);
  const readQuery = (text: string, violations: RequestViolation[]): Readonly<Record<string, unknown>> => {
    const known = queries.get(text);
    if (known) return known;
    const found: RequestViolation[] = [];
    const read = readPairs(query, "query", text, parseQueryPairs, found);
    if (wholeQuery) readWholeQuery(schemas, wholeQuery, text, read, found);
    if (found.length === 0) queries.set(text, Object.freeze(read), text.length + 1);
    violations.push(...found);
    return read;
  };

  return {
    read(request, pathValues) {
      const violations: RequestViolation[] = [];
      const pathTexts: Record<string, string> = {};
      const pathRead: Record<string, unknown> = {};
      for (const [index, { name, check: entry }] of path.entries()) {
        const raw = pathValues[index] ?? "";
        const value = entry ? entry.read(raw) : decodeSegment(raw);
        // Another style than `simple` puts a prefix around the value.
        pathTexts[name] =
          typeof value === "string"
            ? value
            : entry?.parameter.style === "simple" || typeof value === "object"
              ? decodeSegment(raw)
              : String(value);
        pathRead[name] = value;
        if (entry) checkValue(entry, "path", value, violations);
      }
      const queryRead = readQuery(request.query, violations);
      for (const entry of headers) {
        const text = headerText(request.headers, entry.parameter.name.toLowerCase());
        checkValue(entry, "header", text === undefined ? undefined : entry.read(text), violations);
      }
      if (cookies.length > 0) readPairs(cookies, "cookie", cookieText(request.headers), parseCookiePairs, violations);
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

/** 400, or 422 where only that is documented. */
export function validationStatus(operation: Operation): number {
  const documented = new Set(operation.responses.map((response) => response.status));
  return documented.has("422") && !documented.has("400") ? 422 : 400;
}

function checkValue(
  { parameter, validator }: ParameterCheck<unknown>,
  part: RequestPart,
  value: unknown,
  violations: RequestViolation[],
): void {
  if (value === undefined && !parameter.required) return;
  const compiled = validator();
  if (value !== undefined && compiled.isValid(value)) return;
  if (value === "" && parameter.allowEmptyValue) return;
  const name = part === "header" ? parameter.name.toLowerCase() : parameter.name;
  const place = `/${escapeToken(name)}`;
  if (value === undefined) {
    const params = { missingProperty: parameter.name };
    violations.push({ in: part, path: place, message: "is required", keyword: "required", params });
    return;
  }
  for (const violation of compiled.violations(value)) {
    violations.push({ ...violation, in: part, path: `${place}${violation.path}` });
  }
}

function readPairs(
  checks: readonly ParameterCheck<(pairs: readonly QueryPair[]) => unknown>[],
  part: RequestPart,
  text: string,
  parse: (text: string) => readonly QueryPair[],
  violations: RequestViolation[],
): Record<string, unknown> {
  if (checks.length === 0) return { ...NO_VALUES };
  const pairs = text === "" ? NO_PAIRS : parse(text);
  const values: Record<string, unknown> = {};
  for (const entry of checks) {
    const value = pairs.length === 0 ? undefined : entry.read(pairs);
    checkValue(entry, part, value, violations);
    if (value !== undefined) values[entry.parameter.name] = value;
  }
  return values;
}

const NO_PAIRS: readonly QueryPair[] = [];

/** OpenAPI 3.2, `in: querystring`: the whole query is one value, described by a media type. */
function readWholeQuery(
  schemas: SchemaRegistry,
  parameter: Parameter,
  text: string,
  values: Record<string, unknown>,
  violations: RequestViolation[],
): void {
  const value = text === "" ? undefined : parseWholeQuery(schemas, parameter, text);
  const validator = (): SchemaValidator => schemas.validator(parameter.schema, "request");
  checkValue({ parameter, read: undefined, validator }, "query", value, violations);
  if (value !== undefined) values[parameter.name] = value;
}

function parseWholeQuery(schemas: SchemaRegistry, parameter: Parameter, text: string): unknown {
  if (parameter.content && /[/+]json\b/.test(parameter.content.type)) {
    try {
      return parseJsonText(decodeQueryText(text));
    } catch {
      return text;
    }
  }
  const pairs = parseQueryPairs(text).map(({ name, raw }): [string, WireValue] => [name, decodeQueryText(raw)]);
  return coerceValue(schemas, parameter.schema.json, nestByBrackets(pairs));
}

function cookieText(headers: RequestHeaders): string {
  const cookie = headers.cookie;
  return typeof cookie === "string" ? cookie : (cookie?.join("; ") ?? "");
}

import {
  getOrMake,
  isObject,
  type JsonSchema,
  joinPointer,
  type Operation,
  objectProperties,
  propertyStripper,
  RecentCache,
  type Schema,
  type SchemaRegistry,
  type SchemaValidator,
  type SchemaViolation,
  type Stripper,
  schemaShape,
} from "@onespec/spec-core";
import type { RequestValues } from "../model/contract-call.js";
import { type Awaitable, headerText, type RequestTarget } from "../model/message.js";
import type { Problem } from "../model/problem.js";
import {
  MISSING_BODY,
  type RequestViolation,
  validationProblem,
  validationStatus,
} from "../model/request-violation.js";
import type { PlacedFile } from "../model/sent-file.js";
import { type ParameterCheck, type ParameterChecks, parameterChecks } from "../parameters/parameters.js";
import { JSON_PATCH } from "../patch/apply-patch.js";
import { isJsonType, isXmlType } from "../wire/media-type.js";
import { decodePercent, parseCookiePairs, parseQueryPairs, type QueryPair } from "../wire/text-values.js";
import type { ReadBody } from "./read-body.js";

export type ReadRequest =
  | { readonly ok: true; readonly values: RequestValues }
  /** `values`: the readable part of a request that breaks the contract. */
  | { readonly ok: false; readonly problem: Problem; readonly values: RequestValues };

/** A request without its body: its values, and its violations so far. */
export interface RequestHead {
  readonly values: RequestValues;
  readonly violations: readonly RequestViolation[];
}

/**
 * Reads and validates the requests of one operation. It is built once; later it does not read the description again.
 */
export interface RequestReader {
  /** @param segments raw texts of the path parameters, in the template's order */
  readHead(target: RequestTarget, segments: readonly string[]): RequestHead;
  /** Adds the body, and reports all violations at once. @param body `undefined`: none was sent */
  readBody(head: RequestHead, body: ReadBody | undefined): Awaitable<ReadRequest>;
}

export interface ReaderOptions {
  /** Fills in the defaults of parameters that were not sent. */
  readonly defaults: boolean;
  /** Accepts a path whatever the schemas of its parameters say, by the parameters' texts. */
  readonly isKnownPath?: ((texts: Readonly<Record<string, string>>) => Promise<boolean>) | undefined;
}

/** In characters. */
const REMEMBERED_QUERIES = 50_000;
/**
 * Has no prototype, since a parameter may be called `constructor` or `__proto__`. Faster than `Object.create(null)`.
 */
// biome-ignore lint/complexity/useArrowFunction: `new` takes no arrow function
const Values = function () {} as unknown as new () => Record<string, never>;
Values.prototype = Object.create(null);

const EMPTY: Readonly<Record<string, never>> = Object.freeze(createValues<never>());
const NONE: readonly RequestViolation[] = [];

export function createRequestReader(
  schemas: SchemaRegistry,
  operation: Operation,
  { defaults, isKnownPath }: ReaderOptions,
): RequestReader {
  const checks = parameterChecks(schemas, operation);
  const status = validationStatus(operation);
  const checkBody = createBodyCheck(schemas, operation);

  /** Caches valid queries, because clients often repeat them. */
  const queries = new RecentCache<string, Readonly<Record<string, unknown>>>(REMEMBERED_QUERIES);
  const hasQuery = checks.query.length > 0 || checks.wholeQuery !== undefined;
  const readQuery = (text: string, violations: RequestViolation[]): Readonly<Record<string, unknown>> => {
    if (!hasQuery) return EMPTY;
    const known = queries.get(text);
    if (known) return known;
    const found: RequestViolation[] = [];
    const read = readPairs(checks.query, text, parseQueryPairs, found, defaults);
    if (checks.wholeQuery) {
      const value = text === "" ? undefined : checks.wholeQuery.read(text);
      checks.wholeQuery.check(value, found);
      if (value !== undefined) read[checks.wholeQuery.parameter.name] = value;
    }
    if (found.length === 0) queries.set(text, Object.freeze(read), text.length + 1);
    violations.push(...found);
    return read;
  };

  const readHeaders = (target: RequestTarget, violations: RequestViolation[]): Record<string, unknown> => {
    const read = createValues();
    for (const header of checks.headers) {
      const name = header.parameter.name.toLowerCase();
      const text = headerText(target.headers, name);
      const value = orDefault(header, text === undefined ? undefined : header.read(text), defaults);
      header.check(value, violations);
      if (value !== undefined) read[name] = value;
    }
    return read;
  };

  return {
    readHead(target, segments) {
      const violations: RequestViolation[] = [];
      const pathTexts = createValues<string>();
      const path = createValues();
      for (let index = 0; index < checks.path.length; index += 1) {
        const { name, check } = checks.path[index] as ParameterChecks["path"][number];
        const raw = segments[index] ?? "";
        const value = check ? check.read(raw) : decodePercent(raw);
        pathTexts[name] = pathText(value, raw, check?.parameter.style);
        path[name] = value;
        check?.check(value, violations);
      }
      const query = readQuery(target.query, violations);
      const headers = checks.headers.length === 0 ? EMPTY : readHeaders(target, violations);
      const cookies =
        checks.cookies.length === 0
          ? EMPTY
          : readPairs(checks.cookies, cookieText(target), parseCookiePairs, violations, defaults);
      return { values: { path, pathTexts, query, headers, cookies, body: undefined, bodyType: "" }, violations };
    },
    readBody(head, sent) {
      const found: RequestViolation[] = [];
      const body = checkBody?.(sent, found);
      const { path, pathTexts, query, headers, cookies } = head.values;
      const values = body
        ? { path, pathTexts, query, headers, cookies, body: body.value, bodyType: body.type, files: sent?.files }
        : head.values;
      const violations = found.length === 0 ? head.violations : [...head.violations, ...found];
      if (violations.length === 0) return { ok: true, values };
      const refused: ReadRequest = { ok: false, problem: validationProblem(status, violations), values };
      if (!isKnownPath || violations.some((violation) => violation.in !== "path")) return refused;
      return isKnownPath(values.pathTexts).then((isKnown) => (isKnown ? { ok: true, values } : refused));
    },
  };
}

function createValues<Value = unknown>(): Record<string, Value> {
  return new Values();
}

/** Another style than `simple` puts a prefix around the value. */
function pathText(value: unknown, raw: string, style: string | undefined): string {
  if (typeof value === "string") return value;
  return style === "simple" || typeof value === "object" ? decodePercent(raw) : String(value);
}

function readPairs(
  checks: ParameterChecks["query"],
  text: string,
  parse: (text: string) => readonly QueryPair[],
  violations: RequestViolation[],
  defaults: boolean,
): Record<string, unknown> {
  const values = createValues();
  if (checks.length === 0) return values;
  const pairs = text === "" ? NO_PAIRS : parse(text);
  for (const entry of checks) {
    const value = orDefault(entry, pairs.length === 0 ? undefined : entry.read(pairs), defaults);
    entry.check(value, violations);
    entry.checkReserved(pairs, violations);
    if (value !== undefined) values[entry.parameter.name] = value;
  }
  return values;
}

const NO_PAIRS: readonly QueryPair[] = [];

/** Defaults are copied, because a handler may change the values it gets. */
function orDefault(check: ParameterCheck<unknown>, value: unknown, defaults: boolean): unknown {
  if (value !== undefined || !defaults || check.default === undefined) return value;
  return typeof check.default === "object" ? structuredClone(check.default) : check.default;
}

function cookieText({ headers: { cookie } }: RequestTarget): string {
  return typeof cookie === "string" ? cookie : (cookie?.join("; ") ?? "");
}

/** Validates a body and removes readOnly properties, which only the server sets (OpenAPI 3.1, "Schema Object"). */
type BodyCheck = (
  sent: ReadBody | undefined,
  violations: RequestViolation[],
) => { readonly value: unknown; readonly type: string } | undefined;

interface SchemaCheck {
  readonly strip: Stripper | undefined;
  readonly validator: SchemaValidator;
}

function createBodyCheck(schemas: SchemaRegistry, { method, requestBody }: Operation): BodyCheck | undefined {
  if (!requestBody) return undefined;
  const checks = new Map<Schema, SchemaCheck>();
  const checkOf = (schema: Schema): SchemaCheck => {
    return getOrMake(checks, schema, () => ({
      strip: isReadOnly(schemas, schema) ? undefined : propertyStripper(schemas, schema, "readOnly"),
      validator: schemas.validator(schema, "request"),
    }));
  };
  return (sent, violations) => {
    if (sent === undefined || sent.value === undefined) {
      if (requestBody.required) violations.push(MISSING_BODY);
      return undefined;
    }
    const { media, type, files } = sent;
    const schema = media?.schema;
    if (!schema || !isChecked(schemas, schema, type)) return { value: sent.value, type };
    // Kubernetes describes every patch as an object. The operations of a JSON Patch are validated when it is applied.
    if (type === JSON_PATCH && Array.isArray(sent.value) && !schemaShape(schemas, schema.json).types.has("array"))
      return { value: sent.value, type };
    const { strip, validator } = checkOf(schema);
    const value = strip ? strip(sent.value) : sent.value;
    const found = violationsOf(validator, value, type);
    const all = files ? withFileViolations(schemas, schema, files, found) : found;
    for (const violation of [...all, ...(sent.violations ?? NONE)]) violations.push({ ...violation, in: "body" });
    return method === "patch" ? asDescribedPatch(value, type) : { value, type };
  };
}

/** True if all properties are readOnly. Such a body would always be empty, so its properties are taken as sent. */
function isReadOnly(schemas: SchemaRegistry, { json }: Schema): boolean {
  const properties = [...objectProperties(schemas, json).values()];
  return properties.length > 0 && properties.every(({ readOnly }) => readOnly);
}

/** A property that a merge patch removes needs no schema that allows null (RFC 7396). */
function violationsOf(validator: SchemaValidator, value: unknown, type: string): readonly SchemaViolation[] {
  if (validator.isValid(value)) return NONE;
  if (type !== "application/merge-patch+json") return validator.violations(value);
  const kept = withoutNulls(value);
  return validator.isValid(kept) ? NONE : validator.violations(kept);
}

function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(kept.map(([name, field]) => [name, withoutNulls(field)]));
}

const FORMS = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Bodies that are not parsed (CSV, images, ...) are not validated. Text is validated if the schema describes text. */
function isChecked(schemas: SchemaRegistry, schema: Schema, type: string): boolean {
  if (isJsonType(type) || FORMS.has(type) || isXmlType(type)) return true;
  return schemaShape(schemas, schema.json).types.has("string");
}

/** A body and its media type. */
interface TypedBody {
  readonly value: unknown;
  readonly type: string;
}

/**
 * Reads the body of a `PATCH` whose media type and schema disagree. Some generators write `application/json-patch+json`
 * for any JSON. An object is then read as changed fields, or as an object that contains the operations. Some APIs
 * accept the operations of RFC 6902 as `application/json`, alone or with a comment: `{ patch: [...], comment }`.
 */
function asDescribedPatch(value: unknown, type: string): TypedBody {
  if (Array.isArray(value)) {
    if (type !== "application/json" || value.length === 0 || !value.every(isOperation)) return { value, type };
    // The schema allows any text as a path. If it is not a pointer, the patch changes nothing.
    return value.every(isPointed) ? { value, type: JSON_PATCH } : { value: {}, type };
  }
  if ((type !== JSON_PATCH && type !== "application/json") || !isObject(value)) return { value, type };
  const { patch, operations: others } = value;
  const operations = patch ?? others;
  const isPatch = Array.isArray(operations) && operations.length > 0 && operations.every(isOperation);
  if (isPatch && operations.every(isPointed)) return { value: operations, type: JSON_PATCH };
  return { value, type: "application/json" };
}

function isPointed({ path }: { readonly path: string }): boolean {
  return path === "" || path.startsWith("/");
}

function isOperation(value: unknown): value is { readonly op: string; readonly path: string } {
  if (typeof value !== "object" || value === null) return false;
  const { op, path } = value as { readonly op?: unknown; readonly path?: unknown };
  return typeof op === "string" && typeof path === "string";
}

/** Keywords that ask something of a text, which bytes that were put aside are not. */
const OF_TEXT = new Set(["minLength", "maxLength", "pattern", "format", "enum", "const"]);

/** Replaces the violations of files in the file store by those of their sizes. */
function withFileViolations(
  schemas: SchemaRegistry,
  schema: Schema,
  files: readonly PlacedFile[],
  violations: readonly SchemaViolation[],
): readonly SchemaViolation[] {
  const aside = new Map(
    files.flatMap(({ place, file }) => (file.content ? [[joinPointer("", ...place), { place, file }] as const] : [])),
  );
  if (aside.size === 0) return violations;
  const others = violations.filter(({ path, keyword }) => !(aside.has(path) && OF_TEXT.has(keyword)));
  const ofSize = [...aside].flatMap(([path, { place, file }]) => {
    const json = schemas.follow(jsonAt(schemas, schema.json, place));
    if (typeof json !== "object") return [];
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = json;
    if (file.size < minLength) return [violation(path, "minLength", `has fewer than ${minLength} bytes`, minLength)];
    if (file.size > maxLength) return [violation(path, "maxLength", `has more than ${maxLength} bytes`, maxLength)];
    return [];
  });
  return [...others, ...ofSize];
}

function violation(path: string, keyword: string, message: string, limit: number): SchemaViolation {
  return { path, keyword, message, params: { limit } };
}

function jsonAt(schemas: SchemaRegistry, json: JsonSchema, place: readonly string[]): JsonSchema {
  return place.reduce((current: JsonSchema, name) => {
    const { properties, items, additional } = schemaShape(schemas, current);
    return properties.get(name)?.schema ?? items ?? additional ?? true;
  }, json);
}

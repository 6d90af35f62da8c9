import { isDeepStrictEqual } from "node:util";
import {
  type ApiDescription,
  getOrMake,
  type MediaType,
  type Operation,
  type SchemaRegistry,
  schemaShape,
} from "@onespec/spec-core";
import { essence, isJsonType, isXmlType } from "../wire/media-type.js";

/** The body of errors that an operation does not document. */
export type SharedErrors = (operation: Operation, status: number) => MediaType | undefined;

interface ErrorBody {
  readonly status: string;
  readonly content: readonly MediaType[];
}

/**
 * Finds the media type and schema of an operation's undocumented error. It is the one that all documented errors of the
 * operation share, or extend with `allOf`. If the operation documents no errors, those of the whole API count. The
 * schema of a single status may be special, so a shared one must be used for several statuses, or by nearly all errors
 * of the API. If the errors differ, first those with the same status are compared, then those that are not about
 * validation. If the API documents no error at all, uses the body of the success if it has a list `errors`.
 */
export function createSharedErrors(api: Pick<ApiDescription, "operations" | "schemas">): SharedErrors {
  let all: readonly ErrorBody[] | undefined;
  const found = new Map<Operation, Map<number, MediaType | undefined>>();
  return (operation, status) => {
    const known = getOrMake(found, operation, () => new Map<number, MediaType | undefined>());
    if (known.has(status)) return known.get(status);
    all ??= api.operations.flatMap(errorsOf);
    const own = errorsOf(operation);
    const every = all;
    const shared =
      own.length > 0
        ? firstOf(alike(own, status), (errors) => commonBody(api.schemas, errors))
        : firstOf(alike(every, status), mainBody);
    const general = shared && isGeneral(shared, every) ? shared : undefined;
    const media = every.length === 0 ? errorsInSuccess(api, operation) : general;
    const body = media && { ...media, examples: [] };
    known.set(status, body);
    return body;
  };
}

/**
 * The groups to compare: all errors, those with the same status, and those that are not about validation. The last one
 * is left out if the status itself is about validation.
 */
function alike(errors: readonly ErrorBody[], status: number): readonly (readonly ErrorBody[])[] {
  const same = errors.filter((error) => error.status === String(status));
  const others = VALIDATION.has(String(status)) ? [] : errors.filter((error) => !VALIDATION.has(error.status));
  return [errors, same, others].filter((list) => list.length > 0);
}

const VALIDATION = new Set(["400", "422"]);

function firstOf<T, R>(values: readonly T[], find: (value: T) => R | undefined): R | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** `{ customer, errors: [{ code, detail }] }` of a success, which need not have the customer. */
function errorsInSuccess(
  { schemas }: Pick<ApiDescription, "schemas">,
  { responses }: Operation,
): MediaType | undefined {
  const [media] = responses.find(({ status }) => status.startsWith("2"))?.content ?? [];
  const { properties } = schemaShape(schemas, media?.schema?.json ?? true);
  const errors = properties.get("errors");
  const { items } = schemaShape(schemas, errors?.schema ?? true);
  const isList = items !== undefined && schemaShape(schemas, items).properties.size > 0;
  const isOpen = [...properties.values()].every((property) => property === errors || !property.required);
  return media && isList && isOpen && isReadable(media) ? media : undefined;
}

/** Skips errors without a body. */
function errorsOf({ responses }: Operation): readonly ErrorBody[] {
  return responses.filter(({ status, content }) => /^(?:[45]|default$)/.test(status) && content.length > 0);
}

function commonBody(schemas: SchemaRegistry, errors: readonly ErrorBody[]): MediaType | undefined {
  const bodies = errors.map(({ content }) => (content.length === 1 ? content[0] : undefined));
  return bodies.find(
    (media) => media && bodies.every((other) => isSame(other, media) || extendsIt(schemas, other, media)),
  );
}

/** A `ValidationProblem` that is `allOf` a `Problem` and more. */
function extendsIt(schemas: SchemaRegistry, other: MediaType | undefined, { schema, type }: MediaType): boolean {
  if (!schema || !other?.schema || other.type !== type) return false;
  const [target, base] = [schemas.follow(other.schema.json), schemas.follow(schema.json)];
  return typeof target === "object" && target.allOf?.some((part) => schemas.follow(part) === base) === true;
}

/** The body of nearly all errors. */
function mainBody(errors: readonly ErrorBody[]): MediaType | undefined {
  const others = Math.floor(errors.length * (1 - NEARLY_ALL));
  const likely = errors
    .slice(0, others + 1)
    .flatMap(({ content: [media, ...more] }) => (more.length > 0 ? [] : (media ?? [])));
  const isMain = (media: MediaType): boolean =>
    errors.filter(({ content }) => content.length !== 1 || !isSame(content[0], media)).length <= others;
  return likely.find(isMain);
}

function isGeneral(media: MediaType, errors: readonly ErrorBody[]): boolean {
  // Clients that read JSON or XML would not get a plain text from the operations that document no error.
  if (!isReadable(media)) return false;
  // RFC 9457 made this type for every error.
  if (essence(media.type) === "application/problem+json") return true;
  const own = errors.filter(({ content }) => content.some((other) => isSame(other, media)));
  // An operation that answers a picture documents its errors under the same media type.
  const readable = errors.filter(({ content }) => content.some(isReadable));
  if (own.length >= readable.length * NEARLY_ALL && own.length >= MANY) return true;
  const statuses = new Set(own.map(({ status }) => status));
  return statuses.size > 1 || [...statuses].some((status) => !/^\d{3}$/.test(status));
}

/** If this many errors have one schema and nearly none has another, the API uses it for all errors. */
const MANY = 3;
const NEARLY_ALL = 0.9;

function isReadable({ type }: MediaType): boolean {
  return isJsonType(type) || isXmlType(type) || type === "*/*";
}

function isSame(one: MediaType | undefined, other: MediaType): boolean {
  if (!one?.schema || !other.schema || one.type !== other.type) return false;
  return one.schema.uri === other.schema.uri || isDeepStrictEqual(one.schema.json, other.schema.json);
}

import { schemaAt, writtenProperties } from "@onespec/http-contract";
import {
  type ApiDescription,
  foldName,
  getOrMake,
  type JsonSchema,
  keywordsOf,
  nameWords,
  type ObjectProperty,
  type Operation,
  objectProperties,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
  schemaShape,
  VERSION,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import { propertiesOf } from "../model/schema-questions.js";
import type { JsonObject } from "../store/record-store.js";

/**
 * Sets the creation and change times of a record, and counts the changes in its `version`. A record without such properties stays
 * unchanged.
 */
export interface RecordMoments {
  /** The values of a record created now, by name; top-level properties only. */
  known(now: number): JsonObject;
  /** @param written the sent properties: their times stay, even null */
  made(record: JsonObject, now: number, written?: JsonObject): JsonObject;
  /** @param before the record before the change: unchanged nested objects keep their times */
  changed(record: JsonObject, now: number, before?: JsonObject): JsonObject;
}

type Written = Pick<ApiDescription, "schemas" | "document">;

/** A resource, or a single document. */
type Keeper = Pick<Resource, "schema" | "roles"> & { readonly id: Pick<Resource["id"], "property"> };

interface MomentProperty {
  readonly place: RecordPlace;
  readonly kind: "made" | "changed";
  /** Clients may write it. Then the time is set only if the new record has none. */
  readonly isClients: boolean;
  /** The time in the notation of the schema; `undefined` if no notation is valid. */
  write(now: number): unknown;
}

/**
 * Finds the properties by name and schema: `createdAt`, `updated`, `last_modified` and similar names. One more sign is needed: the format
 * `date-time` or `date`, an example of a time, a name that ends in `_at`, `_on` or `_time`, or a description of a number as a time since
 * 1970. A property that clients can write is set in a new record without a value, if the schema marks no property as readOnly.
 */
export function createRecordMoments({ schemas, document }: Written, keeper: Keeper): RecordMoments {
  const properties = momentProperties(schemas, document, keeper);
  const set = (
    record: JsonObject,
    now: number,
    kinds: readonly string[],
    { before, written }: { readonly before?: JsonObject | undefined; readonly written?: JsonObject | undefined },
  ): JsonObject => {
    let changed: unknown = record;
    for (const { place, kind, isClients, write } of properties) {
      const holder = place[0] ?? "";
      const there = valueAtPlace(changed, place) ?? valueAtPlace(written, place);
      if (isClients && (!kinds.includes("made") || there !== undefined)) continue;
      if (before && place.length > 1 && Object.is(before[holder], record[holder])) continue;
      const value = kinds.includes(kind) ? write(now) : undefined;
      if (value !== undefined && valueAtPlace(changed, place) !== value) changed = withValueAt(changed, place, value);
    }
    return changed as JsonObject;
  };
  const versions = versionProperties(schemas, keeper);
  const counted = (record: JsonObject): JsonObject => {
    const next = versions.flatMap((name): [string, number][] => {
      const before = record[name];
      return Number.isSafeInteger(before) ? [[name, (before as number) + 1]] : [];
    });
    return next.length === 0 ? record : { ...record, ...Object.fromEntries(next) };
  };
  const top = properties.filter(({ place, isClients }) => place.length === 1 && !isClients);
  return {
    known(now) {
      const values: Record<string, unknown> = {};
      for (const { place, write } of top) {
        const value = write(now);
        if (value !== undefined) values[place[0] as string] = value;
      }
      return values;
    },
    made: (record, now, written = record) => set(record, now, ["made", "changed"], { written }),
    changed: (record, now, before) => set(counted(record), now, ["changed"], { before }),
  };
}

/** The integers that count the changes of a record and that clients do not write. An update may send the version that it knows. */
function versionProperties(schemas: SchemaRegistry, { schema, roles }: Keeper): readonly string[] {
  const named = propertiesOf(schemas, schema.json).filter(({ name }) => VERSION.test(name));
  if (named.length === 0) return [];
  const written = new Set(
    (roles.create ? [roles.create] : [roles.replace, roles.update])
      .flatMap((operation) => writtenProperties(schemas, operation))
      .flatMap(({ name, readOnly }) => (readOnly ? [] : [name])),
  );
  return named.flatMap(({ name, schema: json, readOnly }) => {
    const { types, values } = schemaShape(schemas, json);
    const isServers = readOnly || (written.size > 0 && !written.has(name));
    return types.has("integer") && values.length === 0 && isServers ? [name] : [];
  });
}

function momentProperties(
  schemas: SchemaRegistry,
  document: Written["document"],
  { schema, id, roles }: Keeper,
): readonly MomentProperty[] {
  const writers = [roles.create, roles.replace, roles.update].filter((operation) => operation !== undefined);
  const written = writers.flatMap((operation) => writtenProperties(schemas, operation));
  const isWritten = (place: RecordPlace): boolean => {
    const [top = "", ...inner] = place;
    const declared = written.filter(({ name, readOnly }) => name === top && !readOnly);
    if (inner.length === 0) return declared.length > 0;
    return declared.some(({ schema: json }) => {
      const holder = schemaAt(schemas, schemas.schemaOf(json), inner.slice(0, -1));
      const property = holder && objectProperties(schemas, holder.json).get(inner.at(-1) ?? "");
      return property !== undefined && !property.readOnly;
    });
  };
  // Without a declared request body, only `readOnly` marks properties that the server sets.
  const isServers = (place: RecordPlace, { readOnly }: ObjectProperty): boolean =>
    readOnly || (written.length > 0 && !isWritten(place));
  const marksServers = propertiesOf(schemas, schema.json).some(({ readOnly }) => readOnly);
  const done = participles(roles.create);
  const isDone = (name: string): boolean =>
    isTellingName(name) && done.includes(foldName(name).replace(/(?:at|on|date|time|timestamp)$/, ""));
  const holders = new Map(
    [[], id.property?.slice(0, -1) ?? [], ["attributes"]].map((place) => [place.join("/"), place]),
  );
  return [...holders.values()].flatMap((holder) => {
    const json = schemaAt(schemas, schema, holder)?.json;
    const properties = json === undefined ? [] : propertiesOf(schemas, json);
    return properties.flatMap((property): MomentProperty[] => {
      const place = [...holder, property.name];
      const kind = momentKind(property.name) ?? (isDone(property.name) ? "made" : undefined);
      const isClients = !isServers(place, property);
      if (isClients && (marksServers || !isTellingName(property.name))) return [];
      const write = kind && momentWriter(schemas, document, property);
      return kind && write ? [{ place, kind, isClients, write }] : [];
    });
  });
}

/** The participles of the verbs that create a record: `placed` for `placeOrder` and "Place an order". */
export function participles(create: Operation | undefined): readonly string[] {
  const verbs = [create?.id, create?.summary].flatMap((text) => nameWords(text ?? "").slice(0, 1));
  return verbs.flatMap((verb) => [
    `${verb}d`,
    `${verb}ed`,
    `${verb}${verb.at(-1)}ed`,
    verb.replace(/y$/, "ied"),
    verb.replace(/^send$/, "sent"),
  ]);
}

function momentWriter(
  schemas: SchemaRegistry,
  document: Written["document"],
  { name, schema: json }: ObjectProperty,
): ((now: number) => unknown) | undefined {
  const validator = schemas.validator(schemas.schemaOf(json), "response");
  let valid: Notation | undefined;
  let last: { readonly now: number; readonly value: unknown } | undefined;
  const notations = notationsOf(schemas, document, json, isTellingName(name));
  if (notations.length === 0) return undefined;
  return (now) => {
    valid ??= notations.find((notation) => validator.isValid(notation(now)));
    // Cached, because many requests arrive in the same millisecond.
    if (last?.now !== now) last = { now, value: valid?.(now) };
    return last.value;
  };
}

type Notation = (now: number) => unknown;

/**
 * The notations in which a schema may write times, best first: as its example, else as its format and text say. Times have only seconds if
 * all times in the description do.
 * @param isTold the name says that it is a time, even without a format
 */
function notationsOf(
  schemas: SchemaRegistry,
  document: Written["document"],
  json: JsonSchema,
  isTold: boolean,
): readonly Notation[] {
  const { types, values } = schemaShape(schemas, json);
  if (values.length > 0) return [];
  const parts = branchesOf(schemas, json);
  const formats = parts.map(({ format }) => format);
  const instant = (now: number): string => new Date(now).toISOString();
  const second = (now: number): string => `${instant(now).slice(0, 19)}Z`;
  const [example] = parts.flatMap(({ examples = [] }) => examples).filter((one) => one !== null);
  const shown = notationOf(example);
  if (formats.includes("date-time"))
    return [...(shown ? [shown] : []), ...(writesSeconds(document) ? [second, instant] : [instant, second])];
  if (formats.includes("date")) return [(now) => instant(now).slice(0, 10)];
  if (types.has("string")) return shown ? [shown] : isTold && example === undefined ? [instant] : [];
  if (!types.has("integer") && !types.has("number")) return [];
  const words = parts.map(({ description, title }) => `${title ?? ""} ${description ?? ""}`).join(" ");
  if (/\b(?:milli-?seconds?|millis|ms)\b/i.test(words)) return [(now) => now];
  if (shown) return [shown];
  const isSeconds =
    isTold ||
    formats.some((format) => format !== undefined && /unix|epoch|timestamp/i.test(format)) ||
    /\b(?:unix|epoch|timestamp|seconds since|since 1970)\b/i.test(words);
  return isSeconds ? [(now) => Math.floor(now / 1000)] : [];
}

/** A time in the notation of the description: only to the second if all its times are. */
export function instantText(document: Written["document"], now: number): string {
  const text = new Date(now).toISOString();
  return writesSeconds(document) ? `${text.slice(0, 19)}Z` : text;
}

/** True if the description contains timestamps, and the first 500 have only seconds. */
function writesSeconds(document: Written["document"]): boolean {
  return getOrMake(secondsWritten, document, () => {
    let read = 0;
    for (const text of momentsIn(document)) {
      if (text.includes(".")) return false;
      read++;
      if (read === ENOUGH_MOMENTS) break;
    }
    return read > 0;
  });
}

const ENOUGH_MOMENTS = 500;

const secondsWritten = new WeakMap<object, boolean>();

function* momentsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield* value.match(WRITTEN) ?? [];
  else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* momentsIn(part);
}

const WRITTEN = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)\b/g;

const ISO = /^\d{4}-\d\d-\d\d(?:([T ])\d\d:\d\d:\d\d(\.\d+)?( ?(?:Z|[+-]00(?::?00)?|UTC|GMT))?)?$/i;

/** The notation of an example; `undefined` if it is not a time, or has another time zone. */
function notationOf(example: unknown): Notation | undefined {
  if (typeof example === "number") {
    if (example > 1e11) return (now) => now;
    if (example < 1e8) return undefined;
    return Number.isInteger(example) ? (now) => Math.floor(now / 1000) : (now) => now / 1000;
  }
  if (typeof example !== "string") return undefined;
  if (/^\d{9,13}$/.test(example)) return (now) => String(example.length > 11 ? now : Math.floor(now / 1000));
  const [match, separator, fraction, zone = ""] = ISO.exec(example) ?? [];
  if (match === undefined) return undefined;
  return (now) => {
    const text = new Date(now).toISOString();
    if (separator === undefined) return text.slice(0, 10);
    const parts =
      fraction === undefined ? "" : text.slice(19, 23).padEnd(fraction.length, "0").slice(0, fraction.length);
    return `${text.slice(0, 10)}${separator}${text.slice(11, 19)}${parts}${zone}`;
  };
}

/** The schema and its subschemas in `allOf`, `anyOf` and `oneOf`. */
function branchesOf(schemas: SchemaRegistry, json: JsonSchema): readonly Exclude<JsonSchema, boolean>[] {
  const own = typeof json === "object" ? [json] : [];
  const target = keywordsOf(schemas, json);
  const { allOf = [], anyOf = [], oneOf = [] } = target;
  return [...own, target, ...[...allOf, ...anyOf, ...oneOf].map((part) => keywordsOf(schemas, part))];
}

const CHANGED =
  /^(?:date|time|status|state)?(?:last)?(?:updated?|modified|changed|modification)(?:at|on|date|time|datetime|timestamp)?$/;
const MADE =
  /^(?:(?:date|time)?(?:created?|added|inserted|creation)(?:at|on|date|time|datetime|timestamp)?|timestamp)$/;

/** `made` for the name of a creation time, `changed` for the name of a change time. */
export function momentKind(name: string): "made" | "changed" | undefined {
  const folded = foldName(name);
  return CHANGED.test(folded) ? "changed" : MADE.test(folded) ? "made" : undefined;
}

/**
 * True for names that are certainly times: `created_at`, `updatedOn`, `dateCreated`. A bare `created` or `modified` may be a name, a flag
 * or a count.
 */
function isTellingName(name: string): boolean {
  return /(?:at|on|date|time|timestamp)$|^(?:date|time)/.test(foldName(name));
}

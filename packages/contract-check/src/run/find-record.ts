import { fold } from "../description/fold.js";
import { asObject, isObject, type JsonObject } from "../description/json.js";

/** A record found in an answer. */
export interface FoundRecord {
  readonly record: JsonObject;
  /** The id as text, in the form for a path. */
  readonly id: string;
  /** Property names that lead to the record. */
  readonly at: readonly string[];
}

/** Hints about the id from the item path: the name of its last parameter and the noun before it. */
export interface IdHint {
  readonly parameter: string;
  readonly noun: string;
  /** Path of the collection. An envelope with the name of a parent contains the parent, not the record. */
  readonly collectionPath: string;
}

/** Finds the record in the answer to a create, read or update. It is the body, or an object in it that has an id. */
export function findRecord(body: unknown, hint: IdHint): FoundRecord | undefined {
  if (!isObject(body)) return undefined;
  const direct = idOf(body, hint);
  if (direct !== undefined) return { record: body, id: direct, at: [] };
  const inner = Object.entries(body).filter(([, value]) => isObject(value));
  const isEnvelope = ([name]: readonly [string, unknown]): boolean =>
    isOwnNoun(name, hint) ||
    /^(data|result|item|record|attributes|object|value)$/i.test(name) ||
    (Object.keys(body).length === 1 && !isParentNoun(name, hint));
  for (const [name, value] of inner.filter(isEnvelope)) {
    const id = idOf(asObject(value), hint);
    if (id !== undefined) return { record: asObject(value), id, at: [name] };
  }
  return undefined;
}

/**
 * Finds the records in the answer to a list: an array, or the most likely array of objects in an envelope. `undefined`
 * if there is no array.
 */
export function findItems(body: unknown, hint: IdHint): readonly unknown[] | undefined {
  if (Array.isArray(body)) return body;
  const usual = ["data", "items", "results", "result", "entries", "records", "values", "list"];
  const owner = hint.parameter.replace(/_?(id|name|slug|key|uuid)$/i, "");
  const rank = (name: string): number => {
    if (isNoun(name, hint.noun) || (owner !== "" && isNoun(name, owner))) return 0;
    const index = usual.indexOf(name.toLowerCase());
    return index === -1 ? 50 : 1 + index;
  };
  const ranked = arraysIn(body, 0)
    .filter(({ name, items }) => !NO_LIST.test(name) && (items.every(isObject) || rank(name) < 50))
    .sort((a, b) => rank(a.name) - rank(b.name) || a.depth - b.depth);
  // An array with a usual name is the list even if it is empty and another array is not.
  const named = ranked.find(({ name, items }) => rank(name) === 0 && items.length === 0);
  const withIds = ranked.find(({ items }) => items.some((item) => itemId(item, hint) !== undefined));
  return (named ?? withIds ?? ranked[0])?.items;
}

const NO_LIST = /^(errors?|messages|warnings|links|included|meta)$/i;

/** True if any property of a list item has this id. */
export function showsId(item: unknown, id: string, depth: number = 0): boolean {
  if (typeof item === "string" || typeof item === "number") return String(item) === id;
  return (
    isObject(item) &&
    depth < 3 &&
    Object.values(item).some((value) => !Array.isArray(value) && showsId(value, id, depth + 1))
  );
}

/** For lists without ids: true if the item has the record's generated texts. */
export function showsContent(item: unknown, record: JsonObject): boolean {
  if (!isObject(item)) return false;
  const texts = Object.entries(record).filter(([, value]) => typeof value === "string" && value.length >= MIN_TELLING);
  const shared = texts.filter(([name]) => typeof item[name] === "string");
  return shared.length > 0 && shared.every(([name, value]) => item[name] === value);
}

/** Shorter texts prove nothing. */
const MIN_TELLING = 6;

/** The id of an item, which may have an envelope. The id of a text or number is the value itself. */
export function itemId(item: unknown, hint: IdHint): string | undefined {
  if (typeof item === "string" || typeof item === "number") return String(item);
  return findRecord(item, hint)?.id;
}

interface NamedArray {
  readonly name: string;
  readonly depth: number;
  readonly items: readonly unknown[];
}

function arraysIn(value: unknown, depth: number): NamedArray[] {
  // An object with an id is a record, so arrays in it are not the list.
  if (!isObject(value) || depth > 2 || (depth > 0 && isId(value.id))) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    Array.isArray(child) ? [{ name, depth, items: child }] : arraysIn(child, depth + 1),
  );
}

const LAST_WORDS = [
  "id",
  "sid",
  "gid",
  "uuid",
  "guid",
  "key",
  "slug",
  "name",
  "number",
  "code",
  "tag",
  "token",
  "version",
];
const USUAL = ["login", "username", "uuid", "uid", "_id", "gid", "guid", "sid", "key", "slug", "name", "code", "tag"];

/** The id by which the item path identifies the record. */
export function idOf(record: JsonObject, hint: IdHint): string | undefined {
  const inner = otherId(record, hint);
  if (inner !== undefined) return inner;
  const name = idName(record, hint);
  if (name !== undefined) return String(record[name]);
  const { metadata } = record;
  return isObject(metadata) && isId(metadata.name) ? String(metadata.name) : undefined;
}

/** In a membership without an id: the `user_id` in a nested object, if the path asks for that. */
function otherId(record: JsonObject, hint: IdHint): string | undefined {
  const { parameter, noun } = hint;
  const folded = fold(parameter);
  const isOwn = folded === "id" || folded.includes(fold(singular(noun)));
  const all = isOwn || Object.keys(record).some((name) => fold(name) === folded) ? [] : Object.entries(record);
  const found = all
    .filter(([name, inner]) => isObject(inner) && !isOwnNoun(name, hint))
    .flatMap(([, inner]) =>
      Object.entries(asObject(inner)).filter(([name, value]) => fold(name) === folded && isId(value)),
    );
  return found.length === 1 ? String(found[0]?.[1]) : undefined;
}

/** The name of the property with the id. Prefers the name of the path parameter. */
export function idName(record: JsonObject, { parameter, noun }: IdHint): string | undefined {
  const folded = fold(parameter);
  const lastWord = LAST_WORDS.find((word) => folded.endsWith(word));
  const base = lastWord === undefined ? "" : folded.slice(0, -lastWord.length);
  const single = fold(singular(noun));
  const wanted = [
    folded,
    ...(folded.endsWith("username") ? ["login", "username"] : []),
    ...(folded.endsWith("token") ? ["token", "secret"] : []),
    ...(folded.startsWith(single) && single !== "" ? [folded.slice(single.length)] : []),
    ...(single === "" ? [] : [`${single}${folded}`]),
    ...(lastWord === undefined ? [] : [lastWord]),
    "id",
    ...(single === "" ? [] : [`${single}id`]),
    base,
    lastPart(parameter),
  ];
  // A parameter whose name ends in `identifier` may take a `tag`.
  const all = folded.endsWith("identifier") ? ["tag", ...USUAL] : USUAL;
  // In `{ code: 2000, message: "Success", result: { … } }` the code belongs to the answer, not to a record.
  const usual = all.filter((name) => name !== "code" || record.message === undefined);
  const find = (names: readonly string[]): string | undefined => {
    for (const name of names) {
      const entry = name === "" ? undefined : Object.entries(record).find(([key]) => fold(key) === fold(name));
      if (entry !== undefined && isId(entry[1])) return entry[0];
    }
    return undefined;
  };
  return find(wanted) ?? onlyEndingIn([`${single}id`, "entityid", "resourceid"], record) ?? find(usual);
}

/** `ip` of `floating_ip`. */
function lastPart(parameter: string): string {
  const parts = parameter.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((part) => part !== "");
  return parts.length > 1 ? (parts.at(-1) ?? "") : "";
}

/** `accountHoldingId` below `/holdings`. */
function onlyEndingIn(endings: readonly string[], record: JsonObject): string | undefined {
  const found = Object.keys(record).filter(
    (key) => isId(record[key]) && endings.some((ending) => fold(key).endsWith(ending)),
  );
  return found.length === 1 ? found[0] : undefined;
}

function isId(value: unknown): value is string | number {
  return (typeof value === "string" && value !== "" && value.isWellFormed()) || typeof value === "number";
}

function isParentNoun(name: string, { collectionPath, noun }: IdHint): boolean {
  const segments = collectionPath.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  return segments.some((segment) => segment !== noun && isNoun(name, segment));
}

/** `run` below `/evaluation_runs` is the record too. */
function isOwnNoun(name: string, { noun }: IdHint): boolean {
  return isNoun(name, noun) || isNoun(name, lastPart(noun));
}

function isNoun(name: string, noun: string): boolean {
  return fold(singular(name)) === fold(singular(noun));
}

export function singular(noun: string): string {
  const word = noun.split(".")[0] ?? noun;
  if (/(sses|shes|ches|xes|zes)$/i.test(word)) return word.slice(0, -2);
  if (/ies$/i.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/i.test(word) ? word.slice(0, -1) : word;
}

import { getOrMake } from "../lazy/caches.js";
import { pathNoun } from "../paths/path-noun.js";
import type { JsonSchema, SchemaRegistry } from "../schema/schema.js";
import type { ObjectProperty } from "../schema/shape/object-properties.js";
import { schemaShape } from "../schema/shape/schema-shape.js";
import { foldName } from "../words/fold-name.js";
import { nameWords } from "../words/name-words.js";
import { sameNoun } from "../words/same-noun.js";
import { isTelling } from "../words/telling-names.js";

/**
 * Maps names of `from` to names of `to` that differ only in case and separators. `operation` adds three kinds: names with
 * the path's noun, such as `key_name` of an API key for `name`, names with more or fewer words in front, and names with
 * other endings: `captured` for `capture`. Their values must have a common type.
 */
export function spellings(
  from: Iterable<ObjectProperty>,
  to: ReadonlyMap<string, Partial<ObjectProperty>>,
  operation?: { readonly path: string; readonly schemas: SchemaRegistry },
): ReadonlyMap<string, string> {
  const properties = new Map([...from].map((property) => [property.name, property]));
  const declared = new Set(properties.keys());
  const others = [...declared].filter((name) => !to.has(name));
  if (others.length === 0) return new Map();
  const meant = new Map<string, string>();
  const inflected = new Map<string, string>();
  for (const [name, { readOnly }] of to) {
    if (declared.has(name)) continue;
    meant.set(foldName(name), name);
    // The server's `published_at` is not the client's `publish_at`.
    if (!readOnly) inflected.set(withoutEndings(name), name);
  }
  // A plural may be a list of what is sent.
  const withOtherEnding = (name: string): string | undefined => {
    const other = inflected.get(withoutEndings(name));
    return other !== undefined && !sameNoun(foldName(name), foldName(other)) ? other : undefined;
  };
  const near = (name: string): string | undefined => {
    if (!operation) return undefined;
    const other =
      meant.get(withoutNoun(name, operation)) ?? longerName(name, operation, meant) ?? withOtherEnding(name);
    const shown = other === undefined ? undefined : to.get(other)?.schema;
    return isAlike(operation.schemas, properties.get(name)?.schema, shown) ? other : undefined;
  };
  const found = new Map<string, string>();
  const guesses = new Map<string, string[]>();
  for (const name of others) {
    const own = meant.get(foldName(name)) ?? meant.get(SHOWN_NAMES.get(foldName(name)) ?? "");
    const guess = own === undefined ? near(name) : undefined;
    if (own !== undefined) found.set(name, own);
    else if (guess !== undefined) getOrMake(guesses, guess, () => []).push(name);
  }
  const taken = new Set(found.values());
  // `home_phone_number` and `work_phone_number` cannot both be the `phone_number`.
  for (const [other, [name = "", ...more]] of guesses)
    if (more.length === 0 && !taken.has(other)) found.set(name, other);
  return found;
}

/** The words of a name without the endings of plurals and participles: `apply to` for `applied_to`. */
function withoutEndings(name: string): string {
  return nameWords(name)
    .map((word) => word.replace(/i(?:es|ed)$/, "y").replace(/(?<=\w{4})(?:es|ed|(?<!s)s|e)$/, ""))
    .join(" ");
}

/** True unless both schemas have types and share none but `null`. */
function isAlike(schemas: SchemaRegistry, one: JsonSchema | undefined, other: JsonSchema | undefined): boolean {
  if (one === undefined || other === undefined) return true;
  const [own, shown] = [schemaShape(schemas, one).types, schemaShape(schemas, other).types];
  return own.size === 0 || shown.size === 0 || [...own].some((type) => type !== "null" && shown.has(type));
}

/** Names in requests, and the same property's names in answers. */
const SHOWN_NAMES = new Map([
  ["name", "displayname"],
  ["displayname", "name"],
]);

/**
 * The only name that has more words in front: `datasetRunName` for `runName`. A single word counts if it means the same
 * in every object, `grantedToEmail` for `email`, or if the words in front are the path's noun: `rulePriority` of rules
 * for `priority`.
 */
function longerName(
  name: string,
  operation: { readonly path: string },
  meant: ReadonlyMap<string, string>,
): string | undefined {
  const words = nameWords(name);
  const found = [...meant.values()].filter((other) => {
    const all = nameWords(other);
    const more = all.slice(0, -words.length);
    const isMeant = isTelling(name) || words.length > 1 || isNoun(more, operation);
    return more.length > 0 && isMeant && all.slice(-words.length).join() === words.join();
  });
  return found.length === 1 ? found[0] : undefined;
}

/**
 * The rest of a name without the path's noun and `new`, folded: `name` of `new_name`, `key_name` and `new_key_name`
 * below `/api_keys`, `type` of `activity_type` below `/activities`, or without its first word: `public_key` of
 * `armored_public_key`. Empty for names of one word and for ids.
 */
function withoutNoun(name: string, operation: { readonly path: string }): string {
  const words = nameWords(name);
  if (IDS.has(words.at(-1) ?? "")) return "";
  const isNew = words[0] === "new";
  const own = isNew ? words.slice(1) : words;
  if (isNew && own.length === 1) return own.join("");
  const start = own.findIndex((_, index) => isNoun(own.slice(0, index), operation));
  const rest = own.slice(start > 0 ? start : 1);
  return start > 0 || rest.length > 1 ? rest.join("") : "";
}

/** True for `key` and `api_key` below `/api_keys`. */
function isNoun(words: readonly string[], { path }: { readonly path: string }): boolean {
  const nouns = nameWords(pathNoun(path));
  return words.length > 0 && nouns.some((_, index) => sameNoun(words.join(""), nouns.slice(index).join("")));
}

const IDS = new Set(["id", "ids", "sid", "gid", "uid", "uuid", "guid", "arn"]);

import { pathNoun } from "../paths/path-noun.js";
import type { SchemaRegistry } from "../schema/schema.js";
import type { ObjectProperty } from "../schema/shape/object-properties.js";
import { schemaShape } from "../schema/shape/schema-shape.js";
import { foldName } from "../words/fold-name.js";
import { nameWords } from "../words/name-words.js";
import { sameNoun } from "../words/same-noun.js";
import { isTelling } from "../words/telling-names.js";

/**
 * Names that differ from those of `to` in case and separators alone, each with the one that is meant. With a path also those of values of one type
 * that say the noun of the path as well, `key_name` of an API key for its `name`, and those with words in front, or left out there.
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
  const isAlike = (name: string, other: string | undefined): string | undefined => {
    const [own, shown] = [properties.get(name), other === undefined ? undefined : to.get(other)].map((one) =>
      one?.schema === undefined || !operation ? new Set<string>() : schemaShape(operation.schemas, one.schema).types,
    );
    return own?.size === 0 || shown?.size === 0 || [...(own ?? [])].some((type) => type !== "null" && shown?.has(type))
      ? other
      : undefined;
  };
  const meant = new Map<string, string>();
  for (const name of to.keys()) if (!declared.has(name)) meant.set(foldName(name), name);
  return new Map(
    others.flatMap((name) => {
      const own =
        meant.get(foldName(name)) ??
        meant.get(SHOWN_NAMES.get(foldName(name)) ?? "") ??
        (operation && isAlike(name, meant.get(withoutNoun(name, operation)) ?? longerName(name, operation, meant)));
      return own === undefined ? [] : [[name, own] as const];
    }),
  );
}

/** The name that is sent and the one that is shown. */
const SHOWN_NAMES = new Map([
  ["name", "displayname"],
  ["displayname", "name"],
]);

/**
 * `datasetRunName` for `runName`, and `rulePriority` of rules for `priority`: the only name that has more words in front. `email` means the same
 * in `granted_to_email`.
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
 * `name` of `new_name`, `key_name` and `new_key_name` below `/api_keys`, `type` of `activity_type` below `/activities`, and `public_key` of
 * `armored_public_key`; empty for names of something else, and for ids.
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

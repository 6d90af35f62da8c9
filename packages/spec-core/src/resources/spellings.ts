import { pathNoun } from "../paths/path-noun.js";
import { foldName } from "../words/fold-name.js";
import { nameWords } from "../words/name-words.js";
import { sameNoun } from "../words/same-noun.js";
import { isTelling } from "../words/telling-names.js";

/**
 * Names that differ from those of `to` in case and separators alone, each with the one that is meant. With an operation also those that
 * say the noun of its path as well, `key_name` of an API key for its `name`, and those with words left out in front.
 */
export function spellings(
  from: Iterable<{ readonly name: string }>,
  to: ReadonlyMap<string, unknown>,
  operation?: { readonly path: string },
): ReadonlyMap<string, string> {
  const declared = new Set([...from].map(({ name }) => name));
  const others = [...declared].filter((name) => !to.has(name));
  if (others.length === 0) return new Map();
  const meant = new Map<string, string>();
  for (const name of to.keys()) if (!declared.has(name)) meant.set(foldName(name), name);
  return new Map(
    others.flatMap((name) => {
      const own =
        meant.get(foldName(name)) ??
        meant.get(SHOWN_NAMES.get(foldName(name)) ?? "") ??
        (operation && (meant.get(withoutNoun(name, operation)) ?? longerName(name, operation, meant)));
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
 * `datasetRunName` for `runName` of `/dataset-run-items`: the only name that has more words in front, which the path says. `email` means
 * the same in `granted_to_email`.
 */
function longerName(
  name: string,
  { path }: { readonly path: string },
  meant: ReadonlyMap<string, string>,
): string | undefined {
  const words = nameWords(name);
  const said = new Set(nameWords(path));
  const found = [...meant.values()].filter((other) => {
    const all = nameWords(other);
    const more = all.slice(0, -words.length);
    const isMeant = isTelling(name) || (words.length > 1 && more.every((word) => said.has(word)));
    return more.length > 0 && isMeant && all.slice(-words.length).join() === words.join();
  });
  return found.length === 1 ? found[0] : undefined;
}

/** `name` of `new_name`, and of `key_name` and `new_key_name` below `/api_keys`; empty for names of something else, and for ids. */
function withoutNoun(name: string, { path }: { readonly path: string }): string {
  const words = nameWords(name);
  const last = words.at(-1) ?? "";
  const isNew = words[0] === "new" && words.length === 2;
  const before = words.slice(words[0] === "new" ? 1 : 0, -1).join("");
  const nouns = nameWords(pathNoun(path));
  const isNoun = nouns.some((_, index) => sameNoun(before, nouns.slice(index).join("")));
  return (isNew || (before !== "" && isNoun)) && OWN_NAMES.has(last) ? last : "";
}

const OWN_NAMES = new Set(["name", "title", "description", "label", "slug", "key"]);

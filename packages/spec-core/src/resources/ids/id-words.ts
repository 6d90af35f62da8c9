import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";

/** True if some of the words are the noun: `subscription` in `subscription_exposed_id`, for `/subscriptions`. */
export function isNamedIn(words: readonly string[], noun: string): boolean {
  return words.some((_, index) =>
    words.slice(index).some((__, count) => sameNoun(words.slice(index, index + count + 1).join(""), noun)),
  );
}

/** The words of a parameter, with the id last: `board`, `id` for Trello's `idBoard`. */
export function idWords(parameter: string): readonly string[] {
  const words = nameWords(parameter);
  const [first = "", ...rest] = words;
  return rest.length > 0 && ID_WORDS.has(first) && !ID_WORDS.has(rest.at(-1) ?? "") ? [...rest, first] : words;
}

/**
 * The rest of a parameter's name without the noun: `id` of `petId` for `/pets`, `sid` of `ConversationSid`. For other
 * names it is the last word, if that is a usual one. Empty if there is none.
 */
export function restOfName(words: readonly string[], noun: string): string {
  for (let count = words.length - 1; count > 0; count -= 1) {
    if (sameNoun(words.slice(0, count).join(""), noun)) return words.slice(count).join("");
  }
  const last = words.at(-1) ?? "";
  if (words.length > 1) return LAST_WORDS.has(last) ? last : "";
  // For `petid`, written as one word. `username` is one word too: it is not the `name` of a user.
  if (NATURAL_KEYS.some((group) => group.includes(last))) return "";
  const form = nounForms(noun).find((prefix) => last.startsWith(prefix) && LAST_WORDS.has(last.slice(prefix.length)));
  return form === undefined ? "" : last.slice(form.length);
}

/**
 * The rest of a name without a noun between other words: `externalid` of `external_customer_id` for `/customers`. Empty
 * if the noun is not there.
 */
export function aroundNoun(words: readonly string[], noun: string): string {
  const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && sameNoun(word, noun));
  return at < 0 ? "" : words.toSpliced(at, 1).join("");
}

/** True for names of ids, such as `petId`, `id` or the resource's noun. False for names such as `username`. */
export function isIdLike(words: readonly string[], noun: string): boolean {
  return ID_WORDS.has(words.at(-1) ?? "") || sameNoun(words.join(""), noun) || words.join("").endsWith("id");
}

export const ID_WORDS: ReadonlySet<string> = new Set(
  wordList(`
  id ids uuid guid uid sid gid oid pk identifier
`),
);
const LAST_WORDS = new Set([
  ...ID_WORDS,
  ...wordList(`
    key slug name number code token hash handle sku email login username tag ref
  `),
]);
/** Names with the same meaning, the most likely first. */
export const NATURAL_KEYS: readonly (readonly string[])[] = [
  ["username", "login", "handle", "userlogin", "name"],
  ["name", "fullname", "displayname", "title", "slug", "key"],
  ["slug", "key", "handle", "name", "code"],
  ["email", "emailaddress", "mail", "address"],
  ["number", "no", "num", "index"],
  ["code", "isocode", "key", "iso"],
];

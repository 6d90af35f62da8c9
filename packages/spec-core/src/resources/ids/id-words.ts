import { nameWords } from "../../words/name-words.js";
import { nounForms, sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";

/** `subscription` of `subscription_exposed_id` below `/subscriptions`. */
export function isNamedIn(words: readonly string[], noun: string): boolean {
  return words.some((_, index) =>
    words.slice(index).some((__, count) => sameNoun(words.slice(index, index + count + 1).join(""), noun)),
  );
}

/** Trello's `idBoard` as `board`, `id`: some languages put it first. */
export function idWords(parameter: string): readonly string[] {
  const words = nameWords(parameter);
  const [first = "", ...rest] = words;
  return rest.length > 0 && ID_WORDS.has(first) && !ID_WORDS.has(rest.at(-1) ?? "") ? [...rest, first] : words;
}

/** `petId` below `/pets` is `id`, `ConversationSid` is `sid`; of other names the usual last word is left. */
export function restOfName(words: readonly string[], noun: string): string {
  for (let count = words.length - 1; count > 0; count -= 1) {
    if (sameNoun(words.slice(0, count).join(""), noun)) return words.slice(count).join("");
  }
  const last = words.at(-1) ?? "";
  if (words.length > 1) return LAST_WORDS.has(last) ? last : "";
  // `petid`, written as one word; `username` is a word of its own, and below `/users` not their `name`.
  if (NATURAL_KEYS.some((group) => group.includes(last))) return "";
  const form = nounForms(noun).find((prefix) => last.startsWith(prefix) && LAST_WORDS.has(last.slice(prefix.length)));
  return form === undefined ? "" : last.slice(form.length);
}

/** `externalid` of `external_customer_id` below `/customers`; empty where the noun does not stand between other words. */
export function aroundNoun(words: readonly string[], noun: string): string {
  const at = words.findIndex((word, index) => index > 0 && index < words.length - 1 && sameNoun(word, noun));
  return at < 0 ? "" : words.toSpliced(at, 1).join("");
}

/** True for names of ids, such as `petId`, `id` or the resource's name, and not for a user name. */
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
/** Names of one and the same thing, best first. */
export const NATURAL_KEYS: readonly (readonly string[])[] = [
  ["username", "login", "handle", "userlogin", "name"],
  ["name", "fullname", "displayname", "title", "slug", "key"],
  ["slug", "key", "handle", "name", "code"],
  ["email", "emailaddress", "mail", "address"],
  ["number", "no", "num", "index"],
  ["code", "isocode", "key", "iso"],
];

import { memoize } from "@onespec/spec-core";
import { singularize } from "inflection";

/** Splits any spelling into words: `list-user_accounts`, `HTTPServer2`, `über.größe`. Letters beyond ASCII lose their marks or are dropped. */
export const wordsOf: (text: string) => readonly string[] = memoize((text) => {
  const plain = /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "");
});

/** `listUserAccounts` for `list-user_accounts`; `fallback` if no word is left. */
export function camelCase(text: string, fallback: string): string {
  const name = wordsOf(text)
    .map((word, at) => (at === 0 ? lowerFirst(word) : upperFirst(word)))
    .join("");
  return legal(name === "" ? fallback : name);
}

export function pascalCase(text: string, fallback: string): string {
  const name = wordsOf(text).map(upperFirst).join("");
  return legal(name === "" ? fallback : name);
}

function legal(name: string): string {
  return /^\d/.test(name) ? `_${name}` : name;
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function lowerFirst(word: string): string {
  return /^[A-Z\d]+$/.test(word) ? word.toLowerCase() : word.charAt(0).toLowerCase() + word.slice(1);
}

/** The English singular of a word: `policy` for `policies`. */
export const singular: (word: string) => string = memoize((word) => singularize(word));

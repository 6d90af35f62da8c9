import { singularize } from "inflection";
import { RESERVED_FILES } from "../../generate/reserved-names.js";

/** Words of any spelling: `list-user_accounts`, `HTTPServer2`. Letters beyond ASCII lose their marks or fall away. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ")
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== "");
}

/** `list_user-accounts` as `ListUserAccounts`; never empty, never beginning with a digit. */
export function pascal(text: string, fallback: string): string {
  const name = wordsOf(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  if (name === "") return fallback;
  // `_` would not do, since files that begin with it are not loaded.
  return /^\d/.test(name) ? `N${name}` : name;
}

export function camel(text: string, fallback: string): string {
  const name = pascal(text, fallback);
  return /^[A-Z\d]+$/.test(name) ? name.toLowerCase() : name.charAt(0).toLowerCase() + name.slice(1);
}

/** Converts a text to a file or folder name that is valid on every system: `list-user-accounts`. */
export function kebab(text: string, fallback: string): string {
  const name = wordsOf(text).join("-").toLowerCase().slice(0, 80) || fallback;
  return RESERVED_FILES.test(name) ? `${name}-${fallback}` : name;
}

/** `list_user_accounts`: for tables and columns. */
export function snake(text: string, fallback: string): string {
  const name = wordsOf(text).join("_").toLowerCase();
  return /^[a-z_]/.test(name) ? name : name === "" ? fallback : `_${name}`;
}

/** The last word in the singular: `user accounts` as `user account`. */
export function singular(text: string): string {
  const words = wordsOf(text);
  const last = words.pop();
  return last === undefined ? text : [...words, singularize(last)].join(" ");
}

/** Hands out unique names. Names that differ only in case count as equal, since file systems may ignore case. */
export class UniqueNames {
  readonly #taken: Set<string>;
  /** The highest number that is taken for each name. Thousands may ask for the same name. */
  readonly #counts = new Map<string, number>();

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set([...reserved].map((name) => name.toLowerCase()));
  }

  /** The first free candidate. If none is free, the last one with a number. */
  take(...candidates: readonly string[]): string {
    for (const name of candidates) if (this.#add(name)) return name;
    const last = candidates.at(-1) ?? "";
    let count = this.#counts.get(last) ?? 2;
    while (!this.#add(`${last}${count}`)) count += 1;
    this.#counts.set(last, count);
    return `${last}${count}`;
  }

  #add(name: string): boolean {
    const key = name.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}

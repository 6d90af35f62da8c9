import { memoize } from "./memoize.js";

/**
 * The words of a name in lower case: `created`, `at` for `createdAt`, `created_at` and `Created-At`; `url`, `name` for
 * `URLName`.
 */
export const nameWords: (name: string) => readonly string[] = memoize((name) =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, " ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== ""),
);

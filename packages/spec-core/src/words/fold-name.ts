import { memoize } from "./memoize.js";

/** A name in lower case without separators, so that `created_at`, `createdAt` and `Created-At` are equal. */
export const foldName: (name: string) => string = memoize((name) =>
  /^[a-z0-9]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ""),
);

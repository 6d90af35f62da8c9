import { memoize } from "./memoize.js";

/** A name without case and marks, so that `created_at`, `createdAt` and `Created-At` are one. */
export const foldName: (name: string) => string = memoize((name) =>
  /^[a-z0-9]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ""),
);

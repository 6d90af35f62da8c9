import { createHash } from "node:crypto";

/** PostgreSQL silently cuts names after 63 bytes. Other databases allow more. */
export const LONGEST_NAME = 63;

/** Joins words with `_`. A name that is too long is cut and ends in a hash of the whole name. */
export function identifier(...words: readonly string[]): string {
  const name = words.join("_");
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 8);
  let start = name.slice(0, LONGEST_NAME - hash.length - 1);
  while (Buffer.byteLength(start) > LONGEST_NAME - hash.length - 1) start = start.slice(0, -1);
  return `${start}_${hash}`;
}

import { randomUUID } from "node:crypto";

/** Hexadecimal digits that count; the others are random, and the process's own. */
const DIGITS = 7;

/**
 * Makes the ids of requests: in the shape of UUIDs, each once. They are told to clients and so are no secrets: a random part for
 * each process, then a count. A random one for each request would cost a twentieth of a small answer.
 */
export function createRequestIds(): () => string {
  const last = 16 ** DIGITS - 1;
  let count = last;
  let prefix = "";
  return () => {
    if (count === last) {
      prefix = randomUUID().slice(0, -DIGITS);
      count = -1;
    }
    count += 1;
    return prefix + count.toString(16).padStart(DIGITS, "0");
  };
}

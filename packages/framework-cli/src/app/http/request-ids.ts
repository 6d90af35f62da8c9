import { randomUUID } from "node:crypto";

/** Hexadecimal digits that count; the others are random, and the process's own. */
const DIGITS = 7;
const FIRST = 16 ** (DIGITS - 1);
const END = 16 ** DIGITS;
const SAFE_ID = /^[\w.:-]{1,100}$/;

/**
 * Gives requests their ids. Keeps the id of a client or a proxy if it is safe to print. Other ids look like UUIDs and are unique: a
 * random part for each process, then a count. Clients see them, so they are no secrets. A random id for each request would cost a
 * twentieth of a small answer.
 */
export function createRequestIds(): (sent: string | undefined) => string {
  let count = END;
  let prefix = "";
  return (sent) => {
    if (sent !== undefined && SAFE_ID.test(sent)) return sent;
    if (count === END) {
      prefix = randomUUID().slice(0, -DIGITS);
      count = FIRST;
    }
    return prefix + (count++).toString(16);
  };
}

import { randomUUID } from "node:crypto";

/** No client knows it, so no text of a value begins like this. */
const MARK = `bigint ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** JSON of a value that may hold bigints: they are written as numbers, digit by digit. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch (error) {
    if (!(error instanceof TypeError) || !/BigInt/i.test(error.message)) throw error;
    const marked = JSON.stringify(value, (_key, item) => (typeof item === "bigint" ? `${MARK}${item}` : item));
    return marked.replace(MARKED, "$1");
  }
}

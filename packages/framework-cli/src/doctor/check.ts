import { CodedError } from "@onespec/spec-core";
import { reasonOf } from "../errors/message-of.js";

/** One thing that `doctor` looked at. */
export interface Check {
  /** `database` */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  readonly message: string;
  readonly hint?: string;
}

/** Names in one message; the others are counted. */
export const MOST_LISTED = 8;

export function warning(name: string, message: string, hint: string): Check {
  return { name, state: "warning", message, hint };
}

/** Runs one check; what it throws is a problem, and the next check goes on. @param work returns a value and what is well, if anything */
export async function attempt<T = undefined>(
  name: string,
  checks: Check[],
  // biome-ignore lint/suspicious/noConfusingVoidType: a check that only adds to the list returns nothing.
  work: () => Promise<readonly [value: T, message?: string] | void>,
): Promise<T | undefined> {
  try {
    const [value, message] = (await work()) ?? [];
    if (message !== undefined) checks.push({ name, state: "ok", message });
    return value;
  } catch (error) {
    const hint = error instanceof CodedError ? error.hint : undefined;
    checks.push({ name, state: "problem", message: reasonOf(error), ...(hint !== undefined && { hint }) });
    return undefined;
  }
}

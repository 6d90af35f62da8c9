import { plainText } from "@onespec/command-line";
import { CodedError } from "@onespec/spec-core";
import { createColors } from "picocolors";
import { reasonOf } from "../errors/message-of.js";
import { countText } from "../text/phrases.js";

/** One thing that `doctor` looked at. */
export interface Check {
  /** `database` */
  readonly name: string;
  readonly state: "ok" | "warning" | "problem" | "skipped";
  readonly message: string;
  readonly hint?: string;
}

export function warning(name: string, message: string, hint: string): Check {
  return { name, state: "warning", message, hint };
}

/**
 * Runs one check. If it throws, that is a problem, and the next check runs. @param work returns a value and, if there
 * is something to say, a success message
 */
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

/** One line for each check, and a hint below each problem. */
export function formatChecks(checks: readonly Check[], color: boolean): string {
  const colors = createColors(color);
  const marks: Readonly<Record<Check["state"], string>> = {
    ok: colors.green("ok     "),
    warning: colors.yellow("warning"),
    problem: colors.red("problem"),
    skipped: colors.dim("skipped"),
  };
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.map(({ name, state, message, hint }) => {
    const next = hint === undefined ? "" : `  ${" ".repeat(width)}           hint: ${plainText(hint)}\n`;
    return `${marks[state]}  ${name.padEnd(width)}  ${plainText(message)}\n${next}`;
  });
  const count = (wanted: Check["state"]): number => checks.filter(({ state }) => state === wanted).length;
  const told = [
    ...(count("problem") > 0 ? [countText(count("problem"), "problem")] : []),
    ...(count("warning") > 0 ? [countText(count("warning"), "warning")] : []),
  ].join(", ");
  return `${lines.join("")}${told === "" ? "All is well" : told}.\n`;
}

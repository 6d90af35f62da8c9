import { plainText } from "@onespec/command-line";
import { createColors } from "picocolors";
import { countText } from "../text/phrases.js";
import type { Check } from "./check.js";

/** A line a check, a hint below what is wrong. */
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

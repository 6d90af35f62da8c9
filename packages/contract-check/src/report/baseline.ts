import { readFile } from "node:fs/promises";
import { isObject } from "../description/json.js";
import { CheckError } from "../errors/check-error.js";
import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import { distinctFindings, findingText, mistakeOf } from "./group-findings.js";

/** Known and accepted findings: a description of each, by id. */
export type Baseline = Readonly<Record<string, string>>;

/** A report compared with a baseline. */
export interface Comparison {
  /** Findings that fail the check. */
  readonly fresh: readonly Finding[];
  readonly known: readonly Finding[];
  /** Accepted findings that were not found, although their operation was checked. */
  readonly gone: Baseline;
  /** Accepted findings of operations that were not checked. */
  readonly unseen: Baseline;
}

type CheckedReport = Pick<CheckReport, "failures" | "selected" | "unchecked" | "replay" | "isAborted">;

export function compareBaseline(report: CheckedReport, baseline: Baseline = {}): Comparison {
  const findings = distinctFindings(report);
  const accepted = new Set(Object.keys(baseline).map(mistakeOf));
  const isKnown = ({ id }: Finding): boolean => accepted.has(mistakeOf(id));
  const found = new Set(findings.map(({ id }) => mistakeOf(id)));
  const absent = Object.entries(baseline).filter(([id]) => !found.has(mistakeOf(id)));
  const isChecked = checkedFilter(report);
  return {
    fresh: findings.filter((finding) => !isKnown(finding)),
    known: findings.filter(isKnown),
    gone: Object.fromEntries(absent.filter(([, text]) => isChecked(text))),
    unseen: Object.fromEntries(absent.filter(([, text]) => !isChecked(text))),
  };
}

/** True if the operation of a baseline entry was checked to the end. */
function checkedFilter({ selected, unchecked, replay, isAborted }: CheckedReport): (text: string) => boolean {
  const checked = replay === undefined && !isAborted ? selected.filter((key) => !unchecked.has(key)) : [];
  return (text) => {
    const rest = text.slice(text.indexOf(": ") + 2);
    return checked.some((key) => rest === key || rest.startsWith(`${key}, `));
  };
}

/** @throws CheckError when the file cannot be read or is no baseline */
export async function readBaseline(file: string): Promise<Baseline> {
  try {
    // A user who deletes the last line leaves a trailing comma.
    const text = (await readFile(file, "utf8")).replace(/,(?=\s*\}\s*\}\s*$)/, "");
    const value: unknown = JSON.parse(text);
    if (!isObject(value) || !isObject(value.findings)) throw new TypeError("it has no object `findings`");
    const wrong = Object.entries(value.findings).find(([, text]) => typeof text !== "string");
    if (wrong === undefined) return value.findings as Baseline;
    throw new TypeError(`the finding ${JSON.stringify(wrong[0])} has no text`);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new CheckError("BASELINE_UNREADABLE", `There is no baseline ${file}.`, {
        hint: "Check the path, or add --update-baseline to write it.",
        cause: error,
      });
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new CheckError("BASELINE_UNREADABLE", `The baseline ${file} cannot be read: ${reason}.`, {
      hint: "Correct the file, or write it anew: delete it and add --update-baseline.",
      cause: error,
    });
  }
}

/**
 * The text of a baseline that accepts all findings of a report. Keeps old entries of operations that the report did not
 * check.
 */
export function baselineText(report: CheckedReport, baseline: Baseline = {}): string {
  const kept = compareBaseline(report, baseline).unseen;
  const entries = [
    ...Object.entries(kept),
    ...distinctFindings(report).map((finding) => [finding.id, findingText(finding)]),
  ];
  return `${JSON.stringify({ findings: Object.fromEntries(entries.sort()) }, undefined, 2)}\n`;
}

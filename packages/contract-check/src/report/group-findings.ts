import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import type { RuleCode } from "../run/rules.js";

/** One mistake of the server, wherever it shows. */
export interface Cause {
  readonly rule: RuleCode;
  readonly title: string;
  /** One for each operation and aspect, in the order in which they were found. */
  readonly findings: readonly Finding[];
}

/** Findings without repetitions, whichever part of the check found them first: those that fail the check, or the remarks. */
export function distinctFindings(
  { failures }: Pick<CheckReport, "failures">,
  severity: Finding["severity"] = "error",
): Finding[] {
  const found = new Map<string, Finding>();
  for (const finding of failures) {
    const mistake = mistakeOf(finding.id);
    if (finding.severity === severity && !found.has(mistake)) found.set(mistake, finding);
  }
  return [...found.values()];
}

/** One line that identifies a finding, the same in every run. */
export function findingText({ rule, operation, aspect }: Finding): string {
  return `${rule}: ${operation}${aspect === "" ? "" : `, ${aspect}`}`;
}

/** The part of an id that says what is wrong with which operation. */
export function mistakeOf(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}

/** One group for a hundred operations with the same mistake; the largest first. */
export function groupFindings(findings: readonly Finding[]): Cause[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.cause}`;
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  return [...groups.values()]
    .flatMap((group): Cause[] => {
      const [first] = group;
      return first === undefined ? [] : [{ rule: first.rule, title: first.title, findings: group }];
    })
    .sort((a, b) => b.findings.length - a.findings.length);
}

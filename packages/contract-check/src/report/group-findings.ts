import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import type { RuleCode } from "../run/rules.js";

/** One mistake of the server, wherever it shows. */
export interface Cause {
  readonly rule: RuleCode;
  readonly title: string;
  /** One finding for each operation and aspect, in the order of discovery. */
  readonly findings: readonly Finding[];
}

/**
 * Removes repeated findings, even if different parts of the check found them. Returns those that fail the check, or the
 * remarks.
 */
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

/** The part of an id that identifies the mistake and the operation. */
export function mistakeOf(id: string): string {
  return id.slice(id.indexOf("-") + 1);
}

/** Groups findings with the same mistake, even of a hundred operations. The largest group comes first. */
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

import { createColors } from "picocolors";
import type { GateReport } from "../model/gate-report.js";
import { type Finding, isBreaking, sectionsOf, summaryOf } from "./sections.js";

const SIGNS: Readonly<Record<Finding["effect"], string>> = { breaking: "!", changed: "~", added: "+" };

/** The report for people: everything that breaks first. */
export function formatText(report: GateReport, { color }: { readonly color: boolean }): string {
  const { bold, red, green, dim } = createColors(color);
  const sections = sectionsOf(report);
  const lines = sections.flatMap(({ title, findings, notes }) => {
    if (findings.length === 0 && notes.length === 0) return [bold(title), dim("  no changes")];
    return [
      bold(title),
      ...ordered(findings).map((finding) => {
        const place = finding.line === undefined ? "" : `${finding.file}:${finding.line}: `;
        const text = `  ${SIGNS[finding.effect]} ${place}${finding.message}`;
        return isBreaking(finding) ? red(text) : text;
      }),
      ...notes.map((note) => `  ${note}`),
    ];
  });
  const summary = summaryOf(sections);
  return [...lines, "", report.breaking ? red(`${summary}.`) : green(`${summary}.`), ""].join("\n");
}

/** Breaking findings first. */
function ordered(findings: readonly Finding[]): readonly Finding[] {
  return [...findings.filter(isBreaking), ...findings.filter((finding) => !isBreaking(finding))];
}

import type { CheckReport } from "../run/check-report.js";
import { RULES, type RuleCode } from "../run/rules.js";
import type { Comparison } from "./baseline.js";
import { curlLine } from "./curl-line.js";

/**
 * Writes a SARIF 2.1.0 log. Each result points to its operation in the description. @see
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0
 */
export function toSarif(report: CheckReport, { fresh, known }: Comparison): object {
  const findings = [...fresh, ...known];
  const isKnown = new Set(known);
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "mock-server check", rules: rules.map(ruleOf) } },
        results: findings.map((finding) => {
          const { file, line, column } = report.placeOf(finding.operation);
          const last = finding.exchanges.at(-1);
          const curl = last === undefined ? [] : [curlLine(report, last.request)];
          const region =
            line === undefined ? {} : { region: { startLine: line, ...(column && { startColumn: column }) } };
          return {
            ruleId: finding.rule,
            level: "error",
            message: { text: [`${finding.operation}: ${finding.title}`, ...finding.details, ...curl].join("\n") },
            locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(file) }, ...region } }],
            partialFingerprints: { findingId: finding.id },
            ...(isKnown.has(finding) && { suppressions: [{ kind: "external", justification: "in the baseline" }] }),
          };
        }),
      },
    ],
  };
}

function ruleOf(rule: RuleCode): object {
  return { id: rule, shortDescription: { text: RULES[rule] } };
}

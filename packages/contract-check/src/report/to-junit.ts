import type { Place } from "../description/raw-document.js";
import type { CheckReport } from "../run/check-report.js";
import type { Finding } from "../run/finding.js";
import type { Comparison } from "./baseline.js";
import { findingLines } from "./finding-lines.js";

/**
 * Writes a JUnit report. It has a failing test case for each new finding, a skipped one for each known finding, and one
 * for each operation without findings, which is skipped if the operation could not be checked. Another test case fails
 * if operations were left out because credentials are missing.
 */
export function toJunit(
  report: CheckReport,
  { fresh, known }: Comparison,
  { allowUnchecked = false }: { readonly allowUnchecked?: boolean } = {},
): string {
  const locked = allowUnchecked ? [] : report.locked;
  const testcase = ({ id, operation, rule }: Finding, inside: string): string =>
    `    <testcase classname="${xmlText(operation)}" name="${xmlText(`${rule} ${id}`)}">${inside}</testcase>`;
  const found = new Set([...fresh, ...known].map(({ operation }) => operation));
  const others = report.selected.filter((operation) => !found.has(operation));
  const skipped = others.filter((operation) => report.unchecked.has(operation));
  const cases = [
    ...fresh.map((finding) => {
      const { text: lines, curl } = findingLines(finding, report);
      const place = placeText(report.placeOf(finding.operation));
      const text = [...lines, `in ${place}`, ...curl, `replay: --replay ${finding.id}`].join("\n");
      return testcase(
        finding,
        `<failure message="${xmlText(finding.title)}" type="${finding.rule}">${xmlText(text)}</failure>`,
      );
    }),
    ...report.refusedCredentials.map(({ schemes, message, answer }) => {
      const failure = `<failure message="${xmlText(message)}" type="credential">${xmlText(`answer: 401 ${answer}`)}</failure>`;
      return `    <testcase classname="credentials" name="${xmlText(schemes.join(" "))}">${failure}</testcase>`;
    }),
    ...(locked.length === 0
      ? []
      : [
          `    <testcase classname="credentials" name="missing"><failure message="${xmlText(`no credentials for ${locked.length} of ${report.operations} operations`)}" type="credential">${xmlText(locked.join("\n"))}</failure></testcase>`,
        ]),
    ...known.map((finding) => testcase(finding, '<skipped message="in the baseline"/>')),
    ...others.map((operation) => {
      const reason = report.unchecked.get(operation);
      const inside = reason === undefined ? "" : `<skipped message="${xmlText(`not checked: ${reason}`)}"/>`;
      return `    <testcase classname="${xmlText(operation)}" name="contract">${inside}</testcase>`;
    }),
  ];
  const counts = `tests="${cases.length}" failures="${fresh.length + report.refusedCredentials.length + (locked.length > 0 ? 1 : 0)}" skipped="${known.length + skipped.length}" time="${report.seconds.toFixed(3)}"`;
  const suite = [`  <testsuite name="${xmlText(report.title)}" ${counts}>`, ...cases, "  </testsuite>"].join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${suite}\n</testsuites>\n`;
}

function placeText({ file, line }: Place): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** XML 1.0 allows no other control characters, however they are written. */
function xmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "?")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

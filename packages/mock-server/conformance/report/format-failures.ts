import { curlLine, type Finding } from "@onespec/contract-check";
import type { DescriptionReport } from "../run/run-description.js";
import { isCrud } from "./summary.js";

export interface FailureOptions {
  /** Also requests that could not be made, and remarks. */
  readonly all: boolean;
}

/** Every failure with the request, the status, the first violations and the start of the answer. */
export function formatFailures({ name, crash, report }: DescriptionReport, { all }: FailureOptions): string {
  const blocks: string[] = crash === undefined ? [] : [`CRASH ${name}: ${crash}`];
  if (report === undefined) return blocks.join("\n");
  for (const finding of report.failures) {
    if (all || finding.severity === "error")
      blocks.push(formatFailure(finding, (request) => curlLine(report, request)));
  }
  for (const { kind, path, pair, style, outcome, reason } of report.stories) {
    const title = `${kind.toUpperCase()} ${pair === undefined || isCrud(pair) ? "" : "(other) "}${path} [${style}]`;
    if (outcome === "broken") blocks.push(`${title}\n  ${reason}`);
    else if (all && outcome === "undecidable") blocks.push(`not decidable ${title}: ${reason}`);
  }
  if (all) {
    for (const { subject, style, reason } of report.skipped) blocks.push(`not tried ${subject} [${style}]: ${reason}`);
  }
  return blocks.join("\n");
}

function formatFailure(
  { phase, style, rule, operation, details, exchanges }: Finding,
  curl: (request: Finding["exchanges"][number]["request"]) => string,
): string {
  const last = exchanges.at(-1);
  const lines = [
    `${rule} ${operation} [${phase}, ${style}]`,
    ...(last === undefined ? [] : [`  ${clip(curl(last.request))}`]),
    ...details.map((detail) => `  - ${detail}`),
    ...(last?.reply === undefined
      ? []
      : [`  answer ${last.reply.status} ${last.reply.mediaType}: ${clip(last.reply.text)}`]),
  ];
  return lines.join("\n");
}

function clip(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

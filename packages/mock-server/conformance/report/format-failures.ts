import type { Failure } from "../run/conformance-run.js";
import type { DescriptionReport } from "../run/run-description.js";
import { isApart, isCrud } from "./summary.js";

export interface FailureOptions {
  /** Also requests that could not be made, and 404s that are not documented. */
  readonly all: boolean;
}

/** Every failure with the request, the status, the first violations and the start of the answer. */
export function formatFailures(report: DescriptionReport, { all }: FailureOptions): string {
  const { findings, name } = report;
  const blocks: string[] = [];
  if (report.crash !== undefined) blocks.push(`CRASH ${name}: ${report.crash}`);
  for (const failure of findings.failures) if (all || !isApart(failure)) blocks.push(formatFailure(failure));
  for (const { pair, style, outcome, reason } of findings.pairs) {
    if (outcome === "broken")
      blocks.push(
        `PAIR ${isCrud(pair) ? "" : "(other) "}${pair.collectionPath} + ${pair.itemPath} [${style}]\n  ${reason}`,
      );
    else if (all && outcome === "undecidable") blocks.push(`pair not decidable ${pair.itemPath} [${style}]: ${reason}`);
  }
  for (const { path, style, outcome, reason } of findings.singletons) {
    if (outcome === "broken") blocks.push(`SINGLETON ${path} [${style}]\n  ${reason}`);
    else if (all && outcome === "undecidable") blocks.push(`singleton not decidable ${path} [${style}]: ${reason}`);
  }
  if (all)
    for (const { operation, style, reason } of findings.skipped)
      blocks.push(`not tried ${operation} [${style}]: ${reason}`);
  return blocks.join("\n");
}

function formatFailure({ phase, style, operation, fault, request, reply }: Failure): string {
  const body =
    request.body === undefined
      ? ""
      : `\n  sent ${request.headers["content-type"]}: ${clip(request.body.toString("utf8"))}`;
  const answer = reply === undefined ? "" : `\n  answer ${reply.status} ${reply.mediaType}: ${clip(reply.text)}`;
  const details = fault.details.map((detail) => `\n  - ${detail}`).join("");
  const headers = Object.entries(request.headers).filter(([name]) => !["accept", "content-type"].includes(name));
  const extra = headers.length === 0 ? "" : `\n  headers ${clip(JSON.stringify(Object.fromEntries(headers)))}`;
  return `${fault.kind.toUpperCase()} ${operation} [${phase}, ${style}]\n  ${request.method} ${clip(request.target)}${extra}${body}${details}${answer}`;
}

function clip(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

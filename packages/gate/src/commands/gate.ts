import { writeFile } from "node:fs/promises";
import { formatDiagnostics, type Terminal } from "@onespec/command-line";
import type { GateReport } from "../model/gate-report.js";
import type { ReportFormat } from "../model/report-format.js";
import { formatMarkdown } from "../report/format-markdown.js";
import { formatText } from "../report/format-text.js";
import { toRemarks } from "../report/to-remarks.js";
import { type GateOptions, runGate } from "../run-gate.js";

/** The flags as commander parses them. */
export interface GateFlags extends GateOptions {
  readonly format: ReportFormat;
  /** File that gets the Markdown, whatever is printed. */
  readonly comment?: string;
}

/** Compares, prints the report, and returns the exit code: 1 if anything breaks. */
export async function gate(before: string, after: string, flags: GateFlags, terminal: Terminal): Promise<number> {
  const report = await runGate(before, after, flags);
  terminal.out(textOf(report, flags.format, terminal));
  if (flags.comment !== undefined) await writeFile(flags.comment, formatMarkdown(report));
  return report.breaking ? 1 : 0;
}

function textOf(report: GateReport, format: ReportFormat, terminal: Terminal): string {
  const { outColor: color, annotationRoot } = terminal;
  switch (format) {
    case "text":
      return formatText(report, { color });
    case "json":
      return `${JSON.stringify(report, null, 2)}\n`;
    case "markdown":
      return formatMarkdown(report);
    case "github":
      return formatDiagnostics("github", toRemarks(report), { color, annotationRoot });
  }
}

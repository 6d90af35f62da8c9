import type { DescriptionReport } from "../run/run-description.js";
import { type PairCount, type Summary, summarize, validShare } from "./summary.js";

/** One row a description and one for all, as a Markdown table. */
export function formatTable(reports: readonly DescriptionReport[]): string {
  const header = [
    "description",
    "version",
    "operations",
    "answers",
    "valid",
    "404 undocumented",
    "contradictory",
    "body undocumented",
    "5xx",
    "pairs whole",
    "others whole",
    "singletons",
    "lists and tags",
    "bad input rejected",
    "start-up ms",
  ];
  const rows = reports.map((report) =>
    row(report.name, report.report?.version ?? "", summarize([report]), startUp(report)),
  );
  return table([header, ...rows, row("**all**", "", summarize(reports), "")]);
}

/** Lines of equal columns; the first row is the header. */
export function table(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column < 1 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column < 1 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [line(header), rule, ...body.map(line)].join("\n");
}

function row(name: string, version: string, summary: Summary, startUpText: string): string[] {
  return [
    name,
    version,
    String(summary.operations),
    String(summary.answers),
    percent(validShare(summary)),
    String(summary.absent),
    String(summary.contradictory),
    String(summary.undescribed),
    String(summary.serverErrors),
    pairText(summary.pairs),
    pairText(summary.otherPairs),
    pairText(summary.singletons),
    pairText(summary.lists),
    `${summary.refused}/${summary.invalid}`,
    startUpText,
  ];
}

function startUp(report: DescriptionReport): string {
  if (Number.isNaN(report.startUpMs)) return report.crash === undefined ? "-" : "did not start";
  return report.crash === undefined ? report.startUpMs.toFixed(0) : "crashed";
}

function pairText({ whole, broken, undecidable }: PairCount): string {
  return `${whole}/${whole + broken}${undecidable === 0 ? "" : ` (+${undecidable})`}`;
}

/** Never rounds up to 100. */
export function percent(share: number): string {
  return share === 1 ? "100 %" : `${(Math.floor(share * 10_000) / 100).toFixed(2)} %`;
}

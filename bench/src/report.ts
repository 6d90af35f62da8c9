import { cpus, loadavg, release, totalmem, type } from "node:os";

/** The load of the last minute, before anything is measured. */
const [LOAD = 0] = loadavg();
const IDLE = 0.5;

/** One table of results. */
export interface Report {
  readonly title: string;
  /** Says what was measured, and how. */
  readonly text: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A section in Markdown: title, what it is, where and when it was measured, table. */
export function formatReport({ title, text, header, rows }: Report, date: string): string {
  const widths = header.map((name, column) =>
    Math.max(name.length, ...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]): string => `| ${cells.map(pad).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [`## ${title}`, "", text, "", `${date}, ${machine()}.`, "", line(header), rule, ...rows.map(line), ""].join(
    "\n",
  );
}

/** Puts a section in place of the one of the same title, else at the end. */
export function replaceSection(page: string, section: string): string {
  const [heading = ""] = section.split("\n");
  const start = `\n${page}`.indexOf(`\n${heading}\n`);
  if (start === -1) return `${page.trimEnd()}\n\n${section}`;
  const next = page.indexOf("\n## ", start + heading.length);
  return `${page.slice(0, start)}${section}${next === -1 ? "" : page.slice(next)}`;
}

function machine(): string {
  const cores = cpus();
  const busy = LOAD > IDLE ? `, busy with other work (load ${LOAD.toFixed(1)})` : "";
  return `${cores[0]?.model ?? "unknown processor"}, ${cores.length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GB, ${type()} ${release()}, Node ${process.versions.node}${busy}`;
}

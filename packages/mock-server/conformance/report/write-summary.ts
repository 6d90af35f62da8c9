import { readFile, writeFile } from "node:fs/promises";
import type { DescriptionReport } from "../run/run-description.js";
import { formatTable } from "./format-table.js";

const BEGIN = "<!-- results -->";
const END = "<!-- /results -->";

/** Puts the table between the two marks of a Markdown page. Throws when the page has no such marks. */
export async function writeSummary(page: string, reports: readonly DescriptionReport[]): Promise<void> {
  const text = await readFile(page, "utf8");
  const start = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (start === -1 || end === -1) throw new Error(`${page} has no ${BEGIN} and ${END} to put the table between.`);
  await writeFile(page, `${text.slice(0, start)}${BEGIN}\n\n${formatTable(reports)}\n\n${text.slice(end)}`);
}

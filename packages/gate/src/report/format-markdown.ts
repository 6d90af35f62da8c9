import { plainText } from "@onespec/command-line";
import type { GateReport } from "../model/gate-report.js";
import { type Finding, isBreaking, type Section, sectionsOf, summaryOf } from "./sections.js";

/** The first line of every comment. Look for it to update the comment in place. */
export const COMMENT_MARKER = "<!-- onespec-gate -->";

/** GitHub takes 65,536 characters: four sections of these stay below. */
const MOST_LISTED = 20;
const LONGEST_LINE = 300;
const LONGEST_TITLE = 120;

/** The report as a comment on a pull request: bounded in length, and the same for the same change. */
export function formatMarkdown(report: GateReport): string {
  const { before, after, breaking } = report;
  const sections = sectionsOf(report);
  const name = clip(escaped(after.title), LONGEST_TITLE);
  const versions =
    before.version === after.version ? code(after.version) : `${code(before.version)} → ${code(after.version)}`;
  return `${[
    COMMENT_MARKER,
    `### ${breaking ? "❌" : "✅"} ${name} ${versions}`,
    "",
    `**${summaryOf(sections)}.**`,
    ...sections.flatMap(sectionLines),
  ].join("\n")}\n`;
}

function sectionLines({ title, findings, notes }: Section): readonly string[] {
  if (findings.length === 0 && notes.length === 0) return [];
  const broken = findings.filter(isBreaking);
  const others = findings.filter((finding) => !isBreaking(finding));
  const rest = others.length === 0 ? [] : ["", ...folded(others)];
  return [
    "",
    `#### ${title}`,
    "",
    ...listed(broken),
    ...notes.flatMap((note) => ["", clip(note, LONGEST_LINE)]),
    ...rest,
  ];
}

function folded(findings: readonly Finding[]): readonly string[] {
  const count = `${findings.length} ${findings.length === 1 ? "change that breaks" : "changes that break"} nothing`;
  return ["<details>", `<summary>${count}</summary>`, "", ...listed(findings), "", "</details>"];
}

function listed(findings: readonly Finding[]): readonly string[] {
  const shown = findings.slice(0, MOST_LISTED);
  const more = findings.length - shown.length;
  const lines = shown.map(({ message, file, line, shownFile = file }) => {
    const place = line === undefined ? "" : `${code(`${shownFile}:${line}`)} `;
    return `- ${clip(`${place}${message}`, LONGEST_LINE)}`;
  });
  return more === 0 ? lines : [...lines, `- … and ${more} more`];
}

/** Closes a code span that is cut open. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = `${text.slice(0, length - 2).toWellFormed()}…`;
  return cut.split("`").length % 2 === 0 ? `${cut}\`` : cut;
}

function code(text: string): string {
  return `\`${clip(plainText(text).replaceAll("`", "'"), LONGEST_TITLE)}\``;
}

/** Text without markup, mentions or HTML. */
function escaped(text: string): string {
  return plainText(text)
    .replace(/[\\`*_[\]#|~]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;");
}

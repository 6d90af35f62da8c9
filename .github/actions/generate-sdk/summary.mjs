// The report of generate-sdk (--json) as Markdown for the job's summary, and as outputs of the step.
import { appendFileSync, readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const { folder, version, previousVersion, suggestedVersion, operations, resources, changes, stale } = report;
const files = [...(report.wouldWrite ?? report.written), ...(report.wouldRemove ?? report.removed)];
const isCheck = report.wouldWrite !== undefined;

/** On one line, without markup: a folder may be called as it likes. */
const title = folder.replace(/\s+/g, " ").replace(/[\\`*_<>&[\]]/g, "\\$&");

const lines = [`## ${title}`, ""];
if (files.length === 0)
  lines.push(`Up to date: version ${version}, ${operations} operations, ${resources.length} resources.`);
else {
  const after = previousVersion === null || previousVersion === version ? "" : ` after ${previousVersion}`;
  lines.push(`${isCheck ? "**Stale**" : "Regenerated"}: version ${version}${after}, ${files.length} files differ.`);
}
if (changes.length > 0) {
  lines.push("", "| effect | what callers notice |", "| --- | --- |");
  for (const { effect, message } of changes)
    lines.push(`| ${effect} | ${message.replace(/\s+/g, " ").replaceAll("|", "\\|")} |`);
  if (suggestedVersion !== null && suggestedVersion !== version)
    lines.push("", `The changes ask for version ${suggestedVersion} or higher.`);
} else if (files.length > 0) lines.push("", "Nothing that callers notice.");
console.log(`${lines.join("\n")}\n`);

if (process.env.GITHUB_OUTPUT) {
  appendFileSync(process.env.GITHUB_OUTPUT, `stale=${stale}\nversion=${version}\nchanged=${files.length > 0}\n`);
}

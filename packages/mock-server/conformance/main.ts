import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { distinctFindings, STYLES, type Style } from "@onespec/contract-check";
import { formatFailures } from "./report/format-failures.js";
import { formatTable } from "./report/format-table.js";
import { toJson } from "./report/to-json.js";
import { writeSummary } from "./report/write-summary.js";
import { findDescriptions } from "./run/find-descriptions.js";
import { inParallel } from "./run/in-parallel.js";
import { type DescriptionOptions, runDescription } from "./run/run-description.js";

const USAGE = `Usage: node conformance/run.mjs <description or folder>... [options]

  --json <file>        write everything that was found as JSON
  --summary <file>     put the table between the marks of a Markdown page
  --style <name>       only one client: ${STYLES.join(", ")}
  --only <text>        only operations whose "METHOD /path" contains the text
  --name <text>        only descriptions whose file name contains the text
  --url <url>          test a server that runs already
  --disk <folder>      keep the data in JSON files below this folder instead of memory
  --store <url>        keep the data in PostgreSQL, each description in a new schema of its own
  --jobs <n>           descriptions at the same time (default 2)
  --all                also list requests that could not be made and 404s that are not documented
  --quiet              only the table
`;

/** Runs the conformance test from the command line. Exit code: 0 nothing failed, 1 something did, 2 wrong usage. */
export async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: "string" },
      summary: { type: "string" },
      style: { type: "string" },
      only: { type: "string" },
      name: { type: "string" },
      url: { type: "string" },
      disk: { type: "string" },
      store: { type: "string" },
      jobs: { type: "string", default: "2" },
      all: { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
    },
  });
  const style = STYLES.find((each) => each === values.style);
  if (positionals.length === 0 || (values.style !== undefined && style === undefined)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const files = (await Promise.all(positionals.map(findDescriptions)))
    .flat()
    .filter(({ name }) => name.includes(values.name ?? ""));
  const reports = await inParallel(files, Number(values.jobs), async ({ name, file }) => {
    const options: DescriptionOptions = {
      ...(style === undefined ? {} : { styles: [style] satisfies Style[] }),
      ...(values.only === undefined ? {} : { only: values.only }),
      ...(values.url === undefined ? {} : { url: values.url }),
      ...(values.store === undefined ? {} : { flags: ["--seed", "3", "--store", ownSchema(values.store, name)] }),
      ...(values.disk === undefined ? {} : { flags: ["--seed", "3", "--data-dir", `${values.disk}/${name}`] }),
    };
    const report = await runDescription(name, file, options);
    const failures = values.quiet ? "" : formatFailures(report, { all: values.all });
    process.stdout.write(failures === "" ? "" : `\n=== ${name}\n${failures}\n`);
    process.stderr.write(`${name}: ${report.seconds.toFixed(1)} s\n`);
    return report;
  });
  process.stdout.write(`\n${formatTable(reports)}\n`);
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(toJson(reports), undefined, 1)}\n`);
  if (values.summary !== undefined) await writeSummary(values.summary, reports);
  const isClean = reports.every(
    ({ crash, report }) => crash === undefined && report !== undefined && distinctFindings(report).length === 0,
  );
  return isClean ? 0 : 1;
}

function ownSchema(store: string, name: string): string {
  const url = new URL(store);
  url.searchParams.set(
    "schema",
    `${name.replace(/\W+/g, "_").slice(0, 40)}_${Date.now().toString(36)}`.replace(/^\d/, "_"),
  );
  return url.href;
}

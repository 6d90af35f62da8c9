// `npm run vendor-clients [-- --write] [-- --only stripe,square] [-- --report <file>]`: runs the steps of every client against the mock of its
// vendor's description. Exits with 1 when a step fails that docs/conformance.md does not list. `--write` updates the counts there,
// `--install` only installs the clients.
import { spawnSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const PAGE = new URL("../../docs/conformance.md", import.meta.url);
const COUNTS = /(<!-- vendor-clients -->\n)[\s\S]*(\n<!-- \/vendor-clients -->)/;
const KNOWN = /<!-- known-steps -->\n([\s\S]*)\n<!-- \/known-steps -->/;
/** For the clients, and for the steps of all vendors. */
const LONGEST_INSTALL = 600_000;
const LONGEST_RUN = 900_000;

const { values: options } = parseArgs({
  options: {
    write: { type: "boolean" },
    install: { type: "boolean" },
    only: { type: "string" },
    report: { type: "string" },
  },
});
const vendors = readdirSync(`${HERE}steps`)
  .map((file) => basename(file, ".mjs"))
  .filter((vendor) => !options.only || options.only.split(",").includes(vendor));

const missing = missingPart();
if (missing) {
  console.log(`Vendors' clients skipped: ${missing}`);
  report({ passed: 0, failed: 0, skipped: vendors.length });
} else if (!options.install) {
  const page = readFileSync(PAGE, "utf8");
  const listed = rowsOf(KNOWN.exec(page)?.[1] ?? "");
  const known = new Set(listed.map(([vendor, step]) => `${vendor}: ${step}`));
  const results = await runSteps();
  const failures = results.filter(({ error }) => error !== undefined);
  const surprises = failures.filter(({ name }) => !known.has(name));
  const repaired = results.filter(({ name, error }) => error === undefined && known.has(name));
  const table = countsTable(results);
  const share = shareText(results, listed);
  console.log(`${table}\n\n${share}`);
  for (const { name, error } of failures) console.log(`${known.has(name) ? "listed" : "FAILED"}  ${name}: ${error}`);
  for (const { name } of repaired) console.log(`passes, remove its row from docs/conformance.md: ${name}`);
  if (options.write)
    writeFileSync(
      PAGE,
      page.replace(COUNTS, (_, start, end) => `${start}\n${table}\n\n${share}\n${end}`),
    );
  const skipped = failures.length - surprises.length;
  report({ passed: results.length - failures.length, failed: surprises.length, skipped });
  if (surprises.length > 0) process.exitCode = 1;
}

/** Installs the clients where they are not; the reason why nothing can be run, if there is one. */
function missingPart() {
  if (!existsSync(process.env.CORPUS_DIR ?? "")) return "CORPUS_DIR names no folder of descriptions";
  const installed = `${HERE}node_modules/.package-lock.json`;
  const lock = JSON.parse(readFileSync(`${HERE}package-lock.json`, "utf8"));
  const has = existsSync(installed) ? JSON.parse(readFileSync(installed, "utf8")).packages : {};
  if (
    Object.entries(lock.packages).every(
      ([path, { version, optional }]) => path === "" || optional || has[path]?.version === version,
    )
  )
    return undefined;
  const args = ["ci", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status, signal, stderr } = spawnSync("npm", args, {
    cwd: HERE,
    encoding: "utf8",
    timeout: LONGEST_INSTALL,
    shell: process.platform === "win32",
  });
  if (status === 0) return undefined;
  const reason = signal ? `npm did not end in ${LONGEST_INSTALL / 1000} s` : stderr?.trim().replace(/\s*\n\s*/g, "; ");
  return `the clients cannot be installed: ${reason}`;
}

/** Runs the vendors' files, two at a time, each in a process of its own. */
async function runSteps() {
  const results = [];
  const files = vendors.map((vendor) => `${HERE}steps/${vendor}.mjs`);
  const signal = AbortSignal.timeout(LONGEST_RUN);
  // Each file listens to it.
  setMaxListeners(files.length + 1, signal);
  const events = run({ files, concurrency: 2, timeout: LONGEST_RUN, signal });
  const add = ({ name, file, details }, isFailed) => {
    const vendor = basename(file ?? name, ".mjs");
    const isFile = files.includes(name);
    // A file fails with its steps; on its own, it did not start or did not end.
    if (isFile && (!isFailed || /subtest/.test(details.error?.failureType ?? ""))) return;
    const cause = details.error?.cause ?? details.error;
    const text = String(cause?.message ?? cause)
      .replace(/\s+/g, " ")
      .slice(0, 300);
    results.push({ vendor, name: `${vendor}: ${isFile ? "start" : name}`, error: isFailed ? text : undefined });
  };
  events.on("test:pass", (event) => add(event, false));
  events.on("test:fail", (event) => add(event, true));
  for await (const _ of events);
  return results;
}

function countsTable(results) {
  const rows = vendors.map((vendor) => {
    const own = results.filter((result) => result.vendor === vendor);
    return [vendor, own.filter(({ error }) => error === undefined).length, own.length];
  });
  const total = [1, 2].map((column) => rows.reduce((sum, row) => sum + row[column], 0));
  const lines = [...rows, ["**all**", ...total]].map(([vendor, passed, all]) => `| ${vendor} | ${passed} | ${all} |`);
  return ["| client | passed | steps |", "| --- | ---: | ---: |", ...lines].join("\n");
}

/** The part that passes of the steps that the descriptions allow. */
function shareText(results, listed) {
  const passed = results.filter(({ error }) => error === undefined).length;
  const impossible = listed.filter(([vendor, , fault]) => fault === "description" && vendors.includes(vendor)).length;
  const allowed = results.length - impossible;
  return `Of the ${allowed} steps that the descriptions allow, ${passed} pass (${((passed / allowed) * 100).toFixed(1)} %).`;
}

/** The cells of a Markdown table, without its head. */
function rowsOf(table) {
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function report(counts) {
  console.log(`Vendors' clients: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (options.report) writeFileSync(options.report, JSON.stringify(counts));
}

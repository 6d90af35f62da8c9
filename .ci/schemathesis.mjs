// `node .ci/schemathesis.mjs [report.json]`: schemathesis (PyPI) against the mock of ten descriptions, two at a time, in at most three minutes.
// Exits with 1 on a finding that docs/conformance.md does not list. Skipped with a reason without Python, the package or CORPUS_DIR.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installSchemathesis } from "../examples/real-servers/install.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const KNOWN = /<!-- known-findings -->\n([\s\S]*)\n<!-- \/known-findings -->/;
/** Seconds for the cases of one description, and for the process around them. */
const CASES = 8;
const LONGEST = 40;
/** No further description is begun after as many seconds. */
const LAST_START = 130;
/** Wrong input that is accepted, and statuses that the description leaves out, are the business of the conformance test. */
const CHECKS = [
  "not_a_server_error",
  "content_type_conformance",
  "response_schema_conformance",
  "response_headers_conformance",
  "allow_header_conformance",
].join(",");
const DESCRIPTIONS = [
  "ably-control.json",
  "arazzo-bnpl.yaml",
  "gotify-v2.json",
  "microcks-api.yaml",
  "oai-petstore-expanded-v2.json",
  "oai-petstore.yaml",
  "oai-tictactoe.yaml",
  "redocly-museum.yaml",
  "swagger-petstore.yaml",
  "xero-projects.yaml",
];

const { CORPUS_DIR = "" } = process.env;
let st = "";
let missing = existsSync(CORPUS_DIR) ? undefined : "CORPUS_DIR names no folder of descriptions";
try {
  if (!missing) st = await installSchemathesis();
} catch (error) {
  missing = error.message;
}
if (missing) {
  console.log(`schemathesis skipped: ${missing}`);
  report({ passed: 0, failed: 0, skipped: DESCRIPTIONS.length });
} else {
  const folder = mkdtempSync(join(tmpdir(), "schemathesis-"));
  const waiting = [...DESCRIPTIONS];
  const found = [];
  const unfinished = [];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (performance.now() > LAST_START * 1000) unfinished.push({ name, why: "no time is left" });
      else await check(name, folder, found, unfinished);
    }
  };
  await Promise.all([work(), work()]);
  rmSync(folder, { recursive: true, force: true });
  const table = KNOWN.exec(readFileSync(join(ROOT, "docs/conformance.md"), "utf8"))?.[1] ?? "";
  const rows = table.split("\n").map((row) =>
    row
      .split("|")
      .slice(1, 4)
      .map((cell) => cell.trim()),
  );
  const isKnown = (finding) => {
    const cells = finding.split(" | ");
    return rows.some((row) => row.length === 3 && row.every((cell, index) => cell === "*" || cell === cells[index]));
  };
  const surprises = found.filter((finding) => !isKnown(finding));
  for (const finding of found) console.log(`${isKnown(finding) ? "listed" : "FAILED"}  ${finding}`);
  for (const { name, why } of unfinished) console.log(`skipped  ${name}: ${why}`);
  const failed = new Set(surprises.map((finding) => finding.split(" | ")[0])).size;
  report({ passed: DESCRIPTIONS.length - failed - unfinished.length, failed, skipped: unfinished.length });
  if (surprises.length > 0) process.exitCode = 1;
}

/** Adds the findings of one description as `description | code and title | operation`. */
async function check(name, folder, found, unfinished) {
  const file = join(CORPUS_DIR, name);
  const mock = spawn(
    process.execPath,
    [
      join(ROOT, "packages/mock-server/bin/mock-server.js"),
      file,
      "--seed",
      "10",
      "--memory",
      "--quiet",
      "--host",
      "127.0.0.1",
      "--port",
      "0",
    ],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  try {
    const url = await new Promise((resolve, reject) => {
      let printed = "";
      mock.on("exit", () => reject(new Error(`the mock ended: ${printed}`)));
      mock.stdout.on("data", (text) => {
        printed += text;
        const address = /http:\/\/\S+/.exec(printed)?.[0];
        if (address) resolve(address.replace("localhost", "127.0.0.1"));
      });
    });
    const output = join(folder, `${name}.json`);
    const args = ["run", file, "--url", url, "--phases", "coverage,fuzzing", "--checks", CHECKS];
    const bounds = [
      "--max-examples",
      "5",
      "--max-time",
      String(CASES),
      "--seed",
      "1",
      "--no-shrink",
      "--continue-on-failure",
    ];
    const quiet = ["--suppress-health-check", "all", "--report", "json", "--report-json-path", output];
    const child = spawn(st, [...args, ...bounds, ...quiet], { cwd: folder, stdio: "ignore", timeout: LONGEST * 1000 });
    await new Promise((resolve) => child.on("close", resolve));
    if (!existsSync(output)) throw new Error(`no report within ${LONGEST} s`);
    const { failures, errors } = JSON.parse(readFileSync(output, "utf8"));
    for (const { code, title, operations } of failures)
      for (const operation of operations) found.push(`${name} | ${code} ${title} | ${operation}`);
    if (errors.length > 0) unfinished.push({ name, why: JSON.stringify(errors[0]).slice(0, 200) });
  } catch (error) {
    unfinished.push({ name, why: error.message });
  } finally {
    mock.kill();
  }
}

function report(counts) {
  console.log(`schemathesis: ${counts.passed} descriptions passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  const [file] = process.argv.slice(2);
  if (file) writeFileSync(file, JSON.stringify(counts));
}

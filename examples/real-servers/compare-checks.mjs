// `node examples/real-servers/compare-checks.mjs [--only library] [--seed 1] [--seconds 60] [--reports folder]`: the findings of `mock-server check` and of schemathesis (PyPI) on the
// same servers, each on a server of its own; by kind of mistake and operation. Without --seconds schemathesis gets the time that the check took.
// --reports keeps the reports of both tools.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installSchemathesis } from "./install.mjs";
import { directus } from "./servers/directus.mjs";
import { library } from "./servers/library.mjs";
import { prefect } from "./servers/prefect.mjs";

const MOCK = fileURLToPath(new URL("../../packages/mock-server/bin/mock-server.js", import.meta.url));
const SERVERS = { library, prefect, directus };
/** Rules of the check, and codes of schemathesis, by what they say. */
const KINDS = {
  "the server fails (5xx)": { rules: /^(server-error|no-answer)$/, codes: /^ST10[12]$/ },
  "an answer does not fit its schema or media type": {
    rules: /^(body-|write-only|media-type|header-|error-body)/,
    codes: /^ST10[4-9]$/,
  },
  // A 5xx and the 404 of a record that is there are seldom documented, too.
  "a status is not documented": {
    rules: /^((status|absent|refusal)-undocumented|server-error|record-not-found)$/,
    codes: /^ST103$/,
  },
  "a valid request is rejected": { rules: /^(valid-refused|record-not-found|odd-refused)$/, codes: /^ST202$/ },
  "an invalid request is accepted": { rules: /^invalid-accepted$/, codes: /^ST201$/ },
  "`Allow` does not name the documented methods": { rules: /^allow-(incomplete|undocumented)$/, codes: /^ST205$/ },
  "credentials are not asked for": { rules: /^auth-ignored$/, codes: /^ST401$/ },
  "records: lost, changed or kept values, lists": {
    rules: /^(field|update|delete|list|id|create|location|etag|idempotency|upload|reads)-/,
    codes: /^never$/,
  },
};
const { values: options } = parseArgs({
  options: {
    only: { type: "string" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string" },
    reports: { type: "string" },
  },
});
const scratch = mkdtempSync(join(tmpdir(), "compare-checks-"));
if (options.reports) mkdirSync(options.reports, { recursive: true });
try {
  const st = await installSchemathesis();
  for (const key of options.only?.split(",") ?? Object.keys(SERVERS)) {
    const server = SERVERS[key];
    const installed = await server.install();
    const check = await onFreshServer(key, "check", installed, (running, folder) => runCheck(server, running, folder));
    const seconds = options.seconds ?? String(Math.max(45, check.seconds));
    const schemathesis = await onFreshServer(key, "schemathesis", installed, (running, folder) =>
      runSchemathesis(st, server, running, folder, seconds),
    );
    print(server.name, { check, schemathesis });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function onFreshServer(key, tool, installed, use) {
  const folder = join(scratch, `${key}-${tool}`);
  mkdirSync(folder);
  const { headers, start } = SERVERS[key];
  const running = await start(installed, folder);
  try {
    const accept = "application/vnd.oai.openapi+json, application/json";
    const response = await fetch(running.description, { headers: { accept, ...headers } });
    writeFileSync(join(folder, "api.json"), await response.text());
    const began = performance.now();
    const found = await use(running, folder);
    return { seconds: Math.round((performance.now() - began) / 1000), found };
  } finally {
    await running.stop();
  }
}

function keep(folder, ending, report) {
  if (options.reports) writeFileSync(join(options.reports, `${basename(folder)}.${ending}`), report);
}

async function runCheck({ headers }, { url }, folder) {
  const given = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const args = [
    MOCK,
    "check",
    join(folder, "api.json"),
    url,
    "--json",
    "--seed",
    options.seed,
    "--disposable",
    ...given,
  ];
  const text = await run(process.execPath, args, folder, 900);
  keep(folder, "json", text);
  const report = JSON.parse(text);
  const [refused] = report.refusedCredentials;
  if (refused !== undefined) throw new Error(refused.message);
  return report.findings.map(({ rule, operation, details }) => ({ kind: rule, operation, detail: details?.[0] }));
}

async function runSchemathesis(st, { headers }, { url }, folder, seconds) {
  const output = join(folder, "report.json");
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const bounds = ["--max-time", seconds, "--seed", options.seed, "--no-shrink", "--continue-on-failure"];
  const quiet = ["--suppress-health-check", "all", "--report", "json", "--report-json-path", output];
  const said = await run(
    st,
    ["run", join(folder, "api.json"), "--url", url, ...bounds, ...quiet, ...given],
    folder,
    Number(seconds) + 300,
  );
  if (!existsSync(output)) throw new Error("schemathesis wrote no report");
  const text = readFileSync(output, "utf8");
  keep(folder, "json", text);
  // It has the requests.
  keep(folder, "txt", said);
  const { failures } = JSON.parse(text);
  return failures.flatMap(({ code, title, operations }) =>
    operations.map((operation) => ({ kind: code ?? title, operation, detail: title })),
  );
}

/** A row for each kind of mistake: the operations that make it, by tool. */
function print(name, { check, schemathesis }) {
  console.log(`${name}: check ${check.seconds} s, schemathesis ${schemathesis.seconds} s`);
  for (const [kind, { rules, codes }] of Object.entries(KINDS)) {
    const ours = pathsOf(check.found, rules);
    const theirs = pathsOf(schemathesis.found, codes);
    const alone = [...theirs].filter((operation) => !ours.has(operation));
    if (ours.size + theirs.size === 0) continue;
    console.log(`| ${name} | ${kind} | ${ours.size} | ${theirs.size} | ${alone.length} |`);
    if (alone.length > 0) console.log(`  schemathesis alone: ${alone.join("; ")}`);
  }
  const other = schemathesis.found.filter(({ kind }) => !Object.values(KINDS).some(({ codes }) => codes.test(kind)));
  for (const { kind, operation, detail } of other) console.log(`  not in the table: ${kind} ${detail} ${operation}`);
}

/** Operations; of methods that are not documented, their paths. */
function pathsOf(found, pattern) {
  const meant = found.filter(({ kind, operation }) => pattern.test(kind) && operation !== "Stateful tests");
  return new Set(
    meant.map(({ operation, detail }) => (isUndeclared(operation, detail) ? pathOf(operation) : operation)),
  );
}

function isUndeclared(operation, detail) {
  return operation.startsWith("OPTIONS ") || String(detail).startsWith("OPTIONS");
}

function pathOf(operation) {
  return `OPTIONS ${operation.split(" ")[1]}`;
}

function run(command, args, cwd, seconds) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: seconds * 1000 });
    let output = "";
    let errors = "";
    child.stdout.on("data", (text) => (output += text));
    child.stderr.on("data", (text) => (errors += text));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      if (signal !== null || code > 1)
        reject(new Error(`${args.slice(0, 3).join(" ")}: ${signal ?? code} ${errors.slice(-1000)}`));
      else resolve(output);
    });
  });
}

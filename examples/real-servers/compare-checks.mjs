// `node examples/real-servers/compare-checks.mjs [--only library] [--seconds 60]`: what `mock-server check` and schemathesis (PyPI) find on the same
// servers in the same time, each on a server of its own; by kind of mistake and operation.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installSchemathesis } from "./install.mjs";
import { directus } from "./servers/directus.mjs";
import { library } from "./servers/library.mjs";
import { prefect } from "./servers/prefect.mjs";

const MOCK = fileURLToPath(new URL("../../packages/mock-server/bin/mock-server.js", import.meta.url));
const SERVERS = { library, prefect, directus };
const { values: options } = parseArgs({
  options: { only: { type: "string" }, seconds: { type: "string", default: "60" }, output: { type: "string" } },
});
const scratch = mkdtempSync(join(tmpdir(), "compare-checks-"));
const results = {};
try {
  const st = await installSchemathesis();
  for (const key of options.only?.split(",") ?? Object.keys(SERVERS)) {
    const server = SERVERS[key];
    const installed = await server.install();
    results[server.name] = {
      check: await onFreshServer(key, "check", installed, (running, folder) => runCheck(server, running, folder)),
      schemathesis: await onFreshServer(key, "schemathesis", installed, (running, folder) =>
        runSchemathesis(st, server, running, folder),
      ),
    };
    print(server.name, results[server.name]);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
if (options.output) writeFileSync(options.output, JSON.stringify(results, undefined, 2));

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

async function runCheck({ headers }, { url }, folder) {
  const given = Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  const args = [MOCK, "check", join(folder, "api.json"), url, "--json", "--seed", "1", "--disposable", ...given];
  const report = JSON.parse(await run(process.execPath, args, folder, 600));
  writeFileSync(join(tmpdir(), `real-check-${folder.split("/").at(-1)}.json`), JSON.stringify(report, undefined, 1));
  return report.findings.map(({ rule, operation, details }) => ({ kind: rule, operation, detail: details?.[0] }));
}

async function runSchemathesis(st, { headers }, { url }, folder) {
  const output = join(folder, "report.json");
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const bounds = ["--max-time", options.seconds, "--seed", "1", "--no-shrink", "--continue-on-failure"];
  const quiet = ["--suppress-health-check", "all", "--report", "json", "--report-json-path", output];
  await run(st, ["run", join(folder, "api.json"), "--url", url, ...bounds, ...quiet, ...given], folder, 300);
  if (!existsSync(output)) throw new Error("schemathesis wrote no report");
  const { failures } = JSON.parse(readFileSync(output, "utf8"));
  writeFileSync(join(tmpdir(), `real-st-${folder.split("/").at(-1)}.json`), JSON.stringify(failures, undefined, 1));
  return failures.flatMap(({ code, title, operations }) =>
    operations.map((operation) => ({ kind: code ?? title, operation, detail: title })),
  );
}

function print(name, tools) {
  for (const [tool, { seconds, found }] of Object.entries(tools)) {
    console.log(`${name}, ${tool}: ${found.length} findings in ${seconds} s`);
    const kinds = Map.groupBy ? Map.groupBy(found, ({ kind }) => kind) : groupBy(found);
    for (const [kind, group] of kinds) {
      const operations = [...new Set(group.map(({ operation }) => operation))];
      console.log(`  ${kind}: ${operations.length} operations, ${operations.slice(0, 6).join("; ")}`);
    }
  }
}

function groupBy(found) {
  const groups = new Map();
  for (const finding of found) groups.set(finding.kind, [...(groups.get(finding.kind) ?? []), finding]);
  return groups;
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

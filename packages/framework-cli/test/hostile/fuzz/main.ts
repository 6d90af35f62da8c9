import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { attackLines } from "../../../../mock-server/test/fuzz/attack.js";
import { fuzzApp } from "./fuzz-run.js";
import { fuzzedSources, importFuzzed } from "./imported-apps.js";

/**
 * The long form: `CORPUS_DIR=<folder> npx tsx packages/framework-cli/test/hostile/fuzz/main.ts --requests 100000 --apps 10 --seed 1`, on
 * SQLite, or in databases of their own of the PostgreSQL that `--database postgres://…` names.
 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: "string", default: "100000" },
      apps: { type: "string", default: "3" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      environment: { type: "string", default: "production" },
      database: { type: "string" },
    },
  });
  const sources = fuzzedSources(Number(values.apps)).filter((source) => source.includes(values.only));
  const folder = await mkdtemp(join(tmpdir(), "framework-fuzz-"));
  const requests = Math.ceil(Number(values.requests) / sources.length);
  const { seed, environment } = values;
  let findings = 0;
  try {
    for (const [index, source] of sources.entries()) {
      const app = await importFuzzed(folder, source, index, values.database);
      const report = await fuzzApp(app, { seed, requests, environment });
      findings += report.findings.length;
      console.log(attackLines(report, `handles ${report.handles.join(" -> ")}`));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${requests * sources.length} requests to ${sources.length} applications: ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

if (process.argv[1]?.endsWith("main.ts")) process.exitCode = await main(process.argv.slice(2));

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type FuzzReport, fuzzApp } from "./fuzz-run.js";
import { fuzzedSources, importOnSqlite } from "./imported-apps.js";

/** The long form: `CORPUS_DIR=<folder> npx tsx packages/framework-cli/test/hostile/fuzz/main.ts --requests 100000 --apps 10 --seed 1`. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      requests: { type: "string", default: "100000" },
      apps: { type: "string", default: "3" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      environment: { type: "string", default: "production" },
    },
  });
  const sources = fuzzedSources(Number(values.apps)).filter((source) => source.includes(values.only));
  const folder = await mkdtemp(join(tmpdir(), "framework-fuzz-"));
  const requests = Math.ceil(Number(values.requests) / sources.length);
  const { seed, environment } = values;
  let findings = 0;
  try {
    for (const [index, source] of sources.entries()) {
      const app = await importOnSqlite(folder, source, index);
      const report = await fuzzApp(app, { seed, requests, environment });
      findings += report.findings.length;
      console.log(line(report));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  console.log(`${requests * sources.length} requests to ${sources.length} applications: ${findings} findings`);
  return findings === 0 ? 0 : 1;
}

function line({ name, requests, statuses, findings, stalls, heap, handles }: FuzzReport): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}:${count}`);
  const worst = [...stalls].sort((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
  return [
    `${name}: ${requests} requests, heap ${heap.join(" -> ")} MB, handles ${handles.join(" -> ")}, ${stalls.length} stalls; ${counts.join(" ")}`,
    ...worst.map(({ milliseconds, after }) => `  stall ${milliseconds} ms after ${after}`),
    ...findings.slice(0, 12).map((finding) => `  FINDING ${finding}`),
  ].join("\n");
}

if (process.argv[1]?.endsWith("main.ts")) process.exitCode = await main(process.argv.slice(2));

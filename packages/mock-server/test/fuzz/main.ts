import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findDescriptions } from "../../conformance/run/find-descriptions.js";
import { attackLines } from "./attack.js";
import { fuzz } from "./fuzz-run.js";

/** The long form: `npx tsx packages/mock-server/test/fuzz/main.ts --corpus <folder> --requests 1000000 --seed 1`. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      corpus: { type: "string", default: process.env.CORPUS_DIR ?? "examples" },
      requests: { type: "string", default: "20000" },
      seed: { type: "string", default: "1" },
      only: { type: "string", default: "" },
      store: { type: "string" },
    },
  });
  const all = await findDescriptions(resolve(values.corpus));
  const chosen = all.filter(({ name }) => name.includes(values.only));
  const folder = await mkdtemp(join(tmpdir(), "mock-fuzz-"));
  try {
    const { seed, store } = values;
    const requests = Math.ceil(Number(values.requests) / chosen.length);
    const options = { seed, requests, folder, ...(store !== undefined && { store }) };
    const reports = await fuzz(chosen, options, (report) =>
      console.log(attackLines(report, `loop ${report.delay} ms`)),
    );
    const total = reports.reduce((sum, report) => sum + report.requests, 0);
    const findings = reports.reduce((sum, report) => sum + report.findings.length, 0);
    console.log(`${total} requests to ${reports.length} descriptions: ${findings} findings`);
    return findings === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith("main.ts")) process.exitCode = await main(process.argv.slice(2));

// Points all three tools at every hostile description in its full size, each in a process of its own, and prints a table.
// npx tsx packages/spec-core/test/hostile/main.ts [--only <text>] [--tool <name>] [--seconds 5]
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { HOSTILE_CASES } from "./all-cases.js";
import { runTool, TOOLS } from "./run-tool.js";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    tool: { type: "string" },
    seconds: { type: "string", default: "5" },
    size: { type: "string", default: "full" },
    verbose: { type: "boolean", default: false },
    part: { type: "string", default: "0/1" },
  },
});
const folder = await mkdtemp(join(tmpdir(), "onespec-hostile-"));
const limits = { seconds: Number(values.seconds), megabytes: 1_024, patience: 300_000 };
const [part = 0, parts = 1] = values.part.split("/").map(Number);
const tools = TOOLS.filter((tool) => values.tool === undefined || tool === values.tool);
let faults = 0;
for (const [index, { name, file = "api.json", content }] of HOSTILE_CASES.entries()) {
  if (!name.includes(values.only) || index % parts !== part) continue;
  const path = join(folder, file);
  await writeFile(path, content(values.size === "full" ? "full" : "small"));
  for (const tool of tools) {
    const { outcome, isFine, seconds, megabytes, said } = await runTool(tool, path, folder, limits);
    if (!isFine) faults += 1;
    console.log(
      `${isFine ? "ok" : "BAD"}\t${seconds.toFixed(1)} s\t${megabytes.toFixed(0)} MB\t${tool}\t${name}\t${outcome}`,
    );
    if (values.verbose) console.log(said);
  }
  await rm(path);
}
await rm(folder, { recursive: true, force: true });
console.log(`${faults} faults`);
process.exitCode = faults > 0 ? 1 : 0;

// `npm run closed-loop`: runs the scenario against every target and prints the table; `-- --write` puts it into docs/closed-loop.md.
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { setup, teardown } from "../../packages/framework-cli/test/servers/global-setup.js";
import { compareTargets } from "./compare-targets.js";
import { formatTable } from "./format-table.js";

const PAGE = new URL("../../docs/closed-loop.md", import.meta.url);
const PLACE = /(<!-- table -->\n)[\s\S]*(\n<!-- \/table -->)/;

await setup();
try {
  // It reads the environment that the set-up has just filled.
  const { ALL_TARGETS } = await import("./targets/all-targets.js");
  const all = await compareTargets(ALL_TARGETS, ({ target, missing, steps }) => {
    const differences = steps.flatMap(({ step, difference }) =>
      difference === undefined ? [] : [{ step, difference }],
    );
    console.error(missing ?? `${target}: ${differences.length === 0 ? "the same" : "differs"}`);
    for (const { step, difference } of differences) console.error(`  ${step}: ${difference}`);
  });
  const table = formatTable(all);
  console.log(table);
  if (process.argv.includes("--write")) {
    const machine = `Node ${process.versions.node} on ${cpus().length} cores of ${cpus()[0]?.model.trim()}.`;
    const page = await readFile(PAGE, "utf8");
    await writeFile(
      PAGE,
      page.replace(PLACE, (_, start, end) => `${start}${table}\n\n${machine}${end}`),
    );
  }
  if (all.some(({ steps }) => steps.some(({ difference }) => difference !== undefined))) process.exitCode = 1;
} finally {
  await teardown();
}

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HOSTILE_CASES } from "./all-cases.js";
import { AttackProcess } from "./attack-process.js";
import type { HostileCase } from "./hostile-case.js";
import { REFERENCE_CASES } from "./reference-cases.js";
import { isFine, runTool, TOOLS, type Tool } from "./run-tool.js";
import { SCHEMA_CASES } from "./schema-cases.js";

const MEGABYTES = 1_024;
/** A tool that has not ended by then hangs, in milliseconds. How long a tool takes is measured in docs/reliability.md, not here. */
const PATIENCE = 120_000;
/** The same for a description in its full size, in seconds of processor time. */
const FULL_SIZE_SECONDS = 300;

const LONG = process.env.ONESPEC_LONG === "1";

test.each(TOOLS)(
  "%s works on hostile descriptions, or says with a code why not",
  { timeout: 600_000 },
  async (tool) => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-hostile-"));
    const attacked = new AttackProcess(tool, folder, { megabytes: MEGABYTES, patience: PATIENCE });
    onTestFinished(async () => {
      attacked.end();
      await rm(folder, { recursive: true, force: true });
    });
    const faults: string[] = [];
    for (const { name, file = "api.json", content, long } of casesOf(tool)) {
      if (long) continue;
      const place = join(folder, "description");
      await rm(place, { recursive: true, force: true });
      await mkdir(place);
      await writeFile(join(place, file), content("small"));
      const { outcome } = await attacked.attack(join(place, file));
      if (!isFine(outcome)) faults.push(`${name}: ${outcome}`);
    }
    expect(faults).toEqual([]);
  },
);

/** Each tool takes a third; all read descriptions by the same code. `npx tsx test/hostile/main.ts` gives each tool all of them. */
function casesOf(tool: Tool): readonly HostileCase[] {
  return [...SCHEMA_CASES, ...REFERENCE_CASES].filter((_, index) => index % TOOLS.length === TOOLS.indexOf(tool));
}

/** One for all where they are not run: hundreds of skipped tests would hide others. */
const FULL_SIZE = LONG
  ? HOSTILE_CASES.flatMap((one) => TOOLS.map((tool) => ({ ...one, tool })))
  : TOOLS.map((tool) => ({ name: "all of them (ONESPEC_LONG=1)", tool, file: "api.json", content: () => "" }));

test.runIf(LONG).each(FULL_SIZE)(
  "$tool, as a command, in the full size: $name",
  { timeout: 700_000 },
  async ({ tool, file = "api.json", content }) => {
    const folder = await mkdtemp(join(tmpdir(), "onespec-hostile-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, file), content("full"));
    const limits = { seconds: FULL_SIZE_SECONDS, megabytes: MEGABYTES, patience: 600_000 };
    expect(await runTool(tool, join(folder, file), folder, limits)).toMatchObject({ isFine: true });
  },
);

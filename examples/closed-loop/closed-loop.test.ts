import { beforeAll, describe, expect, test } from "vitest";
import { ENDS_EARLY } from "./scenario/run-scenario.js";
import type { StepResult } from "./scenario/transcript.js";
import { ALL_TARGETS } from "./targets/all-targets.js";

const [standard, ...others] = ALL_TARGETS;

describe("the bookshop's client", () => {
  let expected: readonly StepResult[];

  beforeAll(async () => {
    const outcome = await standard.run();
    if ("missing" in outcome) throw new Error(outcome.missing);
    expected = outcome.steps;
  });

  test(`goes through the whole scenario with: ${standard.name}`, () => {
    const lines = expected.flatMap((step) => step.lines);
    expect(lines.filter((line) => line.startsWith(ENDS_EARLY))).toEqual([]);
    expect(lines.length).toBeGreaterThan(200);
  });

  test.for(others)("cannot tell it from: $name", async (target, { skip }) => {
    const outcome = await target.run();
    if ("missing" in outcome) return skip(outcome.missing);
    expect(transcript(outcome.steps)).toBe(transcript(expected));
  });
});

function transcript(steps: readonly StepResult[]): string {
  return steps.map(({ step, lines }) => `# ${step}\n${lines.join("\n")}\n`).join("\n");
}

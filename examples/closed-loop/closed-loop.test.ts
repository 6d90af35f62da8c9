import { describe, expect, test } from "vitest";
import type { StepResult } from "./scenario/transcript.js";
import { ALL_TARGETS } from "./targets/all-targets.js";

const [standard, ...others] = ALL_TARGETS;
if (standard === undefined) throw new Error("There are no targets.");

describe("the bookshop's client", () => {
  const wanted = standard.run();

  test(`goes through the scenario with: ${standard.name}`, async () => {
    const outcome = await wanted;
    if ("missing" in outcome) throw new Error(outcome.missing);
    expect(outcome.steps.every(({ lines }) => lines.length > 0)).toBe(true);
  });

  test.for(others)("cannot tell it from: $name", async (target, { skip }) => {
    const [expected, outcome] = [await wanted, await target.run()];
    if ("missing" in outcome) return skip(outcome.missing);
    expect("steps" in expected && transcript(outcome.steps)).toEqual("steps" in expected && transcript(expected.steps));
  });
});

function transcript(steps: readonly StepResult[]): string {
  return steps.map(({ step, lines }) => `# ${step}\n${lines.join("\n")}\n`).join("\n");
}

import type { StepResult } from "./scenario/transcript.js";
import type { Outcome, Target } from "./targets/target.js";

/** How one target did, beside the first one. */
export interface Compared {
  readonly target: string;
  /** Why it was not run. */
  readonly missing?: string;
  readonly steps: readonly ComparedStep[];
}

export interface ComparedStep extends Pick<StepResult, "step" | "milliseconds"> {
  /** The first line that is another one; `undefined`: they cannot be told apart. */
  readonly difference?: string;
}

/** Runs the targets one after the other, and holds each against the first. @param tell called after each */
export async function compareTargets(
  targets: readonly Target[],
  tell: (compared: Compared) => void,
): Promise<readonly Compared[]> {
  const all: Compared[] = [];
  let standard: readonly StepResult[] | undefined;
  for (const target of targets) {
    const outcome = await target.run();
    if ("steps" in outcome) standard ??= outcome.steps;
    const compared = comparedWith(standard ?? [], target.name, outcome);
    tell(compared);
    all.push(compared);
  }
  return all;
}

function comparedWith(standard: readonly StepResult[], target: string, outcome: Outcome): Compared {
  if ("missing" in outcome) return { target, missing: outcome.missing, steps: [] };
  const steps = outcome.steps.map(({ step, lines, milliseconds }, index) => {
    const wanted = standard[index]?.lines ?? [];
    const length = Math.max(wanted.length, lines.length);
    const at = Array.from({ length }, (_, line) => line).find((line) => lines[line] !== wanted[line]);
    const told = at === undefined ? {} : { difference: `${wanted[at] ?? "nothing"}\n  but ${lines[at] ?? "nothing"}` };
    return { step, milliseconds, ...told };
  });
  return { target, steps };
}

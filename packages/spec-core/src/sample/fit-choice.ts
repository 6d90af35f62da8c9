import { isObject } from "../json/is-object.js";
import { jsonEqual } from "../json/json-value.js";
import { distinguishBranch } from "./distinguish-branch.js";
import { objectPlan } from "./object-plan.js";
import type { Place } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import { isOnly } from "./sample-choice.js";
import type { Choice, Shape } from "./shape.js";

/** So many branches are fitted and compared when none takes the value as it is. */
const CANDIDATES = 4;

/** The branch in which the value is valid wins, then the discriminator's, then the one that keeps most. */
export function fitChoice(run: Run, shape: Shape, place: Place, base: unknown): unknown {
  const [choice] = shape.choices;
  if (!choice) return NOTHING;
  const fit = (branch: number): unknown => {
    const chosen = run.shapes.choose(shape, branch);
    const fitted = run.fit(chosen, { ...place, droppable: false }, base);
    const isRight = fitted === NOTHING || choice.kind !== "oneOf" || isOnly(run, choice, branch, fitted);
    if (isRight) return fitted;
    const apart = distinguishBranch(run, chosen, choice, branch, fitted);
    return apart === NOTHING && choice.tag?.values[branch] !== undefined ? fitted : apart;
  };
  if (run.variationAt(place) === 0) {
    for (const branch of certainBranches(run, choice, base)) {
      const fitted = fit(branch);
      if (fitted !== NOTHING) return fitted;
    }
  }
  const candidates = byAffinity(run, shape, choice, base).slice(run.variationAt(place)).slice(0, CANDIDATES);
  let best: unknown = NOTHING;
  let most = -1;
  for (const branch of candidates) {
    const fitted = fit(branch);
    const kept = fitted === NOTHING ? -1 : keptParts(fitted, base);
    if (kept > most) [best, most] = [fitted, kept];
  }
  if (best === NOTHING && choice.kind === "loose") return run.fit(run.shapes.choose(shape, -1), place, base);
  return best;
}

function certainBranches(run: Run, choice: Choice, base: unknown): readonly number[] {
  const valid = choice.branches.flatMap((branch, index) => (run.shapes.isValid(branch, base, run.view) ? [index] : []));
  const tag = choice.tag && isObject(base) ? base[choice.tag.property] : undefined;
  const tagged = tag === undefined ? -1 : (choice.tag?.values.indexOf(String(tag)) ?? -1);
  return tagged < 0 ? valid : [tagged, ...valid.filter((branch) => branch !== tagged)];
}

/** Branches that could keep something, the most promising first. */
function byAffinity(run: Run, shape: Shape, choice: Choice, base: unknown): readonly number[] {
  const scored = choice.branches.map((_, branch) => ({
    branch,
    score: affinity(run, run.shapes.choose(shape, branch), base),
  }));
  return scored
    .sort((left, right) => right.score - left.score || left.branch - right.branch)
    .map(({ branch }) => branch);
}

function affinity(run: Run, shape: Shape, base: unknown): number {
  if (shape.impossible) return -1000;
  if (!isObject(base)) {
    const kind = Array.isArray(base) ? "array" : base === null ? "null" : typeof base;
    return shape.types.some((type) => type === kind || (type === "integer" && kind === "number")) ? 10 : 0;
  }
  if (!shape.types.includes("object")) return -100;
  const plan = objectPlan(run.shapes, shape);
  let score = 0;
  for (const [name, value] of Object.entries(base)) {
    const property = plan.property(name);
    if (plan.declares(name)) score += 1;
    if (property.impossible) score -= 2;
    if (property.members && !property.members.some((member) => jsonEqual(member, value))) score -= 5;
  }
  for (const name of plan.required) score -= Object.hasOwn(base, name) ? 0 : 1;
  return score;
}

/** How many scalars of `base` stand in the same place of `value`. */
function keptParts(value: unknown, base: unknown): number {
  if (value === base) return 1 + (typeof base === "object" && base !== null ? countParts(base) : 0);
  if (typeof value !== "object" || typeof base !== "object" || value === null || base === null) return 0;
  let kept = 0;
  for (const [name, part] of Object.entries(value)) {
    if (Object.hasOwn(base, name)) kept += keptParts(part, (base as Record<string, unknown>)[name]);
  }
  return kept;
}

function countParts(value: object): number {
  return Object.values(value).reduce<number>(
    (count, part) => count + (typeof part === "object" && part !== null ? countParts(part) : 1),
    0,
  );
}

import { getOrMake } from "../lazy/caches.js";
import { distinguishBranch } from "./distinguish-branch.js";
import { type Place, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Choice, Shape } from "./shape.js";

/** A run with facts that are only needed to choose branches. */
interface ChoosingRun extends Run {
  readonly isLenient: boolean;
  isActive(shape: Shape): boolean;
  isRepeated(shape: Shape): boolean;
  heightOf(shape: Shape): number;
  within<T>(shape: Shape, inner: () => T): T;
  resolve(shape: Shape, place: Place): unknown;
}

/** Maximum number of branches that are tried. */
const BRANCHES = 24;
/** From this variation on, texts and numbers no longer depend on names. */
const PLAIN = 3;

/** A value of the first choice's most likely branch, or of another branch if that is impossible. */
export function sampleChoice(run: ChoosingRun, shape: Shape, place: Place): unknown {
  const [choice] = shape.choices;
  if (!choice) return NOTHING;
  const tried: number[] = [];
  for (const branch of orderedBranches(run, shape, choice, place)) {
    const chosen = run.shapes.choose(shape, branch);
    if (chosen.impossible) continue;
    if (tried.length === BRANCHES) break;
    tried.push(branch);
    for (const attempt of attemptsAt(run, chosen, choice, branch, place)) {
      const value = sampleBranch(run, shape, choice, branch, attempt);
      if (value !== NOTHING && (choice.kind !== "oneOf" || isOnly(run, choice, branch, value))) return value;
      if (run.isExhausted) return NOTHING;
    }
  }
  if (choice.kind === "loose") return run.resolve(run.shapes.choose(shape, -1), place);
  if (choice.kind === "anyOf") return NOTHING;
  let tagged: unknown = NOTHING;
  for (const branch of tried) {
    const value = sampleBranch(run, shape, choice, branch, place);
    const apart =
      value === NOTHING ? NOTHING : distinguishBranch(run, run.shapes.choose(shape, branch), choice, branch, value);
    if (apart !== NOTHING) return apart;
    if (tagged === NOTHING && (run.isLenient || choice.tag?.values[branch] !== undefined)) tagged = value;
  }
  // A value that only its tag distinguishes from other branches still counts (OpenAPI 3.1, "Discriminator Object").
  return tagged;
}

function sampleBranch(run: ChoosingRun, shape: Shape, choice: Choice, branch: number, place: Place): unknown {
  const chosen = run.shapes.choose(shape, branch);
  return run.within(run.shapes.of(choice.branches[branch] ?? true), () => run.resolve(chosen, place));
}

/** True if a value of one branch matches no other. */
export function isOnly(run: Run, { branches }: Choice, branch: number, value: unknown): boolean {
  return branches.every((other, index) => index === branch || !run.shapes.isValid(other, value, run.view));
}

/**
 * The places to try for a branch, in this order: unchanged, without properties that other branches require, with
 * required properties only, with values that do not depend on names.
 */
function* attemptsAt(run: Run, chosen: Shape, choice: Choice, branch: number, place: Place): Generator<Place> {
  yield place;
  const isPlain = isScalar(chosen);
  if (choice.kind !== "oneOf") {
    if (!isPlain) yield { ...place, levels: 0 };
    return;
  }
  if (!isPlain) {
    const others = namesOfOthers(run, chosen, choice, branch);
    const avoid = place.avoid.size === 0 ? others : new Set([...place.avoid, ...others]);
    yield { ...place, avoid };
    yield { ...place, avoid, levels: 0 };
    if (place.levels < 1) yield { ...place, levels: 1 };
    yield { ...place, variation: place.variation + PLAIN };
    yield { ...place, variation: place.variation + PLAIN + 1, avoid };
  } else if (chosen.members?.length !== 1) {
    yield { ...place, variation: place.variation + PLAIN };
    yield { ...place, variation: place.variation + PLAIN + 1 };
  }
}

/** True if all values of the shape are scalars. */
function isScalar({ choices, types }: Shape): boolean {
  return choices.length === 0 && !types.includes("object") && !types.includes("array");
}

const othersOf = new WeakMap<Shape, ReadonlySet<string>>();

/** Properties that other branches require and the chosen one does not. */
function namesOfOthers(run: Run, chosen: Shape, { branches }: Choice, branch: number): ReadonlySet<string> {
  return getOrMake(othersOf, chosen, () => {
    const required = new Set(requiredNames(chosen));
    const others = branches.flatMap((other, index) => (index === branch ? [] : requiredNames(run.shapes.of(other))));
    return new Set(others.filter((name) => !required.has(name)));
  });
}

function requiredNames({ parts }: Shape): readonly string[] {
  return parts.flatMap((part) => part.required ?? []);
}

function orderedBranches(run: ChoosingRun, shape: Shape, choice: Choice, place: Place): readonly number[] {
  const { branches } = choice;
  const start = randomAt(place, 903).integer(0, branches.length - 1);
  const isCut = run.isRepeated(shape);
  const ranked = branches.map((branch, index) => ({
    branch: index,
    rank: rankOf(run, run.shapes.of(branch), place, isCut ? run.heightOf(run.shapes.choose(shape, index)) : 0),
    turn: (index - start + branches.length) % branches.length,
  }));
  ranked.sort((left, right) => left.rank - right.rank || left.turn - right.turn);
  const order = ranked.map(({ branch }) => branch);
  const skip = run.variationAt(place) % order.length;
  return [...order.slice(skip), ...order.slice(0, skip)];
}

function rankOf(run: ChoosingRun, branch: Shape, place: Place, height: number): number {
  if (branch.impossible) return 10_000;
  const [type] = branch.types;
  const isNested = type === "object" || type === "array";
  return (
    height * 100 +
    (run.isActive(branch) ? 50 : 0) +
    (type === "null" ? 20 : 0) +
    (branch.parts.some((part) => part.deprecated) ? 5 : 0) +
    // Inside an answer, an id is preferred to a whole other record, if the schema allows both.
    (isNested && place.depth > 0 ? 1 : 0)
  );
}

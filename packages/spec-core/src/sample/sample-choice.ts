import { conforms } from "./conforms.js";
import { type Place, randomAt } from "./place.js";
import { NOTHING, type Run } from "./run.js";
import type { Choice, Shape } from "./shape.js";
import { tellApart } from "./tell-apart.js";

/** What choosing needs to know of a run beyond `Run`. */
export interface ChoosingRun extends Run {
  isActive(shape: Shape): boolean;
  isRepeated(shape: Shape): boolean;
  heightOf(shape: Shape): number;
  within<T>(shape: Shape, inner: () => T): T;
  resolve(shape: Shape, place: Place): unknown;
}

/** More branches than this are not tried one after the other. */
const BRANCHES = 24;
/** Past names and formats: text and numbers that stand for nothing. */
const PLAIN = 3;

/** A value of the first choice's likeliest branch, or of another one when that cannot be had. */
export function sampleChoice(run: ChoosingRun, shape: Shape, place: Place): unknown {
  const [choice] = shape.choices;
  if (!choice) return NOTHING;
  const order = orderedBranches(run, shape, choice, place).slice(0, BRANCHES);
  for (const branch of order) {
    for (const attempt of attemptsAt(run, shape, choice, branch, place)) {
      const value = sampleBranch(run, shape, choice, branch, attempt);
      if (value !== NOTHING && (choice.kind !== "oneOf" || isOnly(run, choice, branch, value))) return value;
      if (run.isExhausted) return NOTHING;
    }
  }
  if (choice.kind === "loose") return run.resolve(run.shapes.choose(shape, -1), place);
  if (choice.kind === "anyOf") return NOTHING;
  let tagged: unknown = NOTHING;
  for (const branch of order) {
    const value = sampleBranch(run, shape, choice, branch, place);
    const apart = value === NOTHING ? NOTHING : tellApart(run, run.shapes.choose(shape, branch), choice, branch, value);
    if (apart !== NOTHING) return apart;
    if (tagged === NOTHING && choice.tag?.values[branch] !== undefined) tagged = value;
  }
  // What only its tag sets apart still counts as one of them (OpenAPI 3.1, "Discriminator Object").
  return tagged;
}

function sampleBranch(run: ChoosingRun, shape: Shape, choice: Choice, branch: number, place: Place): unknown {
  const chosen = run.shapes.choose(shape, branch);
  if (chosen.impossible) return NOTHING;
  return run.within(run.shapes.of(choice.branches[branch] ?? true), () => run.resolve(chosen, place));
}

/** Is a value of one branch a value of no other? */
export function isOnly(run: Run, { branches }: Choice, branch: number, value: unknown): boolean {
  return branches.every((other, index) => index === branch || !conforms(run.shapes, other, value, run.view));
}

/** As it comes; without what other branches ask for; only what is required; with values that no name suggests. */
function* attemptsAt(run: Run, shape: Shape, choice: Choice, branch: number, place: Place): Generator<Place> {
  yield place;
  if (choice.kind !== "oneOf") {
    yield { ...place, levels: 0 };
    return;
  }
  const { parts } = run.shapes.choose(shape, branch);
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const others = choice.branches.flatMap((other, index) => (index === branch ? [] : requiredNames(run, other)));
  const avoid = new Set([...place.avoid, ...others.filter((name) => !required.has(name))]);
  yield { ...place, avoid };
  yield { ...place, avoid, levels: 0 };
  if (place.levels < 1) yield { ...place, levels: 1 };
  yield { ...place, variation: place.variation + PLAIN };
  yield { ...place, variation: place.variation + PLAIN + 1, avoid };
}

function requiredNames(run: Run, branch: Choice["branches"][number]): readonly string[] {
  return run.shapes.of(branch).parts.flatMap((part) => part.required ?? []);
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
    // Inside an answer an id rather than the whole other record, where the API offers both.
    (isNested && place.depth > 0 ? 1 : 0)
  );
}

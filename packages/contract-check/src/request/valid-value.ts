import type { SchemaPlace } from "../judge/schema-book.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import type { Random } from "./random.js";
import { sampleValue } from "./sample-value.js";

/** How much a client fills in: everything, only what it must, or what the description's examples say. */
export type Style = "full" | "required" | "examples";

export const STYLES: readonly Style[] = ["full", "required", "examples"];

const ATTEMPTS = 30;

/** A value that the validator accepts for a request; `undefined` when none was found. `place` undefined: anything. */
export async function validValue(
  judge: SchemaJudge,
  place: SchemaPlace | undefined,
  style: Style,
  examples: readonly unknown[],
  random: Random,
): Promise<{ readonly value: unknown } | undefined> {
  if (place === undefined) return { value: examples[0] ?? `text-${random.serial()}` };
  if (style === "examples") {
    for (const example of examples) {
      if (!isJsonText(example) && (await judge.fits("request", place, example))) return { value: example };
    }
  }
  const depths = style === "required" ? [0, 0, 1, 0, 2, 1] : [3, 2, 3, 1, 2, 0];
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const optionalDepth = depths[attempt % depths.length] ?? 0;
    const value = sampleValue(place, { book: judge.request, random, optionalDepth });
    if (await judge.fits("request", place, value)) return { value };
  }
  for (const example of examples) {
    if (await judge.fits("request", place, example)) return { value: example };
  }
  return undefined;
}

/** JSON written as a text: what it stands for is not known. */
function isJsonText(example: unknown): boolean {
  return typeof example === "string" && /^\s*[{[]/.test(example);
}

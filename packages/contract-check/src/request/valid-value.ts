import type { SchemaPlace } from "../judge/schema-book.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import type { Random } from "./random.js";
import { sampleValue } from "./sample-value.js";

/** The values that a client fills in: everything, only what is required, or the description's examples. */
export type Style = "full" | "required" | "examples";

export const STYLES: readonly Style[] = ["full", "required", "examples"];

const ATTEMPTS = 30;

/**
 * A value that the validator accepts for a request. `undefined` if none was found. @param place `undefined`: any value
 */
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

/** An example that is JSON in a text. It is not clear if the text or its content is meant. */
function isJsonText(example: unknown): boolean {
  return typeof example === "string" && /^\s*[{[]/.test(example);
}

import type { SchemaPlace } from "../judge/schema-book.js";
import type { SchemaJudge } from "../judge/schema-judge.js";
import { createRandom } from "./random.js";
import { sampleValue } from "./sample-value.js";

const known = new WeakMap<SchemaJudge, Map<SchemaPlace, Promise<boolean>>>();
const ATTEMPTS = 40;

/** Is there any answer that fits the schema? False when forty attempts found none: then no server can be right. */
export function canBeMet(judge: SchemaJudge, place: SchemaPlace): Promise<boolean> {
  const results = known.get(judge) ?? new Map<SchemaPlace, Promise<boolean>>();
  known.set(judge, results);
  const target = judge.response.follow(place);
  const result = results.get(target) ?? search(judge, target);
  results.set(target, result);
  return result;
}

async function search(judge: SchemaJudge, place: SchemaPlace): Promise<boolean> {
  const random = createRandom(place);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const value = sampleValue(place, { book: judge.response, random, optionalDepth: attempt % 4 });
    if ((await judge.violations("response", place, value)).length === 0) return true;
  }
  return false;
}

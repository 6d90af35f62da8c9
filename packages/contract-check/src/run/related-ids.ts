import { fold } from "../description/fold.js";
import { isObject, isScalar } from "../description/json.js";
import type { RawMediaType } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";

/**
 * The body with ids of records that are there, where it refers to records of other resources: `authorId` and `author_ids` to those of
 * `/authors`. A server that looks them up refuses made-up ones.
 */
export async function withRelatedIds(run: CheckRun, { schema }: RawMediaType, value: unknown): Promise<unknown> {
  if (!isObject(value) || schema === undefined) return value;
  const place = run.judge.request.place(schema);
  let result: Readonly<Record<string, unknown>> = value;
  for (const [name, current] of Object.entries(value)) {
    const ids = [current].flat();
    const pair = relatedPair(run, name);
    if (!pair || ids.length === 0 || !ids.every((id) => isScalar(id) && typeof id !== "boolean")) continue;
    const text = await run.relatedId(pair);
    if (text === undefined) continue;
    const id = typeof ids[0] === "number" ? Number(text) : text;
    const changed = { ...result, [name]: Array.isArray(current) ? [id] : id };
    if (await run.judge.fits("request", place, changed)) result = changed;
  }
  return result;
}

/** The resource whose records a property of a body names: `parentCategoryId` those of `/categories`. */
export function relatedPair({ pairs }: CheckRun, name: string): RawPair | undefined {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  if (!/^u?u?ids?$/.test(words.pop() ?? "")) return undefined;
  for (const [at] of words.entries()) {
    const noun = words.slice(at).join("");
    const pair = pairs.find((each) => fold(singular(each.noun)) === noun && !each.collectionPath.includes("{"));
    if (pair) return pair;
  }
  return undefined;
}

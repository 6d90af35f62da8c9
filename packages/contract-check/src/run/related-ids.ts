import { fold } from "../description/fold.js";
import { asArray, asObject, isObject, isScalar, type JsonObject } from "../description/json.js";
import type { RawMediaType } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import { propertyPlaces } from "../judge/property-places.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";

/** For each run, ids that exist on the server. */
const knownIds = new WeakMap<CheckRun, Set<unknown>>();

/**
 * Replaces generated references in the body by ids of existing records. `authorId` and `author_ids` get ids of
 * `/authors`. Other ids get the example in their schema. A server that looks references up rejects generated ones.
 */
export async function withRelatedIds(run: CheckRun, media: RawMediaType, value: unknown): Promise<unknown> {
  const { schema } = media;
  if (!isObject(value) || schema === undefined) return value;
  const place = run.judge.request.place(schema);
  const known = knownIds.get(run) ?? new Set();
  knownIds.set(run, known);
  let result: Readonly<Record<string, unknown>> = value;
  for (const [name, current] of Object.entries(value)) {
    if (!isRelated(name, current)) continue;
    const pair = relatedPair(run, name);
    if (pair && isOwnId(pair, name, media)) continue;
    const text = pair && (await run.relatedId(pair));
    const isList = Array.isArray(current);
    const ids = text === undefined ? [] : [typeof [current].flat()[0] === "number" ? Number(text) : text];
    const examples = propertyPlaces(run.judge.request, place, name).flatMap((each) => {
      const own = asObject(run.judge.request.at(each));
      return asArray((isList ? asObject(own.items) : own).examples);
    });
    for (const id of [...ids, ...examples]) {
      if (Number.isNaN(id)) continue;
      const changed = { ...result, [name]: isList ? [id] : id };
      if (!(await run.judge.fits("request", place, changed))) continue;
      result = changed;
      known.add(id);
      break;
    }
  }
  return result;
}

/** The ids that bodies have referred to. */
export function referredIds(run: CheckRun): string[] {
  return [...(knownIds.get(run) ?? [])].map(String);
}

/** The properties of a body that refer to other records with generated ids. */
export function madeUpIds(run: CheckRun, body: JsonObject): string[] {
  const known = knownIds.get(run);
  return Object.entries(body).flatMap(([name, value]) =>
    isRelated(name, value) && [value].flat().some((id) => !known?.has(id)) ? [name] : [],
  );
}

function isRelated(name: string, value: unknown): boolean {
  const ids = [value].flat();
  const isId = ids.length > 0 && ids.every((id) => isScalar(id) && typeof id !== "boolean");
  return isId && nounsOf(name).length > 0;
}

/** True if the property is the record's own id, which the client chooses. */
function isOwnId({ noun, create, update }: RawPair, name: string, { schema }: RawMediaType): boolean {
  const isOwn = [create, update].some((operation) => operation?.body?.content.some((each) => each.schema === schema));
  return isOwn && nounsOf(name)[0] === fold(singular(noun));
}

/** The resource that a property refers to: `/categories` for `parentCategoryId`. */
export function relatedPair({ pairs }: CheckRun, name: string): RawPair | undefined {
  for (const noun of nounsOf(name)) {
    const pair = pairs.find((each) => fold(singular(each.noun)) === noun && !each.collectionPath.includes("{"));
    if (pair) return pair;
  }
  return undefined;
}

/**
 * Possible nouns of a reference: `parentcategory` and `category` for `parentCategoryId`. Empty if the name is not a
 * reference.
 */
function nounsOf(name: string): string[] {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  if (!/^u?u?ids?$/.test(words.pop() ?? "")) return [];
  return words.map((_, at) => words.slice(at).join("")).filter((noun) => noun !== "");
}

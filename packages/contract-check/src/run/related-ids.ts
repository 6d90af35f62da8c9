import { fold } from "../description/fold.js";
import { asArray, asObject, isObject, isScalar, type JsonObject } from "../description/json.js";
import type { RawMediaType } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import { propertyPlaces } from "../judge/property-places.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";

/** By run: ids that a server can know. */
const knownIds = new WeakMap<CheckRun, Set<unknown>>();

/**
 * The body with ids of records that are there, where it refers to records of other resources: `authorId` and `author_ids` to those of
 * `/authors`, and others to the example of their schema. A server that looks them up rejects made-up ones.
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

/** The properties of a body that refer to other records by ids that are made up. */
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

/** The property is the id of the record itself, which a client chooses. */
function isOwnId({ noun, create, update }: RawPair, name: string, { schema }: RawMediaType): boolean {
  const isOwn = [create, update].some((operation) => operation?.body?.content.some((each) => each.schema === schema));
  return isOwn && nounsOf(name)[0] === fold(singular(noun));
}

/** The resource whose records a property of a body names: `parentCategoryId` those of `/categories`. */
export function relatedPair({ pairs }: CheckRun, name: string): RawPair | undefined {
  for (const noun of nounsOf(name)) {
    const pair = pairs.find((each) => fold(singular(each.noun)) === noun && !each.collectionPath.includes("{"));
    if (pair) return pair;
  }
  return undefined;
}

/** `parentcategory` and `category` of `parentCategoryId`; none for a name that is no reference. */
function nounsOf(name: string): string[] {
  const words = name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
  if (!/^u?u?ids?$/.test(words.pop() ?? "")) return [];
  return words.map((_, at) => words.slice(at).join("")).filter((noun) => noun !== "");
}

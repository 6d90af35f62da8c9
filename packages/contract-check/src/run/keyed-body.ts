import { fold } from "../description/fold.js";
import { isObject, isScalar } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { isJsonType } from "../request/write-body.js";
import { bodyMedia, bodyValue } from "./build-request.js";
import type { CheckRun } from "./check-run.js";
import { singular } from "./find-record.js";
import { newRecordId, ownId } from "./path-values.js";

/**
 * A body that lists ids of records that the check has created: `{ keys: ["7"], data: {…} }` for `PATCH /roles`. A
 * server would reject generated ids. `undefined` if the body has no list of ids, or no record can be created.
 */
export async function keyedBody(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
): Promise<{ readonly body: unknown } | undefined> {
  const media = bodyMedia(operation, style);
  const pair = listedPair(run, operation);
  const made = pair && media && isJsonType(media.type) ? await bodyValue(run, media, style) : undefined;
  const body = media && made && (await withOwnIds(run, operation, media, made.value));
  return made === undefined || body === made.value ? undefined : { body };
}

/** Puts the id of a created record into the body's list of ids. Returns the same value if there is no such list. */
export async function withOwnIds(
  run: CheckRun,
  operation: RawOperation,
  { schema }: RawMediaType,
  value: unknown,
): Promise<unknown> {
  const pair = listedPair(run, operation);
  const name =
    pair && isObject(value) ? Object.keys(value).find((key) => isListOfIds(key, value[key], pair)) : undefined;
  if (!pair || !isObject(value) || name === undefined || schema === undefined) return value;
  const id = operation.method === "DELETE" ? await newRecordId(run, pair) : await ownId(run, pair);
  if (id === undefined) return value;
  const isNumber = [value[name]].flat().some((key) => typeof key === "number");
  const body = { ...value, [name]: [isNumber ? Number(id) : id] };
  return (await run.judge.fits("request", run.judge.request.place(schema), body)) ? body : value;
}

/**
 * The pair whose records the operation changes. Paths with parents are excluded, since their values are not known here.
 */
function listedPair({ pairs }: CheckRun, { method, path }: RawOperation): RawPair | undefined {
  if (path.includes("{") || method === "GET") return undefined;
  return pairs.find(({ collectionPath }) => collectionPath === path);
}

function isListOfIds(name: string, value: unknown, { collectionPath }: RawPair): boolean {
  const noun = fold(singular(collectionPath.split("/").at(-1) ?? ""));
  return Array.isArray(value) && value.every(isScalar) && ["ids", "keys", `${noun}ids`].includes(fold(name));
}

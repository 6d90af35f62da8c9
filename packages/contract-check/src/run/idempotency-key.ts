import { randomUUID } from "node:crypto";
import type { SchemaPlace } from "../judge/schema-book.js";
import type { CheckRun } from "./check-run.js";

/** Name of a header or property with a key by which a server knows a request that is sent again. */
export const IDEMPOTENCY_KEY: RegExp = /^(?:x-)?idempotency[-_]?key$/i;

/**
 * A key that no request has used, in this run or in an earlier one with the same seed: with a used one, a server answers what it answered
 * before, or rejects the request. `undefined`: none fits the schema.
 */
export async function freshKey(run: CheckRun, place: SchemaPlace | undefined): Promise<string | undefined> {
  const uuid = randomUUID();
  const hex = uuid.replaceAll("-", "");
  for (const key of [uuid, hex, hex.slice(0, 16), hex.slice(0, 8)])
    if (place === undefined || (await run.judge.fits("request", place, key))) return key;
  return undefined;
}

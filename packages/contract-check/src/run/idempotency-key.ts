import { randomUUID } from "node:crypto";
import type { SchemaPlace } from "../judge/schema-book.js";
import type { CheckRun } from "./check-run.js";

/** Name of a header or property whose value lets a server recognise a repeated request. */
export const IDEMPOTENCY_KEY: RegExp = /^(?:x-)?idempotency[-_]?key$/i;

/**
 * Generates an unused key. It is random even with a fixed seed: for a used key, a server repeats its old answer or
 * rejects the request. `undefined` if no key is valid.
 */
export async function freshKey(run: CheckRun, place: SchemaPlace | undefined): Promise<string | undefined> {
  const uuid = randomUUID();
  const hex = uuid.replaceAll("-", "");
  for (const key of [uuid, hex, hex.slice(0, 16), hex.slice(0, 8)])
    if (place === undefined || (await run.judge.fits("request", place, key))) return key;
  return undefined;
}

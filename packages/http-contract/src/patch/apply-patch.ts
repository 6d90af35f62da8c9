import { isObject, type JsonObject } from "@onespec/spec-core";
import type { Awaitable } from "../model/message.js";
import { ProblemError } from "../model/problem.js";
import type { Patched, Patcher, ShowRecord } from "./json-patch.js";

export type { Patched, Patcher } from "./json-patch.js";

export const JSON_PATCH = "application/json-patch+json";
const MERGE_PATCH = "application/merge-patch+json";
/** Kubernetes' merge patch. It merges lists by key if their schema names one. */
const STRATEGIC_PATCH = "application/strategic-merge-patch+json";

/** The media types of patches. Every operation that updates with JSON also accepts them. */
export const PATCH_TYPES: readonly string[] = [MERGE_PATCH, JSON_PATCH];

/** The body of a `PATCH` that lists changes instead of new values. */
export class RecordPatch {
  readonly body: unknown;
  /** A media type of patches. */
  readonly type: string;
  /** Status of the problem if the body is not a patch, or its result is not a valid record. */
  readonly status: number;

  constructor(body: unknown, type: string, status: number) {
    this.body = body;
    this.type = type;
    this.status = status;
  }

  /** Returns the patched object and leaves the given one unchanged. @throws ProblemError */
  async appliedTo(current: JsonObject): Promise<JsonObject> {
    const patch = await createPatcher(this.body, this.type, this.status, undefined);
    return patchedObject(patch(current), this.status);
  }
}

/** Returns the patched value, which must be an object. @param status the status if it is not @throws ProblemError */
export function patchedObject(patched: Patched, status: number): JsonObject {
  if (!patched.ok) throw new ProblemError(patched.problem);
  if (isObject(patched.value)) return patched.value;
  const details = [{ in: "body", path: "", message: "result is not an object" }];
  throw new ProblemError({ status, code: "patch-failed", message: "The patch cannot be applied", details });
}

/**
 * Returns a function that changes a value as the body says. The media type decides: merge patch (RFC 7396), JSON Patch
 * (RFC 6902), strategic merge patch, or otherwise an object with the fields to change.
 * @param type of the body, without parameters
 * @param status the status for an invalid patch
 * @param show the record without writeOnly properties, which a patch must not read
 * @param merge applies a strategic merge patch
 */
export function createPatcher(
  body: unknown,
  type: string,
  status: number,
  show: ShowRecord,
  merge?: (current: unknown, sent: unknown) => unknown,
): Awaitable<Patcher> {
  if (type === JSON_PATCH)
    return import("./json-patch.js").then(({ createJsonPatcher }) => createJsonPatcher(body, status, show));
  if (type === STRATEGIC_PATCH && merge) return (current) => ({ ok: true, value: merge(current, body) });
  const nullDeletes = type === MERGE_PATCH || type === STRATEGIC_PATCH;
  return (current) => ({ ok: true, value: mergeFields(current, body, nullDeletes) });
}

/** True for a body that lists changes instead of new values. */
export function isPatchType(type: string): boolean {
  return PATCH_TYPES.includes(type) || type === STRATEGIC_PATCH;
}

/**
 * Merges sent fields into a value. Objects are merged at every depth; other values are replaced. With `nullDeletes`, a
 * null removes the property (RFC 7396, JSON Merge Patch). Without it, null is an ordinary value, as in plain JSON; the
 * request's schema has already decided where null is allowed.
 */
export function mergeFields(current: unknown, sent: unknown, nullDeletes = false): unknown {
  if (!isObject(sent)) return sent;
  // In Node 20 this costs a tenth of `{ ...object, more }`.
  const merged: Record<string, unknown> = Object.assign({}, isObject(current) ? current : undefined);
  for (const name of Object.keys(sent)) {
    const value = sent[name];
    // This name would set the object's prototype. No API has such a field.
    if (name === "__proto__") continue;
    if (value === null && nullDeletes) delete merged[name];
    else merged[name] = isObject(value) ? mergeFields(merged[name], value, nullDeletes) : value;
  }
  return merged;
}

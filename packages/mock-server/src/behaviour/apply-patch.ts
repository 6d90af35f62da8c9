import type { Problem } from "../errors/problem.js";
import type { Awaitable, JsonObject } from "../store/record-store.js";
import { DEEPEST, isTooDeep } from "./is-too-deep.js";
import type { JsonPatchOperation, PatchFailure } from "./json-patch.js";
import { mergeFields } from "./merge-fields.js";
import { patchWork } from "./patch-work.js";

/** A changed value, or why the patch cannot be applied to it. */
export type Patched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

/** Applies a body to a value, which stays as it is. */
export type Patcher = (current: unknown) => Patched;

export type OpenPart = ((value: JsonObject) => unknown) | undefined;

const JSON_PATCH = "application/json-patch+json";

/**
 * Changes a value as the media type of the body asks: merge patch (RFC 7396), JSON Patch (RFC 6902), else the fields that change.
 * @param type of the body, without parameters
 * @param status of a body that is no patch
 * @param open what of the value a patch may tell or carry elsewhere; `undefined`: all
 */
export function createPatcher(body: unknown, type: string, status: number, open: OpenPart): Awaitable<Patcher> {
  if (type === JSON_PATCH) return createJsonPatcher(body, status, open);
  const nullDeletes = type === "application/merge-patch+json";
  return (current) => ({ ok: true, value: mergeFields(current, body, nullDeletes) });
}

/** Does such a body say what is done, instead of what comes out? */
export function isPatchType(type: string): boolean {
  return type === JSON_PATCH || type === "application/merge-patch+json";
}

/** All operations or none. A test that fails is 409, a place that is not there 422 (RFC 5789, section 2.2). */
async function createJsonPatcher(body: unknown, status: number, open: OpenPart): Promise<Patcher> {
  const { applyOperation, readOperation } = await import("./json-patch.js");
  const { readsHidden } = await import("./reads-hidden.js");
  if (!Array.isArray(body)) return () => failed(status, { path: "", message: "must be a list of operations" });
  if (body.length > MOST_OPERATIONS)
    return () => failed(status, { path: "", message: `has more than ${MOST_OPERATIONS} operations` });
  const operations = body.map(belowRoot);
  const openHolder =
    open &&
    ((holder: { readonly [ROOT]: unknown }): object => {
      const value = holder[ROOT];
      const opened = isObject(value) ? open(value) : value;
      return opened === value ? holder : { [ROOT]: opened };
    });
  return (current) => {
    // One level down, so that an operation can be about the whole value.
    const holder: { [ROOT]: unknown } = { [ROOT]: structuredClone(current) };
    let work = 0;
    for (const [index, sent] of operations.entries()) {
      const place = { path: `/${index}`, operation: index };
      if (!sent) return failed(status, { ...place, message: "is no operation of JSON Patch" });
      const operation = readOperation(sent);
      if (!operation) return failed(status, { ...place, message: `is no valid ${sent.op}` });
      work += patchWork(holder, operation, MOST_WORK - work, open !== undefined);
      if (work > MOST_WORK)
        return failed(status, {
          ...place,
          message: "copies or moves more than a patch may: it would grow without end",
        });
      const hidden = openHolder && readsHidden(holder, operation, openHolder);
      if (hidden !== undefined) {
        const message = `cannot be applied: ${operation.op} reads "${withoutRoot(hidden)}", which no answer shows, or not all of it; it can be replaced`;
        return failed(status, { ...place, message });
      }
      const failure = applyOperation(holder, operation);
      if (failure) return refused(operation, failure, place, status);
    }
    const value = holder[ROOT];
    if (typeof value !== "object" || value === null) return failed(422, { path: "", message: "leaves no object" });
    if (isTooDeep(value)) return failed(status, { path: "", message: TOO_DEEP });
    return { ok: true, value };
  };
}

function refused(
  { op, path }: JsonPatchOperation,
  failure: PatchFailure,
  place: { readonly path: string; readonly operation: number },
  status: number,
): Patched {
  switch (failure.kind) {
    case "different": {
      const message = `cannot be applied: what is at "${withoutRoot(path)}" is not what it tests for`;
      return failed(409, { ...place, message });
    }
    case "missing": {
      const message = `cannot be applied: ${op} finds nothing at "${withoutRoot(failure.pointer)}"`;
      return failed(422, { ...place, message });
    }
    case "into-itself":
      return failed(status, { ...place, message: "moves a value into itself" });
    case "too-deep":
      return failed(status, { ...place, message: TOO_DEEP });
  }
}

const ROOT = "value";
const TOO_DEEP = `makes a value that is nested more than ${DEEPEST} levels deep`;
const MOST_OPERATIONS = 10_000;
/** Values that one patch copies. */
const MOST_WORK = 500_000;

/** What is sent as an operation, on a value that stands one level deeper; `undefined` when it can be none. */
function belowRoot(operation: unknown): { readonly op: string; readonly path: string } | undefined {
  if (typeof operation !== "object" || operation === null) return undefined;
  const { op, path, from } = operation as { readonly op?: unknown; readonly path?: unknown; readonly from?: unknown };
  if (typeof op !== "string" || !isPointer(path) || (from !== undefined && !isPointer(from))) return undefined;
  return { ...operation, op, path: `/${ROOT}${path}`, ...(from === undefined ? {} : { from: `/${ROOT}${from}` }) };
}

function withoutRoot(pointer: string): string {
  return pointer.slice(ROOT.length + 1);
}

/** @see RFC 6901; the prototype is no property of a value */
function isPointer(text: unknown): text is string {
  return typeof text === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/.test(text) && !/\/__proto__(?:\/|$)/.test(text);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function failed(status: number, detail: { readonly path: string; readonly message: string }): Patched {
  const problem = {
    status,
    code: "patch-failed",
    message: "The patch cannot be applied",
    details: [{ in: "body", ...detail }],
  };
  return { ok: false, problem };
}

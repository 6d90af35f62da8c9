import type { Problem } from "../errors/problem.js";
import { mergeFields } from "./merge-fields.js";

/** A changed value, or why the patch cannot be applied to it. */
export type Patched =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

/** Applies a body as its media type asks. @param status that of an invalid patch */
export type Patcher = (current: unknown) => Patched;

/** @param type of the body, without parameters: merge patch (RFC 7396), JSON Patch (RFC 6902), else fields that change */
export async function createPatcher(body: unknown, type: string, status: number): Promise<Patcher> {
  if (type !== "application/json-patch+json") {
    const nullDeletes = type === "application/merge-patch+json";
    return (current) => ({ ok: true, value: mergeFields(current, body, nullDeletes) });
  }
  const { applyPatch } = await import("rfc6902");
  return (current) => {
    if (!Array.isArray(body)) return failed(status, "", "must be a list of operations");
    const copy = structuredClone(current);
    let results: readonly (Error | null)[];
    try {
      results = applyPatch(copy, body);
    } catch (error) {
      return failed(status, "", error instanceof Error ? error.message : String(error));
    }
    const index = results.findIndex((result) => result !== null);
    const error = results[index];
    if (!error) return { ok: true, value: copy };
    return failed(error.name === "TestError" ? 409 : status, `/${index}`, `cannot be applied: ${error.message}`);
  };
}

function failed(status: number, path: string, message: string): Patched {
  const problem = {
    status,
    code: "patch-failed",
    message: "The patch cannot be applied",
    details: [{ in: "body", path, message }],
  };
  return { ok: false, problem };
}

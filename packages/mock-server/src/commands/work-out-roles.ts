import { setImmediate } from "node:timers/promises";
import type { ApiDescription } from "@onespec/spec-core";

/** In milliseconds. Short, as a first request needs two turns of the event loop: one to connect, one to ask. */
const SLICE_MS = 2;

/**
 * Has the role of every operation worked out, letting requests in between: with a thousand operations that takes longer than
 * the first answer.
 */
export async function workOutRoles(
  { operations }: Pick<ApiDescription, "operations">,
  stop: AbortSignal,
): Promise<void> {
  await setImmediate();
  let began = performance.now();
  for (const operation of operations) {
    void operation.role;
    if (performance.now() - began < SLICE_MS) continue;
    await setImmediate();
    if (stop.aborted) return;
    began = performance.now();
  }
}

import { upstreamAddress } from "../modules/upstream-address.js";
import type { PlaneOperation, PlaneParts } from "./plane-operation.js";

/** Violations that a proxy found. */
export function violationOperations({
  tally,
  upstream,
}: Pick<PlaneParts, "tally" | "upstream">): Readonly<Record<string, PlaneOperation>> {
  return {
    listViolations: () => ({
      upstream: upstream && upstreamAddress(upstream),
      operations: tally.operations,
    }),
    clearViolations: () => tally.clear(),
  };
}

import type { PlaneOperation, PlaneParts } from "./plane-operation.js";

/** Violations that a proxy found. */
export function violationOperations({
  tally,
  upstream,
}: Pick<PlaneParts, "tally" | "upstream">): Readonly<Record<string, PlaneOperation>> {
  return {
    listViolations: () => ({
      ...(upstream !== undefined && { upstream: withoutCredentials(upstream) }),
      operations: tally.operations,
    }),
    clearViolations: () => tally.clear(),
  };
}

/** The address of the upstream without user and password. */
export function withoutCredentials(address: string): string {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname.replace(/\/$/, "")}`;
}

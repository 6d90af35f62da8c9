import type { QueryPlan } from "./query-plan.js";

/** Writes the plan as lines of text. */
export function explainPlan(
  { resource, state, fetching, sorted, steps }: QueryPlan,
  missing: readonly string[] = [],
): string {
  const lines = steps.map(
    ({ clause, where, parameter, reason }) => `${clause}: ${where}${parameter ? ` (${parameter})` : ""}, ${reason}`,
  );
  if (missing.length > 0) lines.push(`missing: params({ ${missing.map((name) => `${name}: …`).join(", ")} })`);
  if (!sorted && state.sort.length > 0) lines.push("sorted here, after all records are read");
  return [`${resource.name}: ${requestText(fetching)}`, ...lines].join("\n  ");
}

function requestText(fetching: QueryPlan["fetching"]): string {
  switch (fetching.kind) {
    case "none":
      return `no request: ${fetching.reason}`;
    case "ids":
      return `requests by id: ${fetching.ids.length}`;
    case "pages":
      return `${fetching.requests.length === 1 ? "one list" : `${fetching.requests.length} lists`}, page by page`;
  }
}

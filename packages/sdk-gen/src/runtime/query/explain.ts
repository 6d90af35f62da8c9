import { ClientError } from "../errors.js";
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

/** @param limit the limit that was reached: `100 requests` */
export function tooBroad(plan: QueryPlan, limit: string): QueryTooBroadError {
  return new QueryTooBroadError(
    plan,
    `${plan.resource.name}: the query reads more than ${limit}.\n${explainPlan(plan)}\nNarrow it with a condition that the server takes or a limit, or raise options({ maxRequests, maxRecords }).`,
  );
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

/** The query exceeds its limits. The message contains the plan and a way to narrow it. */
export class QueryTooBroadError extends ClientError {
  readonly plan: QueryPlan;

  constructor(plan: QueryPlan, message: string) {
    super("QUERY_TOO_BROAD", message);
    this.plan = plan;
  }
}

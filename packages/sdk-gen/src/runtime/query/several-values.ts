import type { FilterSpec, ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { type Execution, matching } from "./execute-query.js";
import { toPredicate } from "./matches.js";
import type { Test } from "./push-filters.js";
import type { Parameters, QueryPlan } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";
import type { Batches, SkipPush } from "./skip-records.js";

/** Several values of one parameter. Some servers require all of them to match, or use only the last one. */
export interface SeveralValues {
  readonly parameter: string;
  readonly test: Test;
  /** The parameters for one of the values. */
  readonly alone: (value: unknown) => Parameters | undefined;
}

/** Lists with parameters that take one value or several bring it along. */
export interface SeveralPush {
  /**
   * `false` if the server is known not to treat several values as alternatives. `undefined` if there is nothing to
   * test.
   */
  readonly ask: (
    context: ClientContext,
    list: ListSpec,
    filter: FilterSpec,
    test: Test,
    spelled: (value: unknown) => Parameters | undefined,
  ) => SeveralValues | false | undefined;
  /**
   * Reads the records of a query. `undefined` if the server does not treat the values as alternatives; the client
   * remembers that.
   */
  readonly run: SkipPush["run"];
}

/** Maximum number of values that are asked for alone. */
const MOST_ALONE = 3;

export const severalValues: SeveralPush = {
  ask(context, list, { parameter, at = [] }, test, spelled) {
    const isSeveral = test.operator === "in" && (test.value as readonly unknown[]).length > 1;
    // The name of a member such as `inq` already says that it accepts several values.
    if (!isSeveral || at.length > 0) return undefined;
    const { isHeeded } = shownPaging(context, list, parameter);
    return isHeeded ? undefined : isHeeded !== false && { parameter, test, alone: (value) => spelled([value]) };
  },
  run: readSeveral,
};

/** Asks for values without a record alone, unless two others have one. */
async function readSeveral(execution: Execution, plan: QueryPlan): Promise<Batches | undefined> {
  const { resource, state, sorted, several, fetching } = plan;
  const { skip, limit = Infinity } = state;
  const found: unknown[] = [];
  for await (const batch of matching(execution, plan)) {
    found.push(...batch);
    if (sorted && found.length >= skip + limit) return [found];
  }
  for (const { parameter, test, alone } of several) {
    const shown = shownPaging(execution.context, resource.list as ListSpec, parameter);
    const values = test.value as readonly unknown[];
    const missing = values.filter(
      (value) => !found.some(toPredicate({ ...test, operator: "=", value }, resource.schema)),
    );
    if (values.length - missing.length > 1) shown.isHeeded = true;
    else
      for (const value of missing.slice(0, MOST_ALONE)) {
        const parameters = { ...(fetching.kind === "pages" && fetching.requests[0]?.parameters), ...alone(value) };
        const asked = { ...plan, fetching: { kind: "pages", requests: [{ parameters }] } } as const;
        for await (const { length } of matching(execution, asked)) {
          if (length === 0) continue;
          shown.isHeeded = false;
          return undefined;
        }
      }
  }
  return [found];
}

import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { numberedParameter } from "./list-call.js";
import { orderName } from "./order.js";
import { type Parameters, type PlanStep, planStep, type QueryPlan, type QueryState } from "./query-plan.js";
import type { SeveralValues } from "./several-values.js";
import { BY_ID, pagingParameter, shownPaging } from "./shown-paging.js";
import type { SkipAsked } from "./skip-records.js";

const REPEATS = "the server answered the same page again: the list ends there";

/** Maximum number of ids that are read one by one. */
const MOST_IDS = 20;

/**
 * Decides which part of a query the server does. It gets only conditions that exclude no matching record, and the
 * client checks the records again. If the server filters loosely or not at all, only the cost changes, never the
 * result.
 */
export function planQuery(context: ClientContext, resource: ResourceSpec, state: QueryState): QueryPlan {
  const steps: PlanStep[] = [];
  const { list, id, idParameter } = resource;
  const { where, skip, sort, limit, select, parameters: given } = state;
  const tests = conjunction(where);
  const common = { resource, state, steps, sorted: true, exact: true, several: [] };
  const nothing = (reason: string): QueryPlan => ({ ...common, fetching: { kind: "none", reason } });
  if (limit === 0) return nothing("limit is 0");
  if (tests.some((part) => part.kind === "test" && part.operator === "in" && isSame(part.value, [])))
    return nothing("an empty list");
  const ids = idsOf(resource, tests);
  const isRead = !list || shownPaging(context, list, BY_ID).isHeeded !== false;
  if (ids && isRead && !(ids.length > 1 && list?.push?.covers(context, list, ids, id))) {
    steps.push(planStep("id in", "read by id", idParameter));
    return { ...common, fetching: { kind: "ids", ids }, sorted: false, exact: false };
  }
  if (!list) return nothing("there is no list");
  const taken = new Set(Object.keys(given));
  const { parameters, alternatives, complete, several } = pushAll(context, resource, list, tests, taken, steps);

  const isSorting = sort.length > 0;
  const order = isSorting ? list.sort?.plan(context, resource, list, list.sort, state) : undefined;
  if (isSorting)
    steps.push(planStep(`sort ${orderName(sort)}`, order?.reason, order?.parameters && list.sort?.parameter));
  const isSorted = !isSorting || order?.parameters !== undefined;
  const exact = complete && !alternatives;
  const parts = list.pushParts?.(resource, list, state, taken, steps);
  if (!list.pushParts && select) steps.push(planStep("select"));
  const parameter = pagingParameter(list);
  if (shownPaging(context, list, parameter).hasRepeated)
    steps.push({ clause: "next page", where: "client", parameter, reason: REPEATS });

  // A server that filters loosely would skip records that do not match.
  const isDoneHere = where || order?.trial || !exact || !isSorted;
  const skipped: SkipAsked =
    (skip > 0 && (isDoneHere ? { reason: "the client filters or sorts" } : list.skip?.ask(context, list, state))) || {};
  if (skip > 0) steps.push(planStep(`skip ${skip}`, skipped.reason, Object.keys(skipped.parameters ?? {})[0]));
  const skipPushed = skipped.parameters !== undefined;
  const trial = order?.trial ?? (skipPushed ? list.skip : several.length > 0 ? list.several : undefined);
  // The number of records that are needed, up to the parameter's maximum. If the number is not known, the maximum.
  const needed = exact && isSorted && limit !== undefined ? limit + (skipPushed ? 0 : skip) : Infinity;
  const size =
    list.limit &&
    numberedParameter(
      list,
      list.limit.parameter,
      Math.min(Math.max(needed, list.limit.minimum ?? 1), largestPage(list)),
    );

  const requests = (alternatives ?? [{}]).map((branch) => ({
    parameters: {
      ...list.start,
      ...parameters,
      ...order?.parameters,
      ...parts,
      ...size,
      ...given,
      ...branch,
      ...skipped.parameters,
    },
  }));
  const sorted = requests.length === 1 && isSorted;
  return {
    ...common,
    fetching: { kind: "pages", requests },
    sorted,
    exact,
    skipPushed,
    run: trial?.run,
    several,
    missing: sorted ? order?.missing : undefined,
  };
}

function idsOf({ id, idParameter, read }: ResourceSpec, tests: readonly Condition[]): readonly unknown[] | undefined {
  if (!id || !idParameter || !read) return undefined;
  for (const part of tests) {
    if (part.kind !== "test" || !isSame(part.property, id)) continue;
    const { operator, value } = part;
    if (operator === "=" && value !== null) return [value];
    if (operator === "in" && Array.isArray(value) && value.length <= MOST_IDS && !value.includes(null))
      return [...new Set(value)];
  }
  return undefined;
}

interface Pushed {
  readonly parameters: Parameters;
  /** Parameters of one request per alternative. */
  readonly alternatives: readonly Parameters[] | undefined;
  /** True if the parameters mean exactly the same as the conditions. */
  readonly complete: boolean;
  readonly several: readonly SeveralValues[];
}

function pushAll(
  context: ClientContext,
  { schema }: ResourceSpec,
  list: ListSpec,
  tests: readonly Condition[],
  taken: ReadonlySet<string>,
  steps: PlanStep[],
): Pushed {
  let parameters: Parameters = {};
  let alternatives: readonly Parameters[] | undefined;
  let complete = true;
  const several: SeveralValues[] = [];
  const { push } = list;
  for (const part of tests) {
    if (part.kind === "test") {
      const found = push?.test(context, list, part, taken, parameters, schema);
      steps.push(planStep(`${part.property.join(".")} ${part.operator}`, found?.reason, found?.parameter));
      parameters = found?.parameters ?? parameters;
      if (found?.trial) several.push(found.trial);
      complete &&= found?.exact === true;
      continue;
    }
    complete = false;
    const isOr = part.kind === "or" && !alternatives;
    const branches = isOr ? push?.alternatives(context, list, part.of, taken, schema) : undefined;
    alternatives ??= branches;
    const names = branches && [...new Set(branches.flatMap(Object.keys))].join(", ");
    steps.push(planStep(part.kind, branches && `${branches.length} requests`, names));
    if (branches) continue;
    // Without a value, only parameters that ask for every record take the test.
    for (const test of list.operators?.testsIn(part) ?? []) {
      const whole = { ...test, operator: "!=", value: undefined } as const;
      parameters = push?.test(context, list, whole, taken, parameters, schema)?.parameters ?? parameters;
    }
  }
  return { parameters, alternatives, complete, several };
}

/** The largest number of records to ask for in a page. */
export function largestPage({ limit }: ListSpec): number {
  return limit?.maximum ?? Math.max(limit?.default ?? 0, 100);
}

import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { orderName } from "./order.js";
import { parameterValue } from "./parameter-value.js";
import type { Test } from "./push-filters.js";
import {
  type Fetching,
  type Parameters,
  type PlanStep,
  planStep,
  type QueryPlan,
  type QueryState,
} from "./query-plan.js";
import type { SeveralValues } from "./several-values.js";
import { BY_ID, pagingParameter, shownPaging } from "./shown-paging.js";
import type { SkipAsked } from "./skip-by-offset.js";

const SAME = "the parameter means the same";
const MISSING_FIRST = "the server puts records without a value first";
const REPEATS = "the server answered the same page again: the list ends there";

/** Maximum number of ids that are read one by one. */
const MOST_IDS = 20;

/**
 * Decides what the server does. It gets only conditions that exclude no matching record, and the client checks the records again. So a
 * server that filters loosely, or not at all, changes the cost and never the result.
 */
export function planQuery(context: ClientContext, resource: ResourceSpec, state: QueryState): QueryPlan {
  const steps: PlanStep[] = [];
  const { list, id } = resource;
  const { where, skip, sort, limit, select, parameters: given } = state;
  const tests = conjunction(where);
  const planned = (fetching: Fetching, more: Partial<QueryPlan> = {}): QueryPlan => ({
    resource,
    state,
    steps,
    fetching,
    sorted: true,
    exact: true,
    several: [],
    ...more,
  });
  const nothing = (reason: string): QueryPlan => planned({ kind: "none", reason });
  if (limit === 0) return nothing("limit is 0");
  if (tests.some((part) => part.kind === "test" && part.operator === "in" && isSame(part.value, [])))
    return nothing("an empty list");
  const ids = idsOf(resource, tests);
  const isRead = !list || shownPaging(context, list, BY_ID).isHeeded !== false;
  if (ids && isRead && !(ids.length > 1 && list?.push?.covers(context, list, ids, id))) {
    steps.push(planStep("id in", "read by id", resource.idParameter));
    return planned({ kind: "ids", ids }, { sorted: false, exact: false });
  }
  if (!list) return nothing("there is no list");
  const taken = new Set(Object.keys(given));
  const { parameters, alternatives, complete, several } = pushAll(context, resource, list, tests, taken, steps);

  const orders = list.sort && !taken.has(list.sort.parameter) ? list.sort : undefined;
  const isSorting = sort.length > 0;
  const tried = orders?.trial?.parameters(context, resource, state);
  const isMisplaced = orders?.missing && shownPaging(context, list, orderName(sort)).isHeeded === false;
  const order = tried ?? (isSorting && !isMisplaced ? orders?.order?.(list, orders, sort) : undefined);
  const refused = isMisplaced ? MISSING_FIRST : list.sort && "the parameter has no such order";
  const because = tried ? orders?.trial?.reason : order ? SAME : refused;
  if (isSorting) steps.push(planStep(`sort ${orderName(sort)}`, because, order && orders?.parameter));

  const exact = complete && !alternatives;
  const isFinished = exact && (!isSorting || order !== undefined);
  const parts = list.pushParts?.(resource, list, state, taken, steps);
  if (!list.pushParts && select) steps.push(planStep("select"));
  const parameter = pagingParameter(list);
  const { hasRepeated, isHeeded } = shownPaging(context, list, parameter);
  if (hasRepeated || isHeeded === false)
    steps.push({ clause: "next page", where: "client", parameter, reason: REPEATS });

  // A server that filters loosely would skip records that do not match.
  const isDoneHere = where || tried || !isFinished;
  const skipped: SkipAsked =
    (skip > 0 && (isDoneHere ? { reason: "the client filters or sorts" } : list.skip?.ask(context, list, state))) || {};
  if (skip > 0) steps.push(planStep(`skip ${skip}`, skipped.reason, Object.keys(skipped.parameters ?? {})[0]));
  const skipPushed = skipped.parameters !== undefined;
  const trial = tried ? orders?.trial : skipPushed ? list.skip : several.length > 0 ? list.several : undefined;
  const size = pageSize(list, isFinished && limit !== undefined ? limit + (skipPushed ? 0 : skip) : undefined);

  const requests = (alternatives ?? [{}]).map((branch) => ({
    parameters: { ...parameters, ...order, ...parts, ...size, ...given, ...branch, ...skipped.parameters },
  }));
  const sorted = requests.length === 1 && (!isSorting || order !== undefined);
  const missing = sorted && order && !tried ? orders?.missing : undefined;
  return planned({ kind: "pages", requests }, { sorted, exact, skipPushed, run: trial?.run, several, missing });
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
  for (const part of tests) {
    const { kind } = part;
    if (kind === "test") {
      const push = list.push?.test(context, list, part, taken, parameters, schema);
      steps.push(planStep(`${part.property.join(".")} ${part.operator}`, push?.reason, push?.parameter));
      parameters = push?.parameters ?? parameters;
      if (push?.trial) several.push(push.trial);
      complete &&= push?.exact === true;
      continue;
    }
    complete = false;
    const pushed =
      kind === "or" && !alternatives ? list.push?.alternatives(context, list, part.of, taken, schema) : undefined;
    alternatives ??= pushed;
    const names = pushed && new Set(pushed.flatMap(Object.keys));
    steps.push(planStep(kind, pushed && `${pushed.length} requests`, names && [...names].join(", ")));
    if (pushed) continue;
    // Without a value, only parameters that ask for every record take the test.
    for (const test of testsIn(part)) {
      const whole = { ...test, operator: "!=", value: undefined } as const;
      parameters = list.push?.test(context, list, whole, taken, parameters, schema)?.parameters ?? parameters;
    }
  }
  return { parameters, alternatives, complete, several };
}

function testsIn(condition: Condition): Test[] {
  return condition.kind === "test" ? [condition] : [condition.of].flat().flatMap(testsIn);
}

/** The number of records that is needed, as far as the parameter allows it; the most that it allows if that is not known. */
function pageSize(list: ListSpec, needed = Number.POSITIVE_INFINITY): Parameters {
  const { limit } = list;
  if (!limit) return {};
  const size = Math.min(Math.max(needed, limit.minimum ?? 1), largestPage(list));
  return { [limit.parameter]: parameterValue(list, limit.parameter, size) };
}

/** The largest number of records to ask for in a page. */
export function largestPage({ limit }: ListSpec): number {
  const { maximum = Number.POSITIVE_INFINITY, default: usual = 0 } = limit ?? {};
  return maximum <= LARGEST ? maximum : Math.max(usual, 100);
}

/** Larger bounds, such as 2^63, are those of a number type and not of a page. */
export const LARGEST = 10_000;

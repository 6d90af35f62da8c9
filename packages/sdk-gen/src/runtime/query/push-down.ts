import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { orderName } from "./order.js";
import { parameterValue } from "./parameter-value.js";
import { type Parameters, type PlanStep, planStep, type QueryPlan, type QueryState } from "./query-plan.js";
import { pagingParameter, shownPaging } from "./shown-paging.js";
import type { SkipAsked } from "./skip-by-offset.js";

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
  const { where, skip, sort } = state;
  const tests = conjunction(where);
  const plan = {
    resource,
    state,
    steps,
    sorted: true,
    exact: true,
    skipPushed: false,
    orderTried: false,
  };
  const nothing = (reason: string): QueryPlan => ({ ...plan, fetching: { kind: "none", reason } });
  if (state.limit === 0) return nothing("limit is 0");
  if (tests.some((part) => part.kind === "test" && part.operator === "in" && isSame(part.value, [])))
    return nothing("an empty list");
  const ids = idsOf(resource, tests);
  if (ids && !(ids.length > 1 && list?.push?.covers(list, ids, id))) {
    steps.push(planStep("id in", "read by id", resource.idParameter));
    return { ...plan, fetching: { kind: "ids", ids }, sorted: false, exact: false };
  }
  if (!list) return nothing("there is no list");
  const taken = new Set(Object.keys(state.parameters));
  const pushed = pushAll(resource, list, tests, taken, steps);
  const tried =
    list.sort && !taken.has(list.sort.parameter) ? list.sort.trial?.parameters(context, resource, state) : undefined;
  const order = sort.length > 0 ? planSort(list, sort, taken, steps, tried) : undefined;
  const exact = pushed.complete && pushed.alternatives === undefined;
  const residual = !exact || (sort.length > 0 && !order);
  const parts = list.pushParts?.(resource, list, state, taken, steps);
  if (!list.pushParts && state.select) steps.push(planStep("select"));
  const parameter = pagingParameter(list);
  const { hasRepeated, isHeeded } = shownPaging(context, list, parameter);
  if (hasRepeated || isHeeded === false)
    steps.push({ clause: "next page", where: "client", parameter, reason: REPEATS });
  const skipped =
    skip > 0
      ? planSkip(context, list, state, where !== undefined || residual || tried !== undefined, steps)
      : undefined;
  const skipPushed = skipped !== undefined;
  const requests = (pushed.alternatives ?? [{}]).map((branch) => ({
    parameters: {
      ...pushed.parameters,
      ...order,
      ...parts,
      ...state.parameters,
      ...branch,
      ...pageSize(list, skipPushed ? { ...state, skip: 0 } : state, residual),
      ...skipped,
    },
  }));
  const sorted = requests.length === 1 && (sort.length === 0 || order !== undefined);
  const orderTried = tried !== undefined;
  return { ...plan, fetching: { kind: "pages", requests }, sorted, exact, skipPushed, orderTried };
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
}

function pushAll(
  { schema }: ResourceSpec,
  list: ListSpec,
  tests: readonly Condition[],
  taken: ReadonlySet<string>,
  steps: PlanStep[],
): Pushed {
  let parameters: Parameters = {};
  let alternatives: readonly Parameters[] | undefined;
  let complete = true;
  for (const part of tests) {
    const { kind } = part;
    if (kind === "test") {
      const push = list.push?.test(list, part, taken, parameters, schema);
      steps.push(planStep(`${part.property.join(".")} ${part.operator}`, push?.reason, push?.parameter));
      parameters = push?.parameters ?? parameters;
      complete &&= push?.exact === true;
      continue;
    }
    complete = false;
    const pushed = kind === "or" && !alternatives ? list.push?.alternatives(list, part.of, taken, schema) : undefined;
    alternatives ??= pushed;
    const names = pushed && new Set(pushed.flatMap(Object.keys));
    steps.push(planStep(kind, pushed && `${pushed.length} requests`, names && [...names].join(", ")));
  }
  return { parameters, alternatives, complete };
}

function planSort(
  list: ListSpec,
  keys: QueryState["sort"],
  taken: ReadonlySet<string>,
  steps: PlanStep[],
  tried: Parameters | undefined,
): Parameters | undefined {
  const { sort } = list;
  const parameters = tried ?? (sort && !taken.has(sort.parameter) ? sort.order?.(list, sort, keys) : undefined);
  const reason = parameters
    ? ((tried && sort?.trial?.reason) ?? "the parameter means the same")
    : sort && "the parameter has no such order";
  steps.push(planStep(`sort ${orderName(keys)}`, reason, parameters && sort?.parameter));
  return parameters;
}

function planSkip(
  context: ClientContext,
  list: ListSpec,
  state: QueryState,
  isDoneHere: boolean,
  steps: PlanStep[],
): Parameters | undefined {
  // A server that filters loosely would skip records that do not match.
  const push = isDoneHere ? { reason: "the client filters or sorts" } : list.skip?.ask(context, list, state);
  const { parameters, reason }: SkipAsked = push ?? {};
  steps.push(planStep(`skip ${state.skip}`, reason, Object.keys(parameters ?? {})[0]));
  return parameters;
}

/** The limit if the server does everything, else its maximum. */
function pageSize(list: ListSpec, { limit: wanted, skip }: QueryState, residual: boolean): Parameters {
  const { limit } = list;
  if (!limit) return {};
  const most = largestPage(list);
  const size = residual || wanted === undefined ? most : Math.min(Math.max(wanted + skip, limit.minimum ?? 1), most);
  return { [limit.parameter]: parameterValue(list, limit.parameter, size) };
}

/** The largest number of records to ask for in a page. */
export function largestPage({ limit }: ListSpec): number {
  const { maximum = Number.POSITIVE_INFINITY, default: usual = 0 } = limit ?? {};
  return maximum <= LARGEST ? maximum : Math.max(usual, 100);
}

/** Larger bounds, such as 2^63, are those of a number type and not of a page. */
export const LARGEST = 10_000;

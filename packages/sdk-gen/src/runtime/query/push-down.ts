import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { orderName } from "./order.js";
import { parameterValue } from "./parameter-value.js";
import type { Parameters, PlanStep, QueryPlan, QueryState } from "./query-plan.js";
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
    residual: false,
    skipPushed: false,
    orderTried: false,
  };
  const nothing = (reason: string): QueryPlan => ({ ...plan, fetching: { kind: "none", reason } });
  if (state.limit === 0) return nothing("limit is 0");
  if (tests.some((part) => part.kind === "test" && part.operator === "in" && isSame(part.value, [])))
    return nothing("an empty list");
  const ids = idsOf(resource, tests);
  if (ids && !(ids.length > 1 && list?.push?.covers(list, ids, id))) {
    steps.push({ clause: "id in", where: "server", reason: "read by id" });
    return { ...plan, fetching: { kind: "ids", ids }, sorted: false, exact: false, residual: true };
  }
  if (!list) return nothing("there is no list");
  const taken = new Set(Object.keys(state.parameters));
  const pushed = pushAll(list, tests, taken, steps);
  const tried =
    list.sort && !taken.has(list.sort.parameter) ? list.sort.trial?.parameters(context, resource, state) : undefined;
  const order = sort.length > 0 ? planSort(list, sort, taken, steps, tried) : undefined;
  const exact = pushed.complete && pushed.alternatives === undefined;
  const residual = !exact || (sort.length > 0 && !order);
  const parts = list.pushParts?.(resource, list, state, taken, steps);
  if (!list.pushParts && state.select) steps.push({ clause: "select", where: "client", reason: "no parameter for it" });
  const { hasRepeated } = shownPaging(context, list, pagingParameter(list));
  const ignoresOffset = list.offset !== undefined && shownPaging(context, list, list.offset).isHeeded === false;
  if (hasRepeated || ignoresOffset)
    steps.push({
      clause: "next page",
      where: "client",
      parameter: list.offset ?? pagingParameter(list),
      reason: REPEATS,
    });
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
  return { ...plan, fetching: { kind: "pages", requests }, sorted, exact, residual, skipPushed, orderTried };
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

function pushAll(list: ListSpec, tests: readonly Condition[], taken: ReadonlySet<string>, steps: PlanStep[]): Pushed {
  let parameters: Parameters = {};
  let alternatives: readonly Parameters[] | undefined;
  let complete = true;
  for (const part of tests) {
    const { kind } = part;
    if (kind === "test") {
      const push = list.push?.test(list, part, taken, parameters);
      const reason = push?.reason ?? "no parameter for it";
      const clause = `${part.property.join(".")} ${part.operator}`;
      steps.push({ clause, ...(push ? { where: "server", parameter: push.parameter } : { where: "client" }), reason });
      parameters = push?.parameters ?? parameters;
      complete &&= push?.exact === true;
      continue;
    }
    complete = false;
    if (kind === "or" && !alternatives) {
      alternatives = list.push?.alternatives(list, part.of, taken);
      const count = alternatives?.length;
      steps.push({
        clause: kind,
        where: alternatives ? "server" : "client",
        reason: alternatives ? `${count} requests` : "no parameter for it",
      });
    } else steps.push({ clause: kind, where: "client", reason: "no parameter for it" });
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
  const clause = `sort ${orderName(keys)}`;
  const refusal = sort ? "the order is not documented" : "no parameter for it";
  steps.push(
    sort && parameters
      ? {
          clause,
          where: "server",
          parameter: sort.parameter,
          reason: (tried && sort.trial?.reason) ?? "the order is documented",
        }
      : { clause, where: "client", reason: refusal },
  );
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
  const { parameters, reason = "no parameter for it" }: SkipAsked = push ?? {};
  const [parameter] = Object.keys(parameters ?? {});
  steps.push({
    clause: `skip ${state.skip}`,
    ...(parameter === undefined ? { where: "client" } : { where: "server", parameter }),
    reason,
  });
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
  return limit?.maximum ?? Math.max(limit?.default ?? 0, 100);
}

import type { FilterSpec, ListSpec, Place } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import type { ClientContext } from "../send.js";
import { compile } from "../validate/compile.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { filtersOf, listParameter } from "./list-call.js";
import { type Parameters, SAME } from "./query-plan.js";
import type { SeveralValues } from "./several-values.js";
import { shownPaging } from "./shown-paging.js";

export type Test = Condition & { kind: "test" };

/** Maximum number of requests for alternatives. Beyond that, reading the list is cheaper. */
const MOST_BRANCHES = 5;

interface TestPush {
  /** For messages: `price.gte`. */
  readonly parameter: string;
  /** The previous parameters and those of this condition. */
  readonly parameters: Parameters;
  readonly exact: boolean;
  readonly reason: string;
  /** Present for several values at once, if the server is not known to take them as alternatives. */
  readonly trial?: SeveralValues | undefined;
}

/** Finds parameters for conditions. Lists with filters bring it along. */
export interface FilterPush {
  readonly covers: typeof coversIds;
  readonly alternatives: typeof pushAlternatives;
  readonly test: typeof pushTest;
}

export const pushFilters: FilterPush = { covers: coversIds, alternatives: pushAlternatives, test: pushTest };

/** True if one list request can return all ids, which is cheaper than many reads. */
function coversIds(context: ClientContext, list: ListSpec, ids: readonly unknown[], id: Place | undefined): boolean {
  return filtersOf(list).some(
    (filter) =>
      filter.operator === "in" &&
      shownPaging(context, list, filter.parameter).isHeeded !== false &&
      isSame(filter.property, id) &&
      !ids.some((one) => list.unclear?.(one)) &&
      spellings(ids).some((value) => fits(list, filter, place(list, filter, value, {}))),
  );
}

/** The parameters of one request for each alternative. `undefined` if an alternative has no parameter. */
function pushAlternatives(
  context: ClientContext,
  list: ListSpec,
  parts: readonly Condition[],
  taken: ReadonlySet<string>,
  schema: SchemaData,
): readonly Parameters[] | undefined {
  const branches = parts.flatMap((part): readonly Parameters[] => {
    const pushed = conjunction(part).flatMap((each) =>
      each.kind === "test" ? (pushTest(context, list, each, taken, {}, schema) ?? []) : [],
    );
    return pushed
      .filter(({ trial }) => !trial)
      .slice(0, 1)
      .map(({ parameters }) => parameters);
  });
  return parts.length > 0 && parts.length <= MOST_BRANCHES && branches.length === parts.length ? branches : undefined;
}

/**
 * Finds a parameter for a condition.
 * @param taken parameters that the caller sets
 * @param before parameters of other conditions
 * @param schema of the record
 */
function pushTest(
  context: ClientContext,
  list: ListSpec,
  test: Test,
  taken: ReadonlySet<string>,
  before: Parameters,
  schema: SchemaData,
): TestPush | undefined {
  for (const filter of filtersOf(list)) {
    const { parameter, at = [], operator } = filter;
    if (!isSame(filter.property, test.property) || taken.has(parameter)) continue;
    const asked = operand(list, filter, test, schema);
    if (asked === undefined) continue;
    // Two conditions can share a parameter only as members of one object.
    if (list.nested ? list.nested.has(before[parameter], at) : before[parameter] !== undefined) continue;
    const spelled = (value: unknown): Parameters | undefined =>
      spellings(value)
        .map((one) => place(list, filter, one, before))
        .find((one) => fits(list, filter, one));
    const parameters = spelled(asked);
    if (!parameters) continue;
    const exact = operator === "=" && test.operator === "=";
    const reason = exact ? SAME : "the parameter may let more through: checked again";
    const trial = list.several?.ask(context, list, filter, test, spelled);
    if (trial === false) continue;
    return { parameter: [parameter, ...at].join("."), parameters, exact, reason, trial };
  }
  return undefined;
}

/** The value of the parameter; `undefined` if that would exclude matching records. */
function operand(list: ListSpec, filter: FilterSpec, test: Test, schema: SchemaData): unknown {
  const { operator } = filter;
  const { operator: asked, value } = test;
  if (operator !== "=" && operator !== "in") return list.operators?.operand(filter, test, schema);
  const isUnclear = (one: unknown): boolean =>
    one === null || one === undefined || (!list.nested && list.unclear?.(one) === true);
  if ([value].flat().some(isUnclear)) return undefined;
  if (operator === asked) return value;
  if (operator === "in") return asked === "=" ? [value] : undefined;
  return asked === "in" && Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}

/** True for a text that servers may read as several values, or as an operator with its operand. Lists with filters by texts bring it along. */
export const ambiguousText = (value: unknown): boolean => AMBIGUOUS.test(String(value));

const AMBIGUOUS =
  /,|^([<>=!$]|null$|(not?_?)?(n?eq|equals|ne|[gl]te?|n?in|i?like|i?contains|\w+s_?with|between|one_?of|is|exists)[:.(])/i;

/**
 * Other spellings of a value, for parameters of other types: numbers as texts and back, lists as comma-separated texts.
 */
function spellings(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    const each = value.map(String);
    return [value, ...(each.some((one) => one.includes(",")) ? [] : [each.join(",")])];
  }
  if (typeof value === "number" || typeof value === "bigint") return [value, String(value)];
  // A double holds 15 digits exactly.
  const isNumber = typeof value === "string" && /^-?\d*\.?\d+$/.test(value) && value.length <= 15;
  return isNumber ? [value, Number(value)] : [value];
}

/** The parameters with the value of a filter. */
function place(
  { nested }: ListSpec,
  { parameter, at = [] }: FilterSpec,
  value: unknown,
  before: Parameters,
): Parameters {
  return { ...before, [parameter]: nested ? nested.put(before[parameter], at, value) : value };
}

/** True if the description allows the value. Servers reject other values, so the client filters instead. */
function fits(list: ListSpec, { parameter }: FilterSpec, values: Parameters): boolean {
  const spec = listParameter(list, parameter);
  return spec !== undefined && (spec.schema === undefined || compile(spec.schema, "request")(values[parameter], ""));
}

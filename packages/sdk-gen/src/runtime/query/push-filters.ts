import type { FilterSpec, ListSpec, Place } from "../resource-spec.js";
import { compile } from "../validate/compile.js";
import { isSame } from "../validate/json-equal.js";
import { type Condition, conjunction } from "./condition.js";
import { filtersOf } from "./filters-of.js";
import { listParameter } from "./list-call.js";
import type { Parameters } from "./query-plan.js";

type Test = Condition & { kind: "test" };

/** Maximum number of requests for alternatives. Beyond that, reading the list is cheaper. */
const MOST_BRANCHES = 5;

interface TestPush {
  /** For people: `price.gte`. */
  readonly parameter: string;
  /** The previous parameters and those of this condition. */
  readonly parameters: Parameters;
  readonly exact: boolean;
  readonly reason: string;
}

/** True if one list request can return all ids, which is cheaper than many reads. */
export function coversIds(list: ListSpec, ids: readonly unknown[], id: Place | undefined): boolean {
  return filtersOf(list).some(
    (filter) =>
      filter.operator === "in" &&
      isSame(filter.property, id) &&
      spellings(ids).some((value) => fits(list, filter, place(filter, value))),
  );
}

/** The parameters of one request per alternative; `undefined` if one of them has no parameter. */
export function pushAlternatives(
  list: ListSpec,
  parts: readonly Condition[],
  taken: ReadonlySet<string>,
): readonly Parameters[] | undefined {
  const branches = parts.flatMap((part): readonly Parameters[] => {
    const pushed = conjunction(part).flatMap((each) =>
      each.kind === "test" ? (pushTest(list, each, taken, {}) ?? []) : [],
    );
    return pushed.slice(0, 1).map(({ parameters }) => parameters);
  });
  return parts.length > 0 && parts.length <= MOST_BRANCHES && branches.length === parts.length ? branches : undefined;
}

/** Finds a parameter for a condition. @param taken parameters that the caller sets @param before parameters of other conditions */
export function pushTest(
  list: ListSpec,
  test: Test,
  taken: ReadonlySet<string>,
  before: Parameters,
): TestPush | undefined {
  for (const filter of filtersOf(list)) {
    const { parameter, at = [], operator } = filter;
    const asked = operand(filter, test);
    if (!isSame(filter.property, test.property) || taken.has(parameter) || asked === undefined) continue;
    // Two conditions can share a parameter only as members of one object.
    if (at.reduce<unknown>((inner, name) => (inner as Parameters | undefined)?.[name], before[parameter]) !== undefined)
      continue;
    const parameters = spellings(asked)
      .map((value) => merge(before, place(filter, value)))
      .find((values) => fits(list, filter, values));
    if (!parameters) continue;
    const exact = operator === "=" && test.operator === "=";
    const reason = exact ? "the parameter means the same" : "the parameter may let more through: checked again";
    return { parameter: [parameter, ...at].join("."), parameters, exact, reason };
  }
  return undefined;
}

/** The value of the parameter; `undefined` if that would exclude matching records. Bounds may be inclusive or not, so each serves both. */
function operand({ operator }: FilterSpec, { operator: asked, value }: Test): unknown {
  if (operator === "isNull" || operator === "exists") {
    const isThere = asked === "exists" ? value : value === null && /^!?=$/.test(asked) ? asked === "!=" : undefined;
    return isThere === undefined ? undefined : isThere === (operator === "exists");
  }
  if (value === null || value === undefined) return undefined;
  if (WIDER[operator]?.includes(asked)) return value;
  if (operator === asked || (/^[<>]=$/.test(operator) && operator.startsWith(asked))) return value;
  if (operator === "in" && asked === "=") return [value];
  return operator === "=" && asked === "in" && Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}

/** Text operators with the narrower operators that they can serve. */
const WIDER: Readonly<Partial<Record<FilterSpec["operator"], readonly string[]>>> = {
  "i=": ["="],
  contains: ["startsWith", "endsWith"],
  icontains: ["contains", "startsWith", "endsWith", "istartsWith", "iendsWith"],
  istartsWith: ["startsWith"],
  iendsWith: ["endsWith"],
};

/** Spellings of a value for parameters of other types: numbers as texts and back, lists as texts with commas. */
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

function place({ parameter, at = [] }: FilterSpec, value: unknown): Parameters {
  return { [parameter]: at.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) };
}

function merge(left: Parameters, right: Parameters): Parameters {
  const all: Record<string, unknown> = { ...left };
  for (const [name, value] of Object.entries(right)) {
    const old = all[name];
    const areBoth = [old, value].every((one) => typeof one === "object" && one !== null);
    all[name] = areBoth && !Array.isArray(value) ? merge(old as Parameters, value as Parameters) : value;
  }
  return all;
}

/** True if the description allows the value. Servers reject other values, so the client filters instead. */
function fits(list: ListSpec, { parameter }: FilterSpec, values: Parameters): boolean {
  const spec = listParameter(list, parameter);
  return spec !== undefined && (spec.schema === undefined || compile(spec.schema, "request")(values[parameter], ""));
}

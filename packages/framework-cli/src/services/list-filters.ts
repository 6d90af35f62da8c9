import {
  type AskedFilter,
  askedFilter,
  type Condition,
  type ListFilter,
  meetsConditions,
  operandOf,
  ProblemError,
  validationProblem,
} from "@onespec/http-contract";
import type { Row, Scalar, Where } from "../database/repository.js";
import type { FieldType } from "../entity/field-type.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";
import type { ContractList } from "./contract-options.js";

/**
 * Divides the filters of a query. The database applies those that it can; the others are applied to the records as
 * answers show them.
 * @param kinds types of the fields that clients see, by name
 * @param selected conditions that are already parsed
 */
export function conditionsOf(
  { filters = [], search }: ContractList,
  query: Readonly<Record<string, unknown>>,
  kinds: ReadonlyMap<string, FieldType["kind"]>,
  selected: readonly Condition[],
): { readonly where: readonly Where[]; readonly residual: ((record: Row) => boolean) | undefined } {
  const where: Where[] = [];
  const others: Condition[] = [...selected];
  refuseOtherOperators(filters, query);
  for (const filter of filters) {
    const asked = askedFilter(filter, query);
    if (asked === undefined) continue;
    const [name, ...deeper] = filter.property;
    const kind = deeper.length === 0 && name !== undefined ? kinds.get(name) : undefined;
    const isPlain = kind !== undefined && kind !== "json" && kind !== "binary";
    const condition = isPlain && name !== undefined ? conditionOf(name, asked, kind) : undefined;
    if (condition !== undefined) where.push(condition);
    else others.push(conditionOnValue(filter.property, asked));
  }
  const text = search === undefined ? undefined : query[search];
  const searched = typeof text === "string" && text !== "" ? text : undefined;
  const isDecided = others.length === 0 && searched === undefined;
  return { where, residual: isDecided ? undefined : meetsConditions(others, { search: searched }) };
}

/** @throws ProblemError 400 for a value that begins with none of its parameter's operators, such as PostgREST's `like.` */
function refuseOtherOperators(filters: readonly ListFilter[], query: Readonly<Record<string, unknown>>): void {
  const prefixed = filters.filter(({ prefix, parameter }) => prefix !== undefined && query[parameter] !== undefined);
  for (const name of new Set(prefixed.map(({ parameter }) => parameter))) {
    const known = prefixed.flatMap(({ parameter, prefix = "" }) => (parameter === name ? prefix : []));
    if (known.some((prefix) => operandOf(query[name], prefix) !== undefined)) continue;
    const message = `must begin with ${known.join(", ")}`;
    throw new ProblemError(
      validationProblem(400, [{ in: "query", path: `/${name}`, message, keyword: "value", params: {} }]),
    );
  }
}

/** The condition in the repository's form. `undefined` if the repository cannot express it. */
function conditionOf(name: string, { operator, value }: AskedFilter, kind: FieldType["kind"]): Where | undefined {
  const values = [value]
    .flat()
    .map((one) => scalarOf(one, kind))
    .filter((one) => one !== undefined);
  switch (operator) {
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return { [name]: values[0] === undefined ? { in: [] } : { [operator]: values[0] } };
    case "eq":
    case "in":
      return { [name]: { in: values } };
    case "ne":
    case "nin":
      // A missing value counts as different from the given one.
      return { or: [{ [name]: { notIn: values } }, { [name]: { isNull: true } }] };
    case "contains":
    case "startsWith":
      return kind === "string" || kind === "text" ? { [name]: { [operator]: String(value) } } : undefined;
    case "exists":
      return { [name]: { isNull: value === false } };
    case "ncontains":
    case "endsWith":
    case "like":
      return undefined;
  }
}

/**
 * Converts a query value to the field's kind. A parameter's schema may be wider than its property's: `?price=5` may be
 * described as text.
 * @returns `undefined` for a text that no value of the kind has
 */
function scalarOf(value: unknown, kind: FieldType["kind"]): Scalar | undefined {
  if (typeof value !== "string") return value as Scalar;
  switch (kind) {
    case "integer":
    case "bigint":
    case "double":
    case "decimal": {
      const number = Number(value);
      return value.trim() !== "" && Number.isFinite(number) ? number : undefined;
    }
    case "boolean":
      return value === "true" ? true : value === "false" ? false : undefined;
    case "timestamp":
    case "date":
    case "time":
      return normaliserOf({ kind })(value) instanceof Refusal ? undefined : value;
    default:
      return value;
  }
}

/** A condition on a value without a fixed type. The query may have `5` as the text `"5"`, so both readings match. */
function conditionOnValue(property: readonly string[], { operator, value }: AskedFilter): Condition {
  const readings = (one: unknown): readonly unknown[] =>
    typeof one === "string" && /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(one) ? [one, JSON.parse(one)] : [one];
  switch (operator) {
    case "eq":
    case "in":
      return { property, operator: "in", value: [value].flat().flatMap(readings) };
    case "ne":
    case "nin":
      return { property, operator: "nin", value: [value].flat().flatMap(readings) };
    case "gt":
    case "gte":
    case "lt":
    case "lte": {
      const either = readings(value).map((one): readonly Condition[] => [{ property, operator, value: one }]);
      return { property: [], operator: "anyOf", value: either };
    }
    default:
      return { property, operator, value };
  }
}

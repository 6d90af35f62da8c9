import { operandOf, ProblemError, validationProblem } from "@onespec/http-contract";
import { type FilterOperator, isLike } from "@onespec/spec-core";
import type { Row, Scalar, Where } from "../database/repository.js";
import type { FieldType } from "../entity/field-type.js";
import { normaliserOf, Refusal } from "../entity/normalise-value.js";
import type { ContractFilter, ContractList } from "./contract-options.js";
import { isJsonObject, valueAt } from "./nested-members.js";
import { compareValues } from "./scan-records.js";

/** A condition that the database is not asked to decide. */
export type Residual = (record: Row) => boolean;

/** @param kinds the types of the fields that clients see, by name */
export function conditionsOf(
  { filters = [], search }: ContractList,
  query: Readonly<Record<string, unknown>>,
  kinds: ReadonlyMap<string, FieldType["kind"]>,
): { readonly where: readonly Where[]; readonly residual: readonly Residual[] } {
  const where: Where[] = [];
  const residual: Residual[] = [];
  refuseOtherOperators(filters, query);
  for (const filter of filters) {
    const asked = readFilter(filter, query);
    if (asked === undefined) continue;
    const [name, ...deeper] = filter.property;
    const kind = deeper.length === 0 && name !== undefined ? kinds.get(name) : undefined;
    const isPlain = kind !== undefined && kind !== "json" && kind !== "binary";
    const condition = isPlain && name !== undefined ? conditionOf(name, asked, kind) : undefined;
    if (condition !== undefined) where.push(condition);
    else residual.push((record) => meets(valueAt(record, filter.property), asked));
  }
  const text = search === undefined ? undefined : query[search];
  if (typeof text === "string" && text !== "") {
    const needle = text.toLowerCase();
    residual.push((record) => holdsText(record, needle));
  }
  return { where, residual };
}

/** @throws ProblemError 400 for a value that begins with none of its parameter's operators, such as PostgREST's `like.` */
function refuseOtherOperators(filters: readonly ContractFilter[], query: Readonly<Record<string, unknown>>): void {
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

interface Asked {
  readonly operator: FilterOperator;
  readonly value: unknown;
}

function readFilter(
  { parameter, at = [], operator, prefix, all }: ContractFilter,
  query: Readonly<Record<string, unknown>>,
): Asked | undefined {
  const sent = valueAt(query[parameter], at);
  const value = prefix === undefined ? sent : operandOf(sent, prefix);
  if (value === undefined || value === null || value === "" || isJsonObject(value)) return undefined;
  if (operator === "exists") return { operator, value: value === true || value === "true" || value === "1" };
  if (all && [value].flat().some((one) => all.includes(one))) return undefined;
  const isListing = operator === "in" || operator === "nin";
  const values = isListing && typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(values)) return { operator, value: isListing ? [values] : values };
  return { operator: operator === "eq" ? "in" : operator === "ne" ? "nin" : operator, value: values };
}

/** As the repository says it; `undefined` when it cannot. */
function conditionOf(name: string, { operator, value }: Asked, kind: FieldType["kind"]): Where | undefined {
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
      // A missing value differs from the unwanted one.
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
 * A parameter's schema may be wider than its property's: `?price=5` described as text.
 * @returns `undefined` for a text that no value of the kind is
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

function meets(value: unknown, { operator, value: wanted }: Asked): boolean {
  const values = [value].flat();
  const same = (a: unknown, b: unknown): boolean =>
    a === b || (a !== null && typeof a !== "object" && String(a) === String(b));
  const isOneOf = (list: readonly unknown[]): boolean =>
    values.some((one) => list.some((other) => same(one ?? null, other)));
  const order = value === undefined || value === null ? Number.NaN : compareValues(value, wanted, false);
  switch (operator) {
    case "eq":
    case "in":
      return isOneOf([wanted].flat());
    case "ne":
    case "nin":
      return !isOneOf([wanted].flat());
    case "gt":
      return order > 0;
    case "gte":
      return order >= 0;
    case "lt":
      return order < 0;
    case "lte":
      return order <= 0;
    case "contains":
      return values.some((one) => (typeof one === "string" ? one.includes(String(wanted)) : same(one, wanted)));
    case "ncontains":
      return !meets(value, { operator: "contains", value: wanted });
    case "startsWith":
      return typeof value === "string" && value.startsWith(String(wanted));
    case "endsWith":
      return typeof value === "string" && value.endsWith(String(wanted));
    case "like":
      return typeof value === "string" && isLike(value, String(wanted));
    case "exists":
      return (value !== undefined && value !== null) === wanted;
  }
}

function holdsText(value: unknown, needle: string): boolean {
  if (typeof value === "string") return value.toLowerCase().includes(needle);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((part) => holdsText(part, needle));
}

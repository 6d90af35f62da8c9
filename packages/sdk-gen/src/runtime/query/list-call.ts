import { nameInCall, parameterNamed, parametersOf } from "../operation-facts.js";
import type { ParameterSpec } from "../operation-spec.js";
import type { FilterSpec, ListSpec } from "../resource-spec.js";
import type { SentCall } from "../send.js";
import type { Parameters } from "./query-plan.js";

/** A parameter of the list operation, or a property of the body of a search. */
export function listParameter(
  { operation, body }: ListSpec,
  name: string | undefined,
): Pick<ParameterSpec, "schema"> | undefined {
  const schema = name !== undefined && body && Object.hasOwn(body, name) ? body[name] : undefined;
  return schema === undefined ? parameterNamed(operation, name) : { schema };
}

/** Builds the call of a list. */
export function listCall(list: ListSpec, parameters: Readonly<Record<string, unknown>>): SentCall {
  return list.searchCall?.(list, parameters) ?? { operation: list.operation, parameters };
}

/** Builds the call of a search. Searches bring it along. */
export type SearchCall = (list: ListSpec, parameters: Readonly<Record<string, unknown>>) => SentCall;

/** Puts values that are not parameters into the body. */
export const searchCall: SearchCall = ({ operation }, parameters) => {
  const [own, body] = divided(operation, parameters);
  return { operation, parameters: own, body };
};

/**
 * Puts values that are not parameters into the JSON of one parameter. The caller's own value for this parameter wins.
 */
export const filterCall: SearchCall = ({ operation, within = "" }, parameters) => {
  const [own, members] = divided(operation, parameters);
  const filter = { ...members, ...(own[within] as Readonly<Record<string, unknown>> | undefined) };
  return { operation, parameters: Object.keys(filter).length === 0 ? own : { ...own, [within]: filter } };
};

type Values = Readonly<Record<string, unknown>>;

function divided(operation: ListSpec["operation"], parameters: Values): [own: Values, others: Values] {
  const names = new Set(parametersOf(operation).map(nameInCall));
  const of = (isOwn: boolean): Values =>
    Object.fromEntries(Object.entries(parameters).filter(([name]) => names.has(name) === isOwn));
  return [of(true), of(false)];
}

/** The parameter with a number, as a text where the description declares page numbers and sizes as texts. */
export function numberedParameter({ texts }: ListSpec, name: string, value: number): Parameters {
  return { [name]: texts?.includes(name) ? String(value) : value };
}

/** Expands the filters of a list: `"status"`, `"id in"`, `"created.gte >="`, `"since >= updated_at"`. */
export function filtersOf({ filters = [] }: ListSpec): FilterSpec[] {
  return filters.map((filter) => {
    if (typeof filter !== "string") return filter;
    const [path = "", operator = "=", property] = filter.split(" ");
    const [parameter = "", ...at] = path.split(".");
    return {
      parameter,
      at,
      operator: operator as FilterSpec["operator"],
      property: (property ?? parameter).split("."),
    };
  });
}

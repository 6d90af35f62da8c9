import {
  foldName,
  type JsonSchema,
  type ListConvention,
  type Parameter,
  type RecordPlace,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { CallParameter } from "../plan/call-parameters.js";
import { typesAt } from "../plan/further-filters.js";
import type { FilterSpec, ListSpec as RuntimeList } from "../runtime/resource-spec.js";
import { ransackSort, type SortSpec, sortSpec } from "./sort-spec.js";

/** The data of a list; the operation and the functions are imported. */
export type ListSpec = Omit<RuntimeList, "operation" | "sort"> & { readonly sort?: SortSpec };

/** @param isInFilter true if a filter parameter also contains the order */
export function listSpec(
  list: ListConvention,
  calls: readonly CallParameter[],
  schemas: SchemaRegistry,
  further: readonly FilterSpec[],
  isInFilter: boolean,
): ListSpec {
  const nameOf = (parameter: { readonly name: string; readonly in: string }): string =>
    calls.find((call) => call.parameter.name === parameter.name && call.parameter.in === parameter.in)?.name ??
    parameter.name;
  const { shape, limit, offset, page, cursor, fields, expand, filters } = list;
  const sort = list.sort ?? ransackSort(calls);
  const texts = [limit, offset, page?.parameter].flatMap((one) => (one && isText(one, schemas) ? nameOf(one) : []));
  const envelope = shape.kind === "envelope" ? shape : undefined;
  return {
    ...startOf(list, calls, schemas, texts),
    items: envelope?.itemsAt ?? [],
    item: list.item,
    ...place("total", envelope?.totalAt),
    ...place("next", envelope?.nextAt),
    ...place("hasMore", envelope?.hasMoreAt),
    ...(limit ? { limit: { parameter: nameOf(limit), ...bounds(schemas, limit.schema.json) } } : {}),
    ...(offset && !(page && isPageSize(limit)) ? { offset: nameOf(offset) } : {}),
    ...(page
      ? {
          page: {
            parameter: nameOf(page.parameter),
            ...(page.isGuess && !envelope?.nextAt ? {} : { first: page.first }),
          },
        }
      : {}),
    ...(texts.length > 0 ? { texts } : {}),
    ...(cursor?.after ? { cursor: { parameter: nameOf(cursor.after), kind: cursor.kind } } : {}),
    ...(sort ? { sort: sortSpec(sort, nameOf, schemas, calls, isInFilter) } : {}),
    ...(fields ? { fields: nameOf(fields) } : {}),
    ...(expand ? { expand: nameOf(expand) } : {}),
    ...(filters.length + further.length > 0
      ? {
          filters: [
            ...filters.map((filter) =>
              inShort({
                parameter: nameOf(filter.parameter),
                ...(filter.at.length > 0 ? { at: filter.at } : {}),
                ...(filter.prefix ? { at: [filter.prefix] } : {}),
                property: filter.property,
                operator: OPERATORS[filter.operator] ?? (filter.operator as FilterSpec["operator"]),
              }),
            ),
            ...further.map(inShort),
            ...filters.flatMap((filter) => wholeFilter(filter, nameOf(filter.parameter), schemas)),
          ],
        }
      : {}),
  };
}

/** The filter by the value that asks for every record. Servers have other defaults: open issues, active users. */
function wholeFilter(
  { parameter, property, all: [value] = [] }: ListConvention["filters"][number],
  name: string,
  schemas: SchemaRegistry,
): FilterSpec[] {
  if (value === undefined) return [];
  const types = typesAt(parameter.schema.json, schemas);
  const isList = types.has("array") && !types.has("string");
  return [{ parameter: name, property, operator: "all", value: isList ? [value] : value }];
}

/**
 * The values of required parameters that are not filters: their defaults, and the number of the first page if the
 * description has it.
 */
function startOf(
  { offset, firstOffset, page, filters }: ListConvention,
  calls: readonly CallParameter[],
  schemas: SchemaRegistry,
  texts: readonly string[],
): Pick<ListSpec, "start"> {
  const filtering = new Set(filters.map(({ parameter }) => parameter));
  const required = calls.filter(
    ({ parameter }) => parameter.required && parameter.in === "query" && !filtering.has(parameter),
  );
  const values = required.flatMap(({ parameter, name }): [string, unknown][] => {
    const schema = schemas.follow(parameter.schema.json);
    const first = parameter === offset ? firstOffset : parameter === page?.parameter && !page.isGuess && page.first;
    const value = typeof schema === "object" && schema.default !== undefined ? schema.default : first;
    return value === undefined || value === false ? [] : [[name, texts.includes(name) ? String(value) : value]];
  });
  return values.length > 0 ? { start: Object.fromEntries(values) } : {};
}

function isText({ schema }: Parameter, schemas: SchemaRegistry): boolean {
  const types = typesAt(schema.json, schemas);
  return types.has("string") && !types.has("integer") && !types.has("number");
}

/**
 * True for the size of numbered pages, such as `per_page`. False for one that belongs to an offset, such as `limit`.
 */
function isPageSize(limit: Parameter | undefined): boolean {
  return limit !== undefined && /page/.test(foldName(limit.name)) && !/limit/i.test(limit.name);
}

/** The short form that the runtime's `filtersOf` parses, unless a name contains a delimiter. */
function inShort(filter: FilterSpec): FilterSpec | string {
  const { parameter, at = [], property, operator } = filter;
  if ([parameter, ...at, ...property].some((name) => name === "" || /[. ]/.test(name))) return filter;
  const path = [parameter, ...at].join(".");
  const field = property.join(".");
  return field === parameter ? (operator === "=" ? path : `${path} ${operator}`) : `${path} ${operator} ${field}`;
}

/** Operators that the runtime spells differently. */
const OPERATORS: Readonly<Record<string, FilterSpec["operator"]>> = {
  eq: "=",
  ne: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
};

function place<K extends string>(name: K, at: RecordPlace | undefined): Partial<Record<K, RecordPlace>> {
  return at === undefined ? {} : ({ [name]: at } as Partial<Record<K, RecordPlace>>);
}

/** Larger bounds, such as 2^63, are those of a number type and not of a page. */
const LARGEST_PAGE = 10_000;

function bounds(schemas: SchemaRegistry, json: JsonSchema): { minimum?: number; maximum?: number; default?: number } {
  const schema = schemas.follow(json);
  if (typeof schema === "boolean") return {};
  const sizes = (schema.enum ?? []).filter((size) => typeof size === "number");
  // The largest of several sizes serves every query.
  if (sizes.length > 0) return { minimum: Math.max(...sizes), maximum: Math.max(...sizes) };
  return {
    ...(typeof schema.minimum === "number" && schema.minimum > 1 ? { minimum: schema.minimum } : {}),
    ...(typeof schema.maximum === "number" && schema.maximum <= LARGEST_PAGE ? { maximum: schema.maximum } : {}),
    ...(typeof schema.default === "number" ? { default: schema.default } : {}),
  };
}

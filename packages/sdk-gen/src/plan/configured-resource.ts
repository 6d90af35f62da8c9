import {
  type ApiDescription,
  type EnvelopeShape,
  type Filter,
  type ListConvention,
  type Operation,
  objectProperties,
  type Parameter,
  type RecordPlace,
  type Resource,
} from "@onespec/spec-core";
import { invalid, unknownName } from "../config/check-config.js";
import type { AppliedConfig } from "../config/config-of.js";
import type { FilterConfig, ListConfig, SortConfig } from "../config/sdk-config.js";

/** The resource with the corrections of the configuration; the same object without any. */
export function configuredResource(api: ApiDescription, resource: Resource, config: AppliedConfig): Resource {
  const own = config.resources[resource.collectionPath];
  if (!own?.id && !own?.list) return resource;
  const place = own.id?.split(".");
  const names = [...objectProperties(api.schemas, resource.schema.json).keys()];
  if (place && names.length > 0 && !names.includes(place[0] ?? ""))
    throw unknownName(config.where, ["resources", resource.collectionPath, "id", place[0] ?? ""], names, "property");
  const changes = {
    ...(place ? { id: { value: { ...resource.id, property: place } } } : {}),
    ...(own.list ? { list: { value: configuredList(resource, own.list, config.where) } } : {}),
  };
  // A prototype instead of a copy, because a resource computes its properties on demand.
  return Object.create(resource, changes) as Resource;
}

/** A list convention whose filters may have operators that only the configuration can set. */
interface PlannedList extends Omit<ListConvention, "filters"> {
  readonly filters: readonly PlannedFilter[];
}

/** A filter without a property: queries never use the parameter. */
interface PlannedFilter extends Omit<Filter, "operator"> {
  readonly operator: Filter["operator"] | NonNullable<FilterConfig["operator"]>;
}

function configuredList({ collectionPath, list, roles }: Resource, given: ListConfig, where: string): PlannedList {
  const path = ["resources", collectionPath, "list"];
  const operation = roles.list;
  if (!list || !operation) throw invalid(where, path, "is set, and the resource has no list");
  const find = (name: string, key: string): Parameter => parameterOf(operation, name, where, [...path, key]);
  const either = (key: "limit" | "offset" | "fields" | "expand"): Parameter | undefined => {
    const name = given[key];
    return name === undefined ? list[key] : name === null ? undefined : find(name, key);
  };
  const page =
    given.page === undefined ? list.page?.parameter : given.page === null ? undefined : find(given.page, "page");
  const after =
    given.cursor === undefined ? list.cursor?.after : given.cursor === null ? undefined : find(given.cursor, "cursor");
  return {
    shape: configuredShape(list, given),
    item: list.item,
    limit: either("limit"),
    otherLimits: [],
    wrapped: [],
    offset: either("offset"),
    firstOffset: list.firstOffset,
    page: page && {
      parameter: page,
      first: given.firstPage ?? list.page?.first ?? 1,
      isGuess: given.firstPage === undefined && list.page?.isGuess !== false,
    },
    cursor: after && { before: list.cursor?.before, after, kind: given.cursorKind ?? list.cursor?.kind ?? "token" },
    sort: configuredSort(list, given.sort, find),
    fields: either("fields"),
    expand: either("expand"),
    search: list.search,
    age: list.age,
    isNewestFirst: list.isNewestFirst,
    filters: configuredFilters(list, given.filters ?? {}, (name) => find(name, "filters")),
    selectors: list.selectors,
  };
}

function parameterOf(operation: Operation, name: string, where: string, path: readonly string[]): Parameter {
  const own = operation.parameters.filter((parameter) => parameter.in !== "path");
  const found = own.find((parameter) => parameter.name === name);
  if (found) return found;
  throw unknownName(
    where,
    [...path, name],
    own.map((parameter) => parameter.name),
    `parameter of ${operation.id}`,
  );
}

function configuredShape({ shape }: ListConvention, given: ListConfig): ListConvention["shape"] {
  const { items, total, next, hasMore } = given;
  if (items === undefined && total === undefined && next === undefined && hasMore === undefined) return shape;
  const { totalAt, nextAt, hasMoreAt, ...rest }: EnvelopeShape =
    shape.kind === "envelope" ? shape : { kind: "envelope", itemsAt: [] };
  const place = (text: string | null | undefined, old: RecordPlace | undefined): RecordPlace | undefined =>
    text === undefined ? old : text === null ? undefined : text.split(".");
  const [totals, nexts, flags] = [place(total, totalAt), place(next, nextAt), place(hasMore, hasMoreAt)];
  return {
    ...rest,
    itemsAt: place(items, rest.itemsAt) ?? [],
    ...(totals ? { totalAt: totals } : {}),
    ...(nexts ? { nextAt: nexts } : {}),
    ...(flags ? { hasMoreAt: flags } : {}),
  };
}

function configuredSort(
  { sort }: ListConvention,
  given: SortConfig | null | undefined,
  find: (name: string, key: string) => Parameter,
): ListConvention["sort"] {
  if (given === undefined) return sort;
  if (given === null) return undefined;
  const values = Object.entries(given.values).map(
    ([value, order]) =>
      [
        value,
        order.split(",").map((key) => {
          const name = key.trim();
          return { property: name.replace(/^-/, "").split("."), descending: name.startsWith("-") };
        }),
      ] as const,
  );
  return { parameter: find(given.parameter, "sort"), direction: undefined, values: Object.fromEntries(values) };
}

/** The names of operators in lists that are read from descriptions. Other operators exist in the query engine only. */
const SPELLED: Readonly<Partial<Record<NonNullable<FilterConfig["operator"]>, Filter["operator"]>>> = {
  "=": "eq",
  "!=": "ne",
  ">": "gt",
  ">=": "gte",
  "<": "lt",
  "<=": "lte",
};

function configuredFilters(
  { filters }: ListConvention,
  given: NonNullable<ListConfig["filters"]>,
  find: (name: string) => Parameter,
): PlannedFilter[] {
  const kept = filters.filter(({ parameter }) => !Object.hasOwn(given, parameter.name));
  const own = Object.entries(given).flatMap(([name, filter]): PlannedFilter[] => {
    const parameter = find(name);
    if (filter === null) return [{ parameter, at: [], property: [], operator: "eq" }];
    const { property, operator = "=" } = typeof filter === "string" ? { property: filter } : filter;
    return [{ parameter, at: [], property: property.split("."), operator: SPELLED[operator] ?? operator }];
  });
  return [...kept, ...own];
}

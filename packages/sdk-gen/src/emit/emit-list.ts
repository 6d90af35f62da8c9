import {
  foldName,
  type JsonSchema,
  type ListConvention,
  type Operation,
  objectProperties,
  type Parameter,
  type RecordPlace,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { type CallParameter, callParameters } from "../plan/call-parameters.js";
import { FILTER_ORDER, filterParameter } from "../plan/filter-parameter.js";
import { furtherFilters, typesAt } from "../plan/further-filters.js";
import { preferred } from "../plan/media-types.js";
import { sortSpelling } from "../plan/sort-spelling.js";
import type { FilterSpec, ListSpec, SortSpec as RuntimeSort } from "../runtime/resource-spec.js";
import { literal, propertyName } from "./escape.js";

/** The data of an order; the functions are imported. */
type SortSpec = Omit<RuntimeSort, "plan">;

/** The schema of a property of a search's body, as text. */
export type BodySchemas = (name: string) => string | undefined;

/**
 * A list convention as data for the runtime's query engine.
 * @param use imports a part of the engine, and returns its name
 * @param count the operation that counts the records, as text
 */
export function emitList(
  given: ListConvention,
  operation: Operation,
  operationName: string,
  schemas: SchemaRegistry,
  record: JsonSchema,
  body: BodySchemas | undefined,
  use: (part: string) => string,
  count: string | undefined,
): string {
  const calls = callParameters(operation);
  const within = filterParameter(operation, schemas)?.name;
  const further = furtherFilters(given, calls, record, schemas);
  const schemaOf = (name: string): JsonSchema | undefined =>
    calls.find((call) => call.name === name)?.parameter.schema.json;
  // The wildcards of a server's `like` are not known.
  const filters = given.filters.filter(({ property, operator }) => property.length > 0 && operator !== "like");
  const list = Object.create(given, { filters: { value: filters } }) as ListConvention;
  const { operation: _, ...spec } = listSpec(list, calls, schemas, further, within !== undefined);
  const { sort, ...plain } = spec;
  const fields = Object.entries(plain).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${literal(value)}`],
  );
  if (sort) {
    const trial = sort.spelling === undefined ? [] : [`trial: ${use("orderTrial")}`];
    const order = sort.spelled
      ? [`order: ${use("pushSpelled")}`]
      : sort.values === undefined
        ? []
        : [`order: ${use(sort.direction ? "pushDirection" : "pushSort")}`];
    const missing = order.length > 0 ? [`missing: ${use("missingFirst")}`] : [];
    const plan = `plan: ${use("planSort")}`;
    fields.push(`sort: { ${[...sortFields(sort), plan, ...trial, ...order, ...missing].join(", ")} }`);
  }
  if (count) fields.push(`count: { ${count}, run: ${use("countRecords")} }`);
  if (spec.filters !== undefined) fields.push(`push: ${use("pushFilters")}`);
  if (
    [
      ...filters.map(({ parameter }) => parameter.schema.json),
      ...further.map(({ parameter }) => schemaOf(parameter)),
    ].some((json) => json === undefined || takesText(json, schemas))
  )
    fields.push(`unclear: ${use("ambiguousText")}`);
  if (list.filters.some((filter) => mayTakeOne(filter, schemas))) fields.push(`several: ${use("severalValues")}`);
  if (spec.offset !== undefined || spec.page) fields.push(`counted: ${use("countedPage")}`);
  if (spec.limit && spec.limit.maximum === undefined) fields.push(`capped: ${use("cappedPages")}`);
  if (spec.page && spec.page.first === undefined) fields.push(`numbers: ${use("pageNumbers")}`);
  // Servers that seem to count from 1 may count from 0: the client skips.
  if (spec.offset !== undefined) fields.push(...(list.firstOffset === 0 ? [`skip: ${use("skipByOffset")}`] : []));
  else if (spec.page && spec.limit) fields.push(`skip: ${use("skipByPage")}`);
  if (spec.cursor?.kind === "id" && spec.next === undefined) fields.push(use("cursorPages"));
  const isPlain = ({ operator, all }: { readonly operator: string; readonly all?: unknown }): boolean =>
    /^(eq|=|in)$/.test(operator) && all === undefined;
  if (![...list.filters, ...further].every(isPlain)) fields.push(`operators: ${use("furtherOperators")}`);
  if (list.filters.some(({ prefix }) => prefix !== undefined)) fields.push(`nested: ${use("operatorValues")}`);
  else if ([...list.filters, ...further].some(({ at = [] }) => at.length > 0))
    fields.push(`nested: ${use("nestedParameters")}`);
  if (!(spec.offset ?? spec.page ?? spec.cursor) && (spec.total ?? spec.next ?? spec.hasMore))
    fields.push(`rest: ${use("unreadRest")}`);
  if (hasLinks(list, operation, schemas)) fields.push(`links: ${use("linkPages")}`);
  if (calls.some(({ parameter }) => parameter.required || parameter.in === "path"))
    fields.push(
      `required: ${use(calls.some(({ parameter }) => parameter.required && parameter.in !== "path") ? "requiredParameters" : "requiredParents")}`,
    );
  if (spec.fields !== undefined || spec.expand !== undefined) fields.push(use("pushParts"));
  const sent = namesIn(list).flatMap((name) => {
    const schema = calls.some((call) => call.name === name) ? undefined : body?.(name);
    return schema === undefined ? [] : [`${propertyName(name)}: ${schema}`];
  });
  const call = (): string[] =>
    within === undefined ? [use("searchCall")] : [`within: ${literal(within)}`, `searchCall: ${use("filterCall")}`];
  const bodyText = body ? [`body: { ${sent.join(", ")} }`, ...call()] : [];
  return `{ ${[`operation: ${operationName}`, ...bodyText, ...fields].join(", ")} }`;
}

function sortFields(sort: SortSpec): string[] {
  return Object.entries(sort).map(([name, value]) => `${name}: ${literal(value)}`);
}

/** False if the documented answers tell the next page by a number, a total or a mark, and a parameter asks for it. */
function hasLinks(
  { shape, offset, page, cursor }: ListConvention,
  { responses }: Operation,
  schemas: SchemaRegistry,
): boolean {
  const answers = responses.filter(({ status }) => /^(2|default)/.test(status));
  if (shape.kind !== "envelope" || answers.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name))))
    return true;
  const { totalAt, nextAt, hasMoreAt } = shape;
  const isTold = totalAt ?? nextAt ?? hasMoreAt;
  if (!isTold || !(offset ?? page ?? cursor?.after)) return true;
  const json = preferred(answers[0]?.content ?? [])[0]?.schema?.json;
  return nextAt !== undefined && !isNumberAt(schemas, json, nextAt);
}

function isNumberAt(schemas: SchemaRegistry, json: JsonSchema | undefined, [name, ...rest]: RecordPlace): boolean {
  if (json === undefined) return false;
  if (name !== undefined) return isNumberAt(schemas, objectProperties(schemas, json).get(name)?.schema, rest);
  const schema = schemas.follow(json);
  const types = typeof schema === "boolean" ? [] : [schema.type ?? []].flat();
  return types.length > 0 && types.every((type) => /^(integer|number|null)$/.test(type));
}

/** True if a value may be any text: the schema, or that of the items, has no closed list and no checked format. */
function takesText(json: JsonSchema, schemas: SchemaRegistry, depth = 0): boolean {
  const schema = schemas.follow(json);
  if (typeof schema === "boolean" || depth > MOST_PARTS) return true;
  if (schema.enum || "const" in schema) return false;
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((some) => some ?? []);
  if (parts.length > 0) return parts.some((part) => takesText(part, schemas, depth + 1));
  const types = [schema.type ?? ["string"]].flat();
  if (types.includes("array") && takesText(schema.items ?? true, schemas, depth + 1)) return true;
  return types.includes("string") && !/^(uuid|date|date-time)$/.test(schema.format ?? "");
}

const MOST_PARTS = 6;

/** The parameters that queries use. */
function namesIn({ limit, offset, page, cursor, sort, fields, expand, filters }: ListConvention): string[] {
  const used = [limit, offset, page?.parameter, cursor?.after, sort?.parameter, sort?.direction, fields, expand];
  const names = [...used, ...filters.map(({ parameter }) => parameter)].flatMap((parameter) => parameter?.name ?? []);
  return [...new Set(names)].sort();
}

function listSpec(
  list: ListConvention,
  calls: readonly CallParameter[],
  schemas: SchemaRegistry,
  further: readonly FilterSpec[],
  isInFilter: boolean,
): Omit<ListSpec, "operation" | "sort"> & { readonly operation?: never; readonly sort?: SortSpec } {
  const nameOf = (parameter: { readonly name: string; readonly in: string }): string =>
    calls.find((call) => call.parameter.name === parameter.name && call.parameter.in === parameter.in)?.name ??
    parameter.name;
  const { shape, limit, offset, page, cursor, fields, expand, filters } = list;
  const sort = list.sort ?? ransackSort(calls);
  const envelope = shape.kind === "envelope" ? shape : undefined;
  return {
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

/** True for a filter by several values that takes one value as well: its schema does not tell how the server combines several. */
function mayTakeOne({ operator, at, parameter }: ListConvention["filters"][number], schemas: SchemaRegistry): boolean {
  const types = typesAt(parameter.schema.json, schemas);
  return operator === "in" && at.length === 0 && types.has("array") && (types.has("string") || types.has("integer"));
}

/** True for the size of numbered pages, such as `per_page`, and false for one that goes with an offset, such as `limit`. */
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

function bounds(
  schemas: SchemaRegistry,
  json: import("@onespec/spec-core").JsonSchema,
): { minimum?: number; maximum?: number; default?: number } {
  const schema = schemas.follow(json);
  if (typeof schema === "boolean") return {};
  const sizes = (schema.enum ?? []).filter((size) => typeof size === "number");
  // Of several sizes the largest serves every query.
  if (sizes.length > 0) return { minimum: Math.max(...sizes), maximum: Math.max(...sizes) };
  return {
    ...(typeof schema.minimum === "number" && schema.minimum > 1 ? { minimum: schema.minimum } : {}),
    ...(typeof schema.maximum === "number" && schema.maximum <= LARGEST_PAGE ? { maximum: schema.maximum } : {}),
    ...(typeof schema.default === "number" ? { default: schema.default } : {}),
  };
}

/** Rails keeps it among the conditions. */
function ransackSort(calls: readonly CallParameter[]): ListConvention["sort"] {
  const found = calls.find(({ parameter }) => parameter.name === "q[s]")?.parameter;
  return found && { parameter: found, direction: undefined, values: undefined };
}

/** Covers only the orders that the description lists as values. */
function sortSpec(
  { parameter, direction, values }: NonNullable<ListConvention["sort"]>,
  nameOf: (parameter: { readonly name: string; readonly in: string }) => string,
  schemas: SchemaRegistry,
  calls: readonly CallParameter[],
  isInFilter: boolean,
): SortSpec {
  const spelling = values
    ? undefined
    : isInFilter
      ? FILTER_ORDER
      : sortSpelling(parameter, new Set(calls.map((call) => call.parameter.name)));
  const spelled = Object.entries(values ?? {}).map(
    ([value, keys]) =>
      [value, keys.map(({ property, descending }) => `${descending ? "-" : ""}${property.join(".")}`)] as const,
  );
  return {
    parameter: nameOf(parameter),
    ...(direction ? directionSpec(nameOf(direction), schemas.follow(direction.schema.json)) : {}),
    ...(spelling === undefined ? {} : { spelling }),
    ...ordersOf(spelled, direction ? undefined : schemas.follow(parameter.schema.json), schemas),
  };
}

/** The documented orders: the two spellings if all are written alike and the schema lists them, else each value. */
function ordersOf(
  values: readonly (readonly [value: string, keys: readonly string[]])[],
  schema: JsonSchema | undefined,
  schemas: SchemaRegistry,
): Pick<SortSpec, "values" | "spelled"> {
  if (values.length === 0) return {};
  const listed = schema === undefined ? [] : membersOf(schema, schemas);
  const spellings = new Map<string, string>();
  const first = new Map<string, string>();
  for (const [value, keys] of values) {
    const key = keys.join(",");
    if (first.has(key)) continue;
    first.set(key, value);
    const name = key.replace(/^-/, "");
    const sign = key.startsWith("-") ? "-" : "";
    if (!spellings.has(sign) && value.includes(name))
      spellings.set(
        sign,
        value.replace(name, () => "*"),
      );
  }
  const [ascending = "", descending = ""] = [spellings.get(""), spellings.get("-")];
  const isAlike = [...first].every(([key, value]) => {
    const name = key.replace(/^-/, "");
    return value === (key.startsWith("-") ? descending : ascending).replace("*", () => name);
  });
  const known = new Set<unknown>(values.map(([value]) => value));
  const areListed = listed.length > 0 && listed.every((member) => known.has(member));
  return isAlike && areListed ? { spelled: [ascending, descending] } : { values: Object.fromEntries(values) };
}

/** The members of an enum, also of the items of a list. */
function membersOf(schema: JsonSchema, schemas: SchemaRegistry): readonly unknown[] {
  if (typeof schema === "boolean") return [];
  return schema.enum ?? (schema.items === undefined ? [] : membersOf(schemas.follow(schema.items), schemas));
}

function directionSpec(
  parameter: string,
  schema: import("@onespec/spec-core").JsonSchema,
): Pick<SortSpec, "direction"> | Record<string, never> {
  const members =
    typeof schema === "boolean"
      ? []
      : (schema.enum ?? []).filter((member): member is string => typeof member === "string");
  const ascending = members.find((member) => /^asc/i.test(member));
  const descending = members.find((member) => /^desc/i.test(member));
  return ascending !== undefined && descending !== undefined ? { direction: { parameter, ascending, descending } } : {};
}

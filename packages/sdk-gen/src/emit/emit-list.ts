import {
  type JsonSchema,
  type ListConvention,
  type Operation,
  objectProperties,
  type RecordPlace,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { callParameters } from "../plan/call-parameters.js";
import { filterParameter } from "../plan/filter-parameter.js";
import { furtherFilters, typesAt } from "../plan/further-filters.js";
import { preferred } from "../plan/media-types.js";
import type { FilterSpec } from "../runtime/resource-spec.js";
import { literal, propertyName } from "./escape.js";
import { type ListSpec, listSpec } from "./list-spec.js";
import type { SortSpec } from "./sort-spec.js";

/** The schema of a property of a search's body, as text. */
export type BodySchemas = (name: string) => string | undefined;

/** The text of a list convention, and the imports that the text needs. */
export interface EmittedList {
  readonly convention: ListConvention;
  readonly operation: Operation;
  /** The name of the operation's constant. */
  readonly name: string;
  readonly record: JsonSchema;
  /** Absent: parameters go with the query. */
  readonly body?: BodySchemas | undefined;
  /** The operation that counts the records, as text. */
  readonly count?: string | undefined;
}

/** Imports a part of the query engine, and returns its name. */
export type UsePart = (part: string) => string;

/** A list convention as data for the runtime's query engine. */
export function emitList(
  { convention, operation, name, record, body, count }: EmittedList,
  schemas: SchemaRegistry,
  use: UsePart,
): string {
  const calls = callParameters(operation);
  const within = filterParameter(operation, schemas)?.name;
  const further = furtherFilters(convention, calls, record, schemas);
  // The wildcards of a server's `like` are not known.
  const filters = convention.filters.filter(({ property, operator }) => property.length > 0 && operator !== "like");
  const list = Object.create(convention, { filters: { value: filters } }) as ListConvention;
  const { sort, ...plain } = listSpec(list, calls, schemas, further, within !== undefined);
  const data = Object.entries(plain).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${literal(value)}`],
  );
  const isRequired = calls.some(
    ({ parameter, name }) => parameter.required && parameter.in !== "path" && plain.start?.[name] === undefined,
  );
  const hasParents = calls.some(({ parameter }) => parameter.in === "path");
  const parts = [
    ...(sort ? [`sort: { ${sortParts(sort, use).join(", ")} }`] : []),
    ...(count ? [`count: { ${count}, run: ${use("countRecords")} }`] : []),
    ...filterParts(
      list,
      further,
      schemas,
      use,
      (key) => calls.find((call) => call.name === key)?.parameter.schema.json,
    ),
    ...pageParts(list, plain, operation, use),
    ...(hasLinks(list, operation, schemas) ? [`links: ${use("linkPages")}`] : []),
    ...(isRequired || hasParents ? [`required: ${use(isRequired ? "requiredParameters" : "requiredParents")}`] : []),
    ...(plain.fields !== undefined || plain.expand !== undefined ? [use("pushParts")] : []),
  ];
  const bodyText = body ? bodyParts(list, body, within, use, (key) => calls.some((call) => call.name === key)) : [];
  return `{ ${[`operation: ${name}`, ...bodyText, ...data, ...parts].join(", ")} }`;
}

function sortParts(sort: SortSpec, use: UsePart): string[] {
  const order = sort.spelled
    ? [`order: ${use("pushSpelled")}`]
    : sort.values === undefined
      ? []
      : [`order: ${use(sort.direction ? "pushDirection" : "pushSort")}`];
  return [
    ...Object.entries(sort).map(([name, value]) => `${name}: ${literal(value)}`),
    `plan: ${use("planSort")}`,
    ...(sort.spelling === undefined ? [] : [`trial: ${use("orderTrial")}`]),
    ...order,
    ...(order.length > 0 ? [`missing: ${use("missingFirst")}`] : []),
  ];
}

/** @param schemaOf the schema of a parameter, by its name in calls */
function filterParts(
  { filters }: ListConvention,
  further: readonly FilterSpec[],
  schemas: SchemaRegistry,
  use: UsePart,
  schemaOf: (name: string) => JsonSchema | undefined,
): string[] {
  const all = [...filters, ...further];
  const values = [
    ...filters.map(({ parameter }) => parameter.schema.json),
    ...further.map(({ parameter }) => schemaOf(parameter)),
  ];
  const isPlain = ({ operator, all: whole }: { readonly operator: string; readonly all?: unknown }): boolean =>
    /^(eq|=|in)$/.test(operator) && whole === undefined;
  const nested = filters.some(({ prefix }) => prefix !== undefined)
    ? [`nested: ${use("operatorValues")}`]
    : all.some(({ at = [] }) => at.length > 0)
      ? [`nested: ${use("nestedParameters")}`]
      : [];
  return [
    ...(all.length > 0 ? [`push: ${use("pushFilters")}`] : []),
    ...(values.some((json) => json === undefined || takesText(json, schemas))
      ? [`unclear: ${use("ambiguousText")}`]
      : []),
    ...(filters.some((filter) => mayTakeOne(filter, schemas)) ? [`several: ${use("severalValues")}`] : []),
    ...(all.every(isPlain) ? [] : [`operators: ${use("furtherOperators")}`]),
    ...nested,
  ];
}

function pageParts({ firstOffset }: ListConvention, spec: ListSpec, { responses }: Operation, use: UsePart): string[] {
  const { offset, page, limit, cursor, next, total, hasMore } = spec;
  const isTold = total ?? next ?? hasMore ?? !responses.some(({ content }) => content.some(({ schema }) => schema));
  return [
    ...(offset !== undefined || page ? [`counted: ${use("countedPage")}`] : []),
    ...(limit && limit.maximum === undefined ? [`capped: ${use("cappedPages")}`] : []),
    ...(page && page.first === undefined ? [`numbers: ${use("pageNumbers")}`] : []),
    // Servers that seem to count from 1 may count from 0: the client skips.
    ...(offset !== undefined && firstOffset === 0 ? [`skip: ${use("skipByOffset")}`] : []),
    ...(offset === undefined && page && limit ? [`skip: ${use("skipByPage")}`] : []),
    ...(cursor?.kind === "id" && next === undefined ? [use("cursorPages")] : []),
    ...(!(offset ?? page ?? cursor) && isTold ? [`rest: ${use("unreadRest")}`] : []),
  ];
}

/** @param isSent the parameter is one of the operation, and none of the body */
function bodyParts(
  list: ListConvention,
  body: BodySchemas,
  within: string | undefined,
  use: UsePart,
  isSent: (name: string) => boolean,
): string[] {
  const sent = namesIn(list).flatMap((name) => {
    const schema = isSent(name) ? undefined : body(name);
    return schema === undefined ? [] : [`${propertyName(name)}: ${schema}`];
  });
  const call =
    within === undefined ? [use("searchCall")] : [`within: ${literal(within)}`, `searchCall: ${use("filterCall")}`];
  return [`body: { ${sent.join(", ")} }`, ...call];
}

/**
 * False if the documented answers identify the next page by a number, a total or a token, and a parameter takes that
 * value.
 */
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

/** True if a value may be any text: the schema, or the one of its items, has no closed enum and no checked format. */
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

/**
 * True for a filter with several values that may also be sent with one value, or as separate conditions. The schema
 * does not show how the server combines several values.
 */
function mayTakeOne({ operator, at, parameter }: ListConvention["filters"][number], schemas: SchemaRegistry): boolean {
  const types = typesAt(parameter.schema.json, schemas);
  const isUnclear =
    types.has("string") || types.has("integer") || /\boperat(?:or|ion)s?\b/i.test(parameter.description ?? "");
  return operator === "in" && at.length === 0 && types.has("array") && isUnclear;
}

/** The parameters that queries use. */
function namesIn({ limit, offset, page, cursor, sort, fields, expand, filters }: ListConvention): string[] {
  const used = [limit, offset, page?.parameter, cursor?.after, sort?.parameter, sort?.direction, fields, expand];
  const names = [...used, ...filters.map(({ parameter }) => parameter)].flatMap((parameter) => parameter?.name ?? []);
  return [...new Set(names)].sort();
}

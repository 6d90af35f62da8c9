import {
  foldName,
  type JsonSchema,
  type ListConvention,
  objectProperties,
  type Parameter,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import type { FilterSpec } from "../runtime/resource-spec.js";
import type { CallParameter } from "./call-parameters.js";
import { comparedFormat } from "./compared-format.js";

/**
 * Recognises filters by the names that frameworks use: `title__icontains` of Django, `q[title_cont]` of Ransack,
 * `filters[title][$containsi]` of Strapi. The client checks all records again, so a server that filters less does no
 * harm.
 */
export function furtherFilters(
  list: ListConvention,
  calls: readonly CallParameter[],
  record: JsonSchema,
  schemas: SchemaRegistry,
): FilterSpec[] {
  const { limit, offset, page, cursor, sort, fields, expand, search, filters } = list;
  const used = new Set([
    ...[limit, offset, page?.parameter, cursor?.after, cursor?.before, sort?.parameter, sort?.direction],
    ...[fields, expand, search],
    ...filters.map(({ parameter }) => parameter),
  ]);
  const scope = { schemas, record };
  const names = new Set(calls.map(({ parameter }) => parameter.name));
  return calls.flatMap(({ parameter, name }): FilterSpec[] => {
    if (parameter.in !== "query" || used.has(parameter) || isOfLists(parameter, names)) return [];
    const found = readName(parameter.name, scope);
    return found && isComparable(found, parameter.schema.json, scope)
      ? [{ parameter: name, property: found.property, operator: found.operator }]
      : [];
  });
}

/**
 * Properties whose bounds, such as `price_ge`, are numbers although the property is a text. A numeric schema or decimal
 * examples show it. The server then compares them as numbers.
 */
export function numericBounds(
  parameters: readonly Parameter[],
  record: JsonSchema,
  schemas: SchemaRegistry,
): ReadonlySet<string> {
  return new Set(
    parameters.flatMap(({ name, in: place, schema }) => {
      const found = place === "query" ? readName(name, { schemas, record }) : undefined;
      if (!found || found.property.length > 1 || !/^[<>]/.test(found.operator)) return [];
      const kept = examplesOf(found.field, schemas);
      // An integer may be a moment.
      const isNumber = typesAt(schema.json, schemas).has("number") && kept.length === 0;
      return isNumber || isDecimals(kept) || isDecimals(examplesOf(schema.json, schemas)) ? found.property : [];
    }),
  );
}

function examplesOf(json: JsonSchema, schemas: SchemaRegistry): readonly unknown[] {
  const target = schemas.follow(json);
  if (typeof target === "boolean") return [];
  return [...(target.examples ?? []), target.default].filter((one) => one !== undefined && one !== null);
}

/** True for decimals as texts: `"9.90"`. */
function isDecimals(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((one) => typeof one === "string" && /^-?\d+\.\d+$/.test(one));
}

interface Scope {
  readonly schemas: SchemaRegistry;
  readonly record: JsonSchema;
}

interface Found {
  readonly property: readonly string[];
  readonly field: JsonSchema;
  readonly operator: FilterSpec["operator"];
}

/** The last word is the operator, and the words before it are the property, whatever separates them. */
function readName(name: string, scope: Scope): Found | undefined {
  const bare = name.replace(/^(?:q|s|filters?|where|search|query)\[(.+)\]$/, "$1");
  const words = bare.split(/__|\]\[|[[\].:$]+|(?<!_)_(?!_)/).filter((word) => word !== "");
  for (const length of [1, 2, 3]) {
    const operator = OPERATORS.get(foldName(words.slice(-length).join("")));
    const found = operator && words.length > length && propertyAt(words.slice(0, -length), scope.record, scope.schemas);
    if (found) return { ...found, operator };
  }
  const bound = BOUNDS.get(foldName(words[0] ?? ""));
  const found = bound && propertyAt(words.slice(1), scope.record, scope.schemas);
  if (found) return { ...found, operator: bound };
  return undefined;
}

/** The property that the words name, one after the other, or as one name of several. */
function propertyAt(
  words: readonly string[],
  schema: JsonSchema,
  schemas: SchemaRegistry,
): { readonly property: readonly string[]; readonly field: JsonSchema } | undefined {
  const fields = objectProperties(schemas, schema);
  for (let length = words.length; length > 0; length -= 1) {
    const wanted = foldName(words.slice(0, length).join(""));
    const field = [...fields].find(([name]) => foldName(name) === wanted);
    if (!field) continue;
    const [name, { schema: inner }] = field;
    if (length === words.length) return { property: [name], field: inner };
    const below = propertyAt(words.slice(length), inner, schemas);
    if (below) return { ...below, property: [name, ...below.property] };
  }
  return undefined;
}

function isComparable(
  { field, operator, property }: Found,
  parameter: JsonSchema,
  { schemas, record }: Scope,
): boolean {
  const [kept, given] = [typesAt(field, schemas), typesAt(parameter, schemas)];
  if (kept.has("object") || (/^(!=|nin)$/.test(operator) && !isAlwaysSet(property, record, schemas))) return false;
  if (/isNull|exists/.test(operator)) return given.has("boolean");
  if (/contains|With|i=/i.test(operator)) return kept.has("string") && given.has("string");
  if (operator === "in" || operator === "nin") return given.has("array") || given.has("string");
  const isNumeric = (types: ReadonlySet<string>): boolean => types.has("integer") || types.has("number");
  return isNumeric(kept) || kept.has("decimal")
    ? isNumeric(given) || given.has("string")
    : kept.has("string") && given.has("string");
}

/**
 * True if every record has a value for the property. Databases skip records without one if a condition excludes values,
 * so only the client can find them.
 */
function isAlwaysSet([name, ...rest]: readonly string[], record: JsonSchema, schemas: SchemaRegistry): boolean {
  const found = name === undefined ? undefined : objectProperties(schemas, record).get(name);
  if (!found?.required || typesAt(found.schema, schemas).has("null")) return false;
  return rest.length === 0 || isAlwaysSet(rest, found.schema, schemas);
}

/** True for PostgreSQL's `contains` on lists. There is then also `overlaps`, which texts do not have. */
function isOfLists({ name }: Pick<Parameter, "name">, names: ReadonlySet<string>): boolean {
  return name.endsWith("contains") && names.has(name.replace(/contains$/, "overlaps"));
}

/** The resource without inferred filters that may miss records or that servers reject; the same object without any. */
export function sureFilters(resource: Resource, schemas: SchemaRegistry): Resource {
  const { list, schema, roles } = resource;
  const names = new Set(roles.list?.parameters.map(({ name }) => name));
  const isSure = ({ operator, property, parameter }: ListConvention["filters"][number]): boolean =>
    (!/^n(e|in)$/.test(operator) || isAlwaysSet(property, schema.json, schemas)) && !isOfLists(parameter, names);
  if (!list || list.filters.every(isSure)) return resource;
  const sure: ListConvention = Object.create(list, {
    filters: { value: list.filters.filter(isSure), enumerable: true },
  });
  return Object.create(resource, { list: { value: sure } }) as Resource;
}

/** The types of a schema's values. Decimal texts have a separate type. */
export function typesAt(json: JsonSchema, schemas: SchemaRegistry, depth = 0): ReadonlySet<string> {
  const target = schemas.follow(json);
  if (typeof target === "boolean" || depth > 6) return new Set();
  const own = [target.type ?? []].flat();
  const decimal = comparedFormat(target) === "decimal" ? ["decimal"] : [];
  const parts = [target.allOf, target.anyOf, target.oneOf].flatMap((some) => some ?? []);
  return new Set([...own, ...decimal, ...parts.flatMap((part) => [...typesAt(part, schemas, depth + 1)])]);
}

/** Folded. */
const OPERATORS: ReadonlyMap<string, FilterSpec["operator"]> = new Map([
  ...named("=", "eq exact is"),
  ...named("i=", "iexact eqi ieq"),
  ...named("!=", "ne neq noteq not"),
  ...named("in", "in oneof"),
  ...named("nin", "nin notin"),
  ...named(">", "gt"),
  ...named(">=", "gte gteq ge"),
  ...named("<", "lt"),
  ...named("<=", "lte lteq le"),
  ...named("contains", "contains cont"),
  // `ilike` is left out: servers disagree whether its value is a pattern or a part of the text.
  ...named("icontains", "icontains icont containsi"),
  ...named("startsWith", "startswith start"),
  ...named("istartsWith", "istartswith startswithi"),
  ...named("endsWith", "endswith end"),
  ...named("iendsWith", "iendswith endswithi"),
  ...named("isNull", "isnull null"),
  ...named("exists", "notnull exists nnull isnotnull"),
]);

/** Bounds before a name: `min_price`. */
const BOUNDS: ReadonlyMap<string, FilterSpec["operator"]> = new Map([
  ["min", ">="],
  ["max", "<="],
]);

function named(operator: FilterSpec["operator"], names: string): [string, FilterSpec["operator"]][] {
  return names.split(" ").map((name) => [name, operator]);
}

import {
  askedFilter,
  askedOrder,
  coerceValue,
  listOfTexts,
  openPlace,
  operandOf,
  schemaAt,
  selectorReader,
} from "@onespec/http-contract";
import {
  type Filter,
  foldName,
  isObject,
  isWriteOnlyAt,
  type JsonSchema,
  type ListConvention,
  objectProperties,
  type Resource,
  type SchemaRegistry,
  type SortKey,
  schemaShape,
} from "@onespec/spec-core";
import { usualValue } from "../../response/page-request.js";
import { createOpenRecord } from "../../response/shown-record.js";
import type { Condition, RecordQuery } from "../../store/record-store.js";
import { askedIds } from "./asked-id.js";

/** The filters, search and order of a list request. */
export interface Selection extends Pick<RecordQuery, "where" | "search" | "searched" | "sort"> {
  /** The top-level properties in the answer; `undefined` for all. */
  readonly fields: readonly string[] | undefined;
  /** Searched fields that records do not have, and orders that name no property. */
  readonly unknown: readonly string[];
}

type Query = Readonly<Record<string, unknown>>;

/** Reads filters, search, order and fields of a list as its convention says. */
export function selectionReader(
  schemas: SchemaRegistry,
  resource: Resource,
  list: ListConvention,
): (query: Query) => Selection {
  const filters = list.filters.map((filter) => filterReader(schemas, resource, filter));
  const selectors = list.selectors.map((selector) => {
    const read = selectorReader(schemas, resource, selector);
    return (query: Query, unknown: string[]) => read(query[selector.parameter.name], unknown);
  });
  const isById = ({ property }: Condition): boolean => property.join("/") === resource.id.property?.join("/");
  const sort = list.sort && sortReader(schemas, resource, list.sort);
  const qualifiers = list.search && qualifierReader(schemas, resource, list.search);
  const searched = list.search && createOpenRecord(schemas, resource);
  return (query) => {
    const unknown: string[] = [];
    const usual = [...filters, ...selectors].flatMap((read) => read(query, unknown));
    unknown.push(...otherOperators(list, query), ...unreadMembers(list, query));
    const asked = askedIds(schemas, resource, query, []);
    const where = asked ? usual.map((one) => (isById(one) ? { ...one, property: asked.property } : one)) : usual;
    const order = sort?.(query, unknown) ?? [];
    const sentText = list.search && query[list.search.name];
    const qualified = typeof sentText === "string" ? qualifiers?.(sentText) : undefined;
    const text = qualified ? qualified.rest : sentText;
    const all = qualified ? [...where, ...qualified.where] : where;
    const fields = list.fields && listOfTexts(query[list.fields.name]);
    return {
      unknown,
      fields: fields && fields.length > 0 ? fields : undefined,
      ...(all.length > 0 ? { where: all } : {}),
      ...(order.length > 0 ? { sort: order } : {}),
      ...(typeof text === "string" && text !== "" ? { search: text, ...(searched && { searched }) } : {}),
    };
  };
}

/** Parameters whose values begin with an operator that none of their filters has: `like.` and others of PostgREST. */
function otherOperators({ filters }: ListConvention, query: Query): string[] {
  const names = new Set(filters.flatMap(({ parameter, prefix }) => (prefix === undefined ? [] : parameter.name)));
  return [...names].filter((name) => {
    const own = filters.filter(({ parameter }) => parameter.name === name);
    return query[name] !== undefined && !own.some(({ prefix = "" }) => operandOf(query[name], prefix) !== undefined);
  });
}

/** Members of object parameters that set no condition: `pets.tags.all` if the only filter is `pets.tags.any`. */
function unreadMembers({ filters }: ListConvention, query: Query): string[] {
  const inside = filters.filter(({ at }) => at.length > 0);
  const names = new Set(inside.map(({ parameter }) => parameter.name));
  const unread = (value: unknown, place: readonly string[], known: readonly Filter[]): string[] => {
    if (value === undefined || value === null) return [];
    const deeper = known.filter(({ at }) => at.length >= place.length);
    if (deeper.length < known.length && !(isObject(value) && deeper.length > 0)) return [];
    if (isObject(value))
      return Object.entries(value).flatMap(([name, inner]) =>
        unread(
          inner,
          [...place, name],
          deeper.filter(({ at }) => at[place.length - 1] === name),
        ),
      );
    // `operator: "and"` is the default.
    const isUsual = typeof value === "string" && foldName(value) === "and";
    return isUsual ? [] : [place.join(".")];
  };
  return [...names].flatMap((name) =>
    isObject(query[name])
      ? unread(
          query[name],
          [name],
          inside.filter(({ parameter }) => parameter.name === name),
        )
      : [],
  );
}

function filterReader(schemas: SchemaRegistry, resource: Resource, filter: Filter): (query: Query) => Condition[] {
  const { parameter, property } = filter;
  const schema = schemaAt(schemas, resource.schema, property);
  const json: JsonSchema = schema?.json ?? true;
  const shape = schemaShape(schemas, json);
  const itemJson = shape.items ?? json;
  const coerce = (value: unknown): unknown =>
    typeof value === "string" ? coerceValue(schemas, shape.types.has("array") ? itemJson : json, value) : value;
  const takesText = schemaShape(schemas, parameter.schema.json).types.has("string");
  const told = { ...filter, parameter: parameter.name };
  // The value may be inside an object: `inputs: [{ id: 1 }]`.
  const last = property.at(-1) ?? "";
  return (query) => {
    const asked = askedFilter(told, query);
    if (!asked) return [];
    const { operator, value } = asked;
    if (operator === "exists") return [{ property, operator, value }];
    const sent = [value].flat();
    // A comma separates two values, or is part of one.
    const whole = takesText && sent.length > 1 && sent.every((one) => typeof one === "string") ? [sent.join(",")] : [];
    const values = [...sent, ...whole].map((one) => coerce(isObject(one) ? one[last] : one));
    return [{ property, operator, value: Array.isArray(value) ? values : values[0] }];
  };
}

/**
 * Reads conditions on single properties from a search text, if its description documents them: the qualifiers `name:a,b` among other words,
 * or `name=a,size=~1` with exact and fuzzy matches. The rest is searched for as text.
 */
function qualifierReader(
  schemas: SchemaRegistry,
  resource: Resource,
  { description = "" }: NonNullable<ListConvention["search"]>,
): ((text: string) => { readonly where: Condition[]; readonly rest: string }) | undefined {
  const form = QUALIFIERS.find(({ told }) => told.test(description));
  if (!form) return undefined;
  const properties = objectProperties(schemas, resource.schema.json);
  return (text) => {
    const where: Condition[] = [];
    const others = text.split(form.between).filter((part) => {
      const [, name = "", fuzzy, value = ""] = form.one.exec(part) ?? [];
      const property = [...properties.values()].find((one) => foldName(one.name) === foldName(name));
      if (!property || value === "" || isWriteOnlyAt(schemas, resource.schema.json, [property.name]))
        return part !== "";
      const json = schemaShape(schemas, property.schema).items ?? property.schema;
      const values = value.split(",").map((one) => coerceValue(schemas, json, one));
      where.push(
        fuzzy
          ? { property: [property.name], operator: "contains", value }
          : { property: [property.name], operator: "in", value: values },
      );
      return false;
    });
    return { where, rest: others.join(" ") };
  };
}

const QUALIFIERS = [
  {
    told: /\bqualifiers?\b|\bfield:value\b|\bsearch query\b.*\bfilter/i,
    between: /\s+/,
    one: /^(\w+):(~?)"?([^\s"]+)"?$/,
  },
  { told: /\bk=v\b|\bkey=value\b|\bfield=value\b/i, between: /,/, one: /^\s*(\w+)=(~?)(.+)$/ },
];

function sortReader(
  schemas: SchemaRegistry,
  resource: Resource,
  { parameter, direction, values }: NonNullable<ListConvention["sort"]>,
): (query: Query, unknown: string[]) => SortKey[] {
  const order = {
    parameter: parameter.name,
    ...(direction && { direction: direction.name }),
    ...(values && { values }),
  };
  const usual = {
    value: usualValue(schemas, parameter),
    direction: direction && usualValue(schemas, direction),
  };
  const find = (words: readonly string[]): SortKey["property"] | undefined => {
    // In JSON:API, an order names an attribute without `attributes`.
    const property =
      [words, ["attributes", ...words]].find((place) => schemaAt(schemas, resource.schema, place)) ??
      openPlace(schemas, resource, words);
    return property && !isWriteOnlyAt(schemas, resource.schema.json, property) ? property : undefined;
  };
  return (query, unknown) => {
    const keys = askedOrder(order, query, find, usual);
    const known = keys.filter((key) => key !== undefined);
    // The contract allows orders that name no property (`relevance`, an unknown name). They have no effect.
    const isUsual = (query[parameter.name] ?? usual.value) === usual.value;
    if (known.length < keys.length && !isUsual) unknown.push(parameter.name);
    return known;
  };
}

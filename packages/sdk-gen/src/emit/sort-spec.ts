import type { JsonSchema, ListConvention, Parameter, SchemaRegistry } from "@onespec/spec-core";
import type { CallParameter } from "../plan/call-parameters.js";
import { FILTER_ORDER } from "../plan/filter-parameter.js";
import type { SortSpec as RuntimeSort } from "../runtime/resource-spec.js";

/** The data of an order; the functions are imported. */
export type SortSpec = Omit<RuntimeSort, "plan">;

/** Rails puts the order among the conditions. */
export function ransackSort(calls: readonly CallParameter[]): ListConvention["sort"] {
  const found = calls.find(({ parameter }) => parameter.name === "q[s]")?.parameter;
  return found && { parameter: found, direction: undefined, values: undefined };
}

/** Covers only the orders that the description lists as values. */
export function sortSpec(
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

/**
 * The documented orders. If all follow one spelling and the schema lists them, the two spellings (ascending and
 * descending); otherwise each value.
 */
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

function directionSpec(parameter: string, schema: JsonSchema): Pick<SortSpec, "direction"> | Record<string, never> {
  const members =
    typeof schema === "boolean"
      ? []
      : (schema.enum ?? []).filter((member): member is string => typeof member === "string");
  const ascending = members.find((member) => /^asc/i.test(member));
  const descending = members.find((member) => /^desc/i.test(member));
  return ascending !== undefined && descending !== undefined ? { direction: { parameter, ascending, descending } } : {};
}

/**
 * Guesses the spelling of an order if the description lists no values: `-` before the name, or a text after it, as in
 * `price,desc`. Uses the text of the parameter, or else the framework that is known for such parameters. `undefined` if
 * neither shows it. Clients test the guess before they rely on it.
 */
function sortSpelling(
  { name, description = "", examples }: Parameter,
  siblings: ReadonlySet<string>,
): string | undefined {
  const text = `${description} ${examples.map(({ value }) => JSON.stringify(value)).join(" ")}`;
  const behind = /\w[)}>\]]?([,:.]| )[([{<]?(?:asc|ASC|desc|DESC)\b(?![ ,]+(?:or|and|order))/.exec(text);
  if (/(?:^|[\s"'`(,[])-[a-z_]\w*/.test(text) || /\b(?:minus|hyphen|dash)\b|["'`(]-["'`)]/i.test(text)) return "-";
  if (behind) return `${behind[1]}${/ASC|DESC/.test(behind[0]) ? "DESC" : "desc"}`;
  const has = (...names: readonly string[]): boolean => names.every((one) => siblings.has(one));
  const begins = (start: string): boolean => [...siblings].some((one) => one.startsWith(start));
  // OData, Ransack, Django REST framework.
  if (name === "$orderby") return " desc";
  if (name === "q[s]") return " desc";
  if (name === "ordering") return "-";
  // NestJS CRUD, Strapi, Spring Data, PostgREST, JSON:API.
  if (has("s", "filter", "join")) return ",DESC";
  if (begins("pagination[") || has("filters", "populate")) return ":desc";
  if (name === "sort" && has("page", "size")) return ",desc";
  if (name === "order" && has("select", "offset", "limit")) return ".desc";
  return begins("page[") || begins("filter[") || begins("fields[") ? "-" : undefined;
}

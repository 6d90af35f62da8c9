import type { Filter } from "@onespec/spec-core";
import { at, isScalar, type JsonObject } from "./json-places.js";
import { readPages } from "./list-pages.js";
import { idOf, type ListPlace } from "./list-place.js";

/** Asks for each filter with a value of the first record; of the records made, exactly those that meet it must come. */
export async function walkFilters(place: ListPlace): Promise<readonly string[]> {
  const { client, resource, operation, list, path, known } = place;
  const lines: string[] = [];
  for (const filter of list.filters) {
    const { parameter, operator, property } = filter;
    // Only what clients sent is the same on every server.
    if (!known.every(({ sent }) => isScalar(at(sent, property)))) continue;
    // OpenAPI does not say how other styles write an object that shares names with parameters.
    if (filter.at.length > 0 && parameter.style !== "deepObject") continue;
    const value = at(known[0]?.record, property);
    const asked = isScalar(value) ? askedFor(filter, value) : undefined;
    if (asked === undefined || !client.api.schemas.validator(parameter.schema, "request").isValid(asked)) continue;
    if (filter.all?.includes(value)) continue;
    const step = `filter ${parameter.name}${filter.at.map((name) => `[${name}]`).join("")} ${operator}`;
    const found = await readPages(client, operation, list, path, (one) => idOf(resource, one) ?? "", {
      [parameter.name]: asked,
    });
    const ids = new Set(found.records.map((one) => idOf(resource, one)));
    const wrong = known.filter(({ id, record }) => ids.has(id) !== meets(at(record, property), operator, value));
    if (found.faults[0] !== undefined) lines.push(`! ${step}: ${found.faults[0]}`);
    else if (wrong[0] !== undefined)
      lines.push(`! ${step} ${JSON.stringify(asked)}: wrong about ${describe(wrong[0].record, property)}`);
    else lines.push(`${step} ${found.status}`);
  }
  return lines;
}

function askedFor({ operator, at: place, parameter }: Filter, value: unknown): unknown {
  const json = parameter.schema.json;
  const isList = operator === "in" || operator === "nin" || (typeof json === "object" && json.type === "array");
  const one = typeof json === "object" && json.type === "string" ? String(value) : value;
  return place.reduceRight<unknown>(
    (inner, name) => ({ [name]: inner }),
    isList && !(typeof json === "object" && json.type === "string") ? [one] : one,
  );
}

function meets(value: unknown, operator: Filter["operator"], wanted: unknown): boolean {
  const [a, b] = [value, wanted] as [string, string];
  switch (operator) {
    case "eq":
    case "in":
      return value === wanted;
    case "ne":
    case "nin":
      return value !== wanted;
    case "gt":
      return a > b;
    case "gte":
      return a >= b;
    case "lt":
      return a < b;
    case "lte":
      return a <= b;
    case "contains":
    case "like":
      return String(value).includes(String(wanted));
    case "ncontains":
      return !String(value).includes(String(wanted));
    case "startsWith":
      return String(value).startsWith(String(wanted));
    case "endsWith":
      return String(value).endsWith(String(wanted));
    case "exists":
      return value !== undefined && value !== null;
  }
}

function describe(record: JsonObject, property: readonly string[]): string {
  return `${property.join(".")} = ${JSON.stringify(at(record, property))}`;
}

import type { Place, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { kindOf } from "./compared-as.js";
import { fieldAt } from "./fields.js";
import { isPlainObject, valueAt } from "./handed-over.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { compare } from "./matches.js";

export interface SortKey {
  readonly property: Place;
  readonly descending: boolean;
}

export type SortInput =
  | string
  | Readonly<Record<string, string | number>>
  | readonly (string | Readonly<Record<string, string | number>>)[];

/**
 * `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for a field that is not there or a direction that is none.
 */
export function parseSort(input: SortInput, resource: ResourceSpec): SortKey[] {
  const key = (name: string, direction: unknown): SortKey => {
    const property = fieldIn(resource, "sort", name, "sort");
    const [, ascending] = /^(?:(asc|1)|desc|-1)$/i.exec(String(direction)) ?? [undefined, ""];
    if (ascending !== "") return { property, descending: ascending === undefined };
    const message = `has the direction ${JSON.stringify(String(direction))}: it is ASC or DESC`;
    throw invalidClause(resource.name, `sort.${name}`, message, "sort");
  };
  return [input].flat().flatMap((part): SortKey[] => {
    if (isPlainObject(part)) return Object.entries(part).map(([name, direction]) => key(name, direction));
    if (typeof part === "string")
      return part.split(",").map((text) => {
        const [name = "", direction = "ASC"] = text.trim().split(/\s+/);
        return name.startsWith("-") ? key(name.slice(1), "DESC") : key(name.replace(/^\+/, ""), direction);
      });
    const message = "must be a text such as 'name ASC' or an object such as { name: 'ASC' }";
    throw invalidClause(resource.name, "sort", message, "sort");
  });
}

export type Order = (left: unknown, right: unknown) => number;

/** Missing and null last both ways, then the next key, then the id; the caller's sort is stable beyond that. */
export function toOrder(keys: readonly SortKey[], schema: SchemaData, id: Place | undefined): Order {
  const all = id ? [...keys, { property: id, descending: false }] : keys;
  const steps = all.map(({ property, descending }) => {
    const kind = kindOf(fieldAt(schema, property));
    return (left: unknown, right: unknown): number => {
      const first = valueAt(left, property) ?? undefined;
      const second = valueAt(right, property) ?? undefined;
      if (first === undefined || second === undefined)
        return Number(first === undefined) - Number(second === undefined);
      const sign = compare(first, second, kind) || 0;
      return descending ? -sign : sign;
    };
  });
  return (left, right) => {
    for (const step of steps) {
      const sign = step(left, right);
      if (sign !== 0) return sign;
    }
    return 0;
  };
}

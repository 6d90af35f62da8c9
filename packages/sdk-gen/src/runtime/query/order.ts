import { isPlainObject } from "../is-plain-object.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { kindOf } from "./compared-as.js";
import { fieldAt } from "./fields.js";
import { fieldIn, invalidClause } from "./invalid-clause.js";
import { compare } from "./matches.js";
import { valueAt } from "./value-at.js";

export interface OrderKey {
  readonly property: Place;
  readonly descending: boolean;
}

export type SortInput =
  | string
  | Readonly<Record<string, string | number>>
  | readonly (string | Readonly<Record<string, string | number>>)[];

/**
 * Parses `"a ASC"`, `"a DESC, b"`, `"-a"`, `{ a: "DESC" }`, or a list of these.
 * @throws ValidationError for unknown fields and directions
 */
export function parseSort(input: SortInput, resource: ResourceSpec): OrderKey[] {
  const key = (name: string, direction: unknown): OrderKey => {
    const property = fieldIn(resource, "sort", name, "sort");
    const [, ascending] = /^(?:(asc|1)|desc|-1)$/i.exec(String(direction)) ?? [undefined, ""];
    if (ascending !== "") return { property, descending: ascending === undefined };
    const message = `must be ASC or DESC, not ${String(direction)}`;
    throw invalidClause(resource.name, `sort.${name}`, message, "sort");
  };
  return [input].flat().flatMap((part): OrderKey[] => {
    if (isPlainObject(part)) return Object.entries(part).map(([name, direction]) => key(name, direction));
    if (typeof part === "string")
      return part.split(",").map((text) => {
        const [name = "", direction = "ASC"] = text.trim().split(/\s+/);
        return name.startsWith("-") ? key(name.slice(1), "DESC") : key(name.replace(/^\+/, ""), direction);
      });
    const message = "must be like 'name ASC' or { name: 'ASC' }";
    throw invalidClause(resource.name, "sort", message, "sort");
  });
}

export type Order = (left: unknown, right: unknown) => number;

/** Sorts missing values and null last in both directions, then by the next key, then by the id. */
export function toOrder(keys: readonly OrderKey[], schema: SchemaData, id: Place | undefined): Order {
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

/** Writes an order as text. */
export function orderName(keys: readonly OrderKey[]): string {
  return keys.map(({ property, descending }) => `${property.join(".")}${descending ? " DESC" : ""}`).join(", ");
}

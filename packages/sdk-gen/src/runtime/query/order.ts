import { isPlainObject } from "../is-plain-object.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import type { SchemaData } from "../schema-data.js";
import { valueAt } from "../value-at.js";
import { comparePlain, comparisonOf } from "./compared-as.js";
import { fieldAt, fieldIn, invalidClause } from "./fields.js";

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
  const invalid = (clause: string): Error =>
    invalidClause(resource.name, clause, "must be like 'name ASC' or { name: 'ASC' }", "sort");
  const key = ([name, direction]: readonly [string, unknown]): OrderKey => {
    const property = fieldIn(resource, "sort", name, "sort");
    const descending = /^(desc|-1)$/i.test(String(direction));
    if (descending || /^(asc|1)$/i.test(String(direction))) return { property, descending };
    throw invalid(`sort.${name}`);
  };
  return [input].flat().flatMap((part): OrderKey[] => {
    if (isPlainObject(part)) return Object.entries(part).map(key);
    if (typeof part !== "string") throw invalid("sort");
    return part.split(",").map((text) => {
      const [, sign, name = "", direction] = /^\s*([+-]?)(\S*)\s*(\S*)/.exec(text) ?? [];
      return key([name, sign === "-" ? "DESC" : direction || "ASC"]);
    });
  });
}

export type Order = (left: unknown, right: unknown) => number;

/** Sorts missing values and null last in both directions, then by the next key, then by the id. */
export function toOrder(keys: readonly OrderKey[], schema: SchemaData, id: Place | undefined): Order {
  const all = id ? [...keys, { property: id, descending: false }] : keys;
  const steps = all.map(({ property, descending }) => {
    const compare = comparisonOf(fieldAt(schema, property)) ?? comparePlain;
    return (left: unknown, right: unknown): number => {
      const first = valueAt(left, property) ?? undefined;
      const second = valueAt(right, property) ?? undefined;
      if (first === undefined || second === undefined)
        return Number(first === undefined) - Number(second === undefined);
      const sign = compare(first, second) || 0;
      return descending ? -sign : sign;
    };
  });
  return (left, right) => steps.reduce((sign, step) => sign || step(left, right), 0);
}

/** Writes an order as text. */
export function orderName(keys: readonly OrderKey[]): string {
  return keys.map(({ property, descending }) => `${property.join(".")}${descending ? " DESC" : ""}`).join(", ");
}

import type { SortKey } from "@onespec/spec-core";
import { at, isScalar, type JsonObject } from "./json-places.js";
import { readPages } from "./list-pages.js";
import { idOf, type ListPlace } from "./list-place.js";

const MOST_ORDERS = 8;

/** Asks for each order that the description names; over all pages the records must come in it. */
export async function walkOrders(place: ListPlace): Promise<readonly string[]> {
  const { client, resource, operation, list, path } = place;
  const lines: string[] = [];
  for (const [value, [key]] of ordersOf(place).slice(0, MOST_ORDERS)) {
    const { sort } = list;
    if (sort === undefined || key === undefined) continue;
    const step = `order ${value}`;
    const asked = asParameter(value, sort.parameter.schema.json);
    const found = await readPages(client, operation, list, path, (one) => idOf(resource, one) ?? "", {
      [sort.parameter.name]: asked,
    });
    const broken = outOfOrder(found.records, key);
    if (found.faults[0] !== undefined) lines.push(`! ${step}: ${found.faults[0]}`);
    else if (broken !== undefined) lines.push(`! ${step}: ${broken}`);
    else lines.push(`${step} ${found.status}`);
  }
  return lines;
}

function ordersOf({ list, known }: ListPlace): readonly (readonly [string, readonly SortKey[]])[] {
  const { sort } = list;
  if (sort === undefined || sort.direction !== undefined) return [];
  if (sort.values !== undefined) return Object.entries(sort.values);
  const name = Object.keys(known[0]?.sent ?? {}).find((one) =>
    known.every(({ sent }) => typeof sent[one] === "string"),
  );
  if (name === undefined) return [];
  return [
    [name, [{ property: [name], descending: false }]],
    [`-${name}`, [{ property: [name], descending: true }]],
  ];
}

function asParameter(value: string, json: unknown): unknown {
  return typeof json === "object" && json !== null && "type" in json && json.type === "array" ? [value] : value;
}

/** Ignores records without the property: the description does not say where they come. */
function outOfOrder(records: readonly JsonObject[], { property, descending }: SortKey): string | undefined {
  const values = records.map((record) => at(record, property)).filter(isScalar);
  const wrong = values.findIndex((value, index) => {
    const before = values[index - 1];
    return before !== undefined && (descending ? value > before : value < before);
  });
  return wrong < 0 ? undefined : `${JSON.stringify(values[wrong - 1])} comes before ${JSON.stringify(values[wrong])}`;
}

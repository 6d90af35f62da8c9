import { coerceValue, succeeded } from "@onespec/http-contract";
import { foldName, isObject, type JsonSchema, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { propertiesOf } from "../../model/schema-questions.js";
import type { JsonObject } from "../../store/record-store.js";

/**
 * Gives a generated list one result for each id of the request: `[{ id, success }]` of `PUT /albums/{id}/assets` with `{ ids }`. Also
 * changes the only list in an object.
 */
export function withResultsById(schemas: SchemaRegistry, schema: Schema, value: unknown, sent: unknown): unknown {
  const ids = idsIn(sent);
  if (!ids) return value;
  if (Array.isArray(value)) return resultsOf(schemas, schema.json, value, ids) ?? value;
  if (!isObject(value)) return value;
  const [list, ...others] = propertiesOf(schemas, schema.json).filter(
    ({ name }) => Array.isArray(value[name]) && !(isObject(sent) && Object.hasOwn(sent, name)),
  );
  const results = list && others.length === 0 ? resultsOf(schemas, list.schema, value[list.name], ids) : undefined;
  return list && results ? { ...value, [list.name]: results } : value;
}

interface SentIds {
  /** The property that has them; `ids` for a body that is a list. */
  readonly name: string;
  readonly values: readonly (string | number)[];
}

function idsIn(sent: unknown): SentIds | undefined {
  const lists = Array.isArray(sent) ? [["ids", sent] as const] : isObject(sent) ? Object.entries(sent) : [];
  const [only, ...others] = lists.flatMap(([name, values]) =>
    IDS.test(name) && Array.isArray(values) && values.every(isId) ? [{ name, values }] : [],
  );
  return others.length === 0 ? only : undefined;
}

const IDS = /(?:^|_)ids$|Ids$|IDs$/;

function isId(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function resultsOf(
  schemas: SchemaRegistry,
  list: JsonSchema,
  samples: unknown,
  { name, values }: SentIds,
): readonly JsonObject[] | undefined {
  const { items } = schemaShape(schemas, list);
  const properties = items === undefined ? [] : propertiesOf(schemas, items);
  const singular = foldName(name).slice(0, -1);
  const id = properties.find((one) => foldName(one.name) === singular) ?? properties.find((one) => one.name === "id");
  if (items === undefined || !id) return undefined;
  const whole = schemas.schemaOf(items);
  const { isValid } = schemas.validator(whole, "response");
  const errors = properties.filter((one) => !one.required && /^errors?(?:_?(?:code|message|reason))?$/i.test(one.name));
  const results = values.map((sent, index) => {
    const sample = Array.isArray(samples) ? samples[index % Math.max(1, samples.length)] : undefined;
    const kept = Object.entries(isObject(sample) ? sample : {}).filter(
      ([one]) => !errors.some((error) => error.name === one),
    );
    const result = { ...Object.fromEntries(kept), [id.name]: coerceValue(schemas, id.schema, String(sent)) };
    return succeeded(schemas, whole, result, () => false) as JsonObject;
  });
  return results.every(isValid) ? results : undefined;
}

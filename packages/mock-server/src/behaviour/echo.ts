import { type JsonSchema, objectProperties } from "@onespec/spec-core";
import type { BodyPlan } from "../response/body-plan.js";
import type { MockContext } from "../server/mock-context.js";
import type { JsonObject } from "../store/record-store.js";

/**
 * `sample` with what was sent in the properties of the same names, or in those of the one object in it that holds most of what was
 * sent: `{ status, data: { name, ... } }` for `{ name, ... }`.
 */
export function echo(
  { schemas, fitting }: Pick<MockContext, "schemas" | "fitting">,
  { schema }: BodyPlan,
  sample: unknown,
  sent: unknown,
  seed: string,
): unknown {
  if (!schema || !isObject(sample) || !isObject(sent)) return sample;
  const properties = objectProperties(schemas, schema.json);
  const own = repeated(properties.keys(), sent);
  let best: { readonly name: string; readonly names: readonly string[] } | undefined;
  for (const { name, schema: inner } of properties.values()) {
    if (Object.hasOwn(sent, name)) continue;
    const names = repeated(namesOf(inner), sent);
    if (names.length > Math.max(own.length, best?.names.length ?? 0)) best = { name, names };
  }
  // Less than half of it by chance: `name` of whom the answer is about.
  if (best && best.names.length * 2 >= Object.keys(sent).length) {
    const inner = sample[best.name];
    const filled = { ...(isObject(inner) ? inner : {}), ...picked(sent, best.names) };
    return fitting.fit(schema, { ...sample, ...picked(sent, own), [best.name]: filled }, { seed });
  }
  return own.length === 0 ? sample : fitting.fit(schema, { ...sample, ...picked(sent, own) }, { seed });

  function namesOf(json: JsonSchema): Iterable<string> {
    return objectProperties(schemas, json).keys();
  }
}

function repeated(names: Iterable<string>, sent: JsonObject): readonly string[] {
  return [...names].filter((name) => Object.hasOwn(sent, name));
}

function picked(sent: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, sent[name]]));
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

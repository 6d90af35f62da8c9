import { isObject, type JsonSchema, objectProperties, type SchemaRegistry } from "@onespec/spec-core";
import type { BodyPlan } from "../model/body-plan.js";
import { smallestFile } from "./binary-files.js";
import type { FitOptions, Fitting } from "./fitting.js";

/** A whole value for a body: the description's example where it is valid, else made from the seed. */
export function sampledValue(
  fitting: Fitting,
  body: BodyPlan,
  seed: string,
  { examples = true }: Pick<FitOptions, "examples"> = {},
): unknown {
  const [example] = body.examples;
  if (body.schema) return textOf(body, fitting.fit(body.schema, example, { seed, optional: true, examples }));
  if (example !== undefined) return example;
  return body.kind === "json" || body.kind === "json-lines" ? {} : "";
}

/** A page or a document where the schema allows any text. */
function textOf(body: BodyPlan, value: unknown): unknown {
  if (typeof value !== "string" || body.examples.length > 0) return value;
  const json = body.schema?.json;
  const isOpen = typeof json === "object" && !json.pattern && !json.enum && json.maxLength === undefined;
  if (!isOpen || smallestFile(body.type)) return value;
  if (body.type === "text/html")
    return `<!doctype html>\n<title>${escapeHtml(value)}</title>\n<p>${escapeHtml(value)}</p>\n`;
  if (body.kind === "xml") return `<?xml version="1.0" encoding="UTF-8"?>\n<root>${escapeHtml(value)}</root>`;
  return value;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * A made-up body with what was sent in the properties of the same names, or in those of the one object in it that holds most of what was
 * sent: `{ status, data: { name, ... } }` for `{ name, ... }`.
 */
export function echoedValue(
  { schemas, fitting }: { readonly schemas: SchemaRegistry; readonly fitting: Fitting },
  body: BodyPlan,
  sent: unknown,
  seed: string,
): unknown {
  const { schema } = body;
  const sample = sampledValue(fitting, body, seed);
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

function repeated(names: Iterable<string>, sent: Readonly<Record<string, unknown>>): readonly string[] {
  return [...names].filter((name) => Object.hasOwn(sent, name));
}

function picked(sent: Readonly<Record<string, unknown>>, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, sent[name]]));
}

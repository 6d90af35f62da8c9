import { foldName, isObject, objectProperties, type Schema, type SchemaRegistry } from "@onespec/spec-core";
import type { BodyPlan } from "../model/body-plan.js";
import { smallestFile } from "./binary-files.js";
import type { FitOptions, Fitting } from "./fitting.js";
import { itemSchemaOf } from "./schema-at.js";

/** A complete value for a body: the description's example if it is valid, otherwise generated from the seed. */
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

/** A page or a document, if the schema allows any text. */
function textOf(body: BodyPlan, value: unknown): unknown {
  if (typeof value !== "string" || body.examples.length > 0) return value;
  const json = body.schema?.json;
  const isOpen =
    typeof json === "object" && !json.pattern && !json.enum && !json.examples && json.maxLength === undefined;
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
 * Generates a body and copies sent values into properties with the same names. Also fills nested objects: `{ sale: {
 * amount } }` for `{ amount }`, `{ customer: { externalId } }` for `{ customerExternalId }`. A list gets one item for
 * each sent item.
 */
export function echoedValue(
  { schemas, fitting }: { readonly schemas: SchemaRegistry; readonly fitting: Fitting },
  body: BodyPlan,
  sent: unknown,
  seed: string,
): unknown {
  const { schema } = body;
  const items = schema && Array.isArray(sent) && body.examples.length === 0 ? itemSchemaOf(schemas, schema) : undefined;
  if (schema && items && Array.isArray(sent) && isEachAnswered(schemas, items, sent)) {
    const each = sent.map((one, index) =>
      echoedValue({ schemas, fitting }, { ...body, schema: items }, one, `${seed} ${index}`),
    );
    return fitting.fit(schema, each, { seed });
  }
  const sample = sampledValue(fitting, body, seed);
  if (!schema || !isObject(sample) || !isObject(sent)) return sample;
  const properties = objectProperties(schemas, schema.json);
  // A text such as `config: "dev"` names the object `config` in the answer, so it is not copied.
  const own = Object.entries(sent).filter(([name, value]) => {
    const property = properties.get(name);
    return property && (isObject(value) || objectProperties(schemas, property.schema).size === 0);
  });
  const echoedNames = new Set(own.map(([name]) => name));
  const inner = [...properties.values()].flatMap(({ name, schema: json }) => {
    const names = echoedNames.has(name) ? [] : [...objectProperties(schemas, json).keys()];
    return names.length === 0 ? [] : [{ name, names, same: names.filter((one) => Object.hasOwn(sent, one)) }];
  });
  const most = Math.max(own.length, ...inner.map(({ same }) => same.length));
  const parts = inner.flatMap(({ name, names, same }): [string, unknown][] => {
    // The object with most of the sent names is about the same thing. A single common `name` may be the name of another
    // thing.
    const isMain = same.length > own.length && same.length === most && same.length * 2 >= Object.keys(sent).length;
    const isOnly = (one: string): boolean =>
      !GENERAL.test(one) &&
      !properties.has(one) &&
      inner.every((other) => other.name === name || !other.same.includes(one));
    const repeated = same.filter((one) => isMain || isOnly(one)).map((one) => [one, sent[one]] as const);
    const prefixed = names.flatMap((one) => {
      const found = Object.keys(sent).find((key) => foldName(key) === foldName(`${name}${one}`));
      return found === undefined ? [] : [[one, sent[found]] as const];
    });
    const values = Object.fromEntries([...repeated, ...prefixed]);
    const before = sample[name];
    return Object.keys(values).length === 0 ? [] : [[name, { ...(isObject(before) ? before : {}), ...values }]];
  });
  const echoed = [...own, ...parts];
  return echoed.length === 0 ? sample : fitting.fit(schema, { ...sample, ...Object.fromEntries(echoed) }, { seed });
}

/** True if a list answers one item for each that was sent: they share a property. */
function isEachAnswered(schemas: SchemaRegistry, items: Schema, sent: readonly unknown[]): boolean {
  const names = objectProperties(schemas, items.json);
  return sent.length > 0 && sent.every((one) => isObject(one) && Object.keys(one).some((name) => names.has(name)));
}

/** Names that many kinds of objects have. */
const GENERAL = /^(?:id|name|type|kind|status|state|title|description|label|code|key|value|url|email)$/i;

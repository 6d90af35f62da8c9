import { type SchemaRegistry, type SchemaShape, type Steps, schemaShape } from "@onespec/spec-core";
import { decodeQueryInSteps, queryPairsInSteps } from "../query-pairs-in-steps.js";
import { coerceForm } from "./coerce-form.js";
import { encodingOf, type FormMedia, splitField } from "./form-field.js";
import type { FormRules } from "./form-rules.js";
import { cutBrackets } from "./nest-by-brackets.js";
import { hasMoreFields, TooManyFields } from "./too-many-fields.js";
import type { WireValue } from "./wire-value.js";

/**
 * Reads `application/x-www-form-urlencoded`, with brackets for what is nested, coerced by the schema.
 * @throws TooManyFields
 */
export function* parseForm(schemas: SchemaRegistry, media: FormMedia, text: string, rules: FormRules): Steps<unknown> {
  const { mostFields } = rules;
  if (hasMoreFields(text, mostFields)) throw new TooManyFields();
  const { properties } = schemaShape(schemas, media.schema?.json ?? true);
  const owners = spreadObjects(schemas, media, properties);
  const fields: [string, WireValue][] = [];
  for (const { name: sent, raw } of yield* queryPairsInSteps(text)) {
    const name = cutBrackets(sent);
    const items = splitField(media, name, raw, mostFields + 1);
    if (fields.length + items.length > mostFields) throw new TooManyFields();
    const decoded: string[] = [];
    for (const item of items) decoded.push(yield* decodeQueryInSteps(item));
    const owner = properties.has(name) ? undefined : owners.get(name);
    if (owner !== undefined) for (const item of decoded) fields.push([`${owner}[${name}]`, item]);
    else if (encodingOf(media, name)?.explode !== false || !isObjectAt(schemas, properties, name)) {
      for (const item of decoded) fields.push([name, item]);
    } else {
      // `color=R,100,G,200`: names and values in turn.
      for (let at = 1; at < decoded.length; at += 2) fields.push([`${name}[${decoded[at - 1]}]`, decoded[at] ?? ""]);
    }
  }
  yield;
  return yield* coerceForm(schemas, media, fields, rules);
}

/** Names of the properties of objects that are written as fields of their own, each with its object. */
function spreadObjects(
  schemas: SchemaRegistry,
  { encoding }: FormMedia,
  properties: SchemaShape["properties"],
): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const [name, { style, explode }] of Object.entries(encoding)) {
    const property = properties.get(name);
    // Style `form` is exploded unless it says otherwise; without a style objects are JSON.
    if (!property || style !== "form" || explode === false || !isObjectAt(schemas, properties, name)) continue;
    for (const inner of schemaShape(schemas, property.schema).properties.keys()) owners.set(inner, name);
  }
  return owners;
}

function isObjectAt(schemas: SchemaRegistry, properties: SchemaShape["properties"], name: string): boolean {
  const property = properties.get(name);
  const types = property && schemaShape(schemas, property.schema).types;
  return types?.has("object") === true && !types.has("array");
}

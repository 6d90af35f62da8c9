import type { JsonSchema, RecordPlace, Schema, SchemaRegistry } from "@onespec/spec-core";
import { withValueAt } from "./place-value.js";
import { schemaAt } from "./schema-at.js";

/**
 * Writes a list whose items are valid one by one without looking at them again: the texts of the items are put into the text
 * of the envelope. `undefined` when the envelope around them is not valid, so that the whole has to be fitted.
 */
export type ListText = (envelope: unknown, items: readonly string[]) => string | undefined;

/** Stands where the items go. */
const ITEMS = "@@onespec-items@@";
const REMEMBERED_ENVELOPES = 500;

/** @returns `undefined` where the validity of the list is more than that of its envelope and of each item */
export function createListText(schemas: SchemaRegistry, schema: Schema, place: RecordPlace): ListText | undefined {
  const array = schemaAt(schemas, schema, place);
  if (!array || !isPlainArray(schemas.follow(array.json)) || !isPlainPath(schemas, schema.json, place))
    return undefined;
  const json = schemas.follow(array.json);
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = typeof json === "boolean" ? {} : json;
  const validator = schemas.validator(schema, "response");
  const valid = new Set<string>();
  return (envelope, items) => {
    if (items.length < minItems || items.length > maxItems) return undefined;
    const list = `[${items.join(",")}]`;
    if (place.length === 0) return list;
    const text = JSON.stringify(withValueAt(envelope, place, ITEMS));
    const [before, after, ...more] = text.split(`"${ITEMS}"`);
    if (after === undefined || more.length > 0) return undefined;
    if (!valid.has(text)) {
      if (minItems > 0 || !validator.isValid(withValueAt(envelope, place, []))) return undefined;
      if (valid.size < REMEMBERED_ENVELOPES) valid.add(text);
    }
    return `${before}${list}${after}`;
  };
}

/** Only keywords that look at one item at a time, or at their number. */
function isPlainArray(json: JsonSchema): boolean {
  if (typeof json === "boolean" || json.items === undefined) return false;
  return !LIST_KEYWORDS.some((keyword) => keyword in json) && !COMBINING.some((keyword) => keyword in json);
}

const LIST_KEYWORDS = ["uniqueItems", "contains", "prefixItems", "unevaluatedItems", "enum", "const"];
const COMBINING = ["allOf", "oneOf", "anyOf", "not", "if", "dependentSchemas"];

/** One schema alone says what stands on the way to the items. */
function isPlainPath(schemas: SchemaRegistry, schema: JsonSchema, place: RecordPlace): boolean {
  const [name, ...rest] = place;
  if (name === undefined) return true;
  const declared: JsonSchema[] = [];
  const isPlain = (part: JsonSchema): boolean => {
    const json = schemas.follow(part);
    if (typeof json === "boolean") return true;
    if (COMBINING.some((keyword) => keyword !== "allOf" && keyword in json) || "patternProperties" in json)
      return false;
    const property = json.properties && Object.hasOwn(json.properties, name) ? json.properties[name] : undefined;
    if (property !== undefined) declared.push(property);
    return (json.allOf ?? []).every(isPlain);
  };
  const [only] = isPlain(schema) ? declared : [];
  return declared.length === 1 && only !== undefined && isPlainPath(schemas, only, rest);
}

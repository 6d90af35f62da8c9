import { asArray, asObject, asText, isObject, isSameJson, type JsonObject } from "../description/json.js";
import { joinPointer } from "../description/raw-document.js";
import type { SchemaBook, SchemaPlace } from "../judge/schema-book.js";
import type { SampleOptions } from "./sample-value.js";

/** One schema with its `$ref`, `allOf` and one branch of each choice merged in. Properties are places or schemas. */
export interface Flat {
  readonly keywords: JsonObject;
  /** All schemas given for the property. */
  readonly properties: ReadonlyMap<string, readonly SchemaPlace[]>;
  readonly items: readonly SchemaPlace[];
  readonly prefixItems: readonly SchemaPlace[];
  readonly additional: SchemaPlace | undefined;
  readonly isNever: boolean;
}

export function flatten(place: SchemaPlace, { book, random, scalarsFrom }: SampleOptions, valueDepth: number): Flat {
  const keywords: Record<string, unknown> = {};
  const properties = new Map<string, SchemaPlace[]>();
  const items: SchemaPlace[] = [];
  let prefixItems: SchemaPlace[] = [];
  let additional: SchemaPlace | undefined;
  let isNever = false;
  const visit = (at: SchemaPlace, depth: number): void => {
    const schema = book.at(at);
    if (schema === false) isNever = true;
    if (!isObject(schema) || depth > 20) return;
    const reference = asText(schema.$ref);
    if (reference !== undefined) visit(reference.slice(1), depth + 1);
    mergeKeywords(keywords, schema);
    for (const name of Object.keys(asObject(schema.properties))) {
      properties.set(name, [...(properties.get(name) ?? []), joinPointer(at, "properties", name)]);
    }
    if (schema.items !== undefined) items.push(`${at}/items`);
    if (Array.isArray(schema.prefixItems)) {
      prefixItems = schema.prefixItems.map((_, index) => `${at}/prefixItems/${index}`);
    }
    if (schema.additionalProperties !== undefined) additional = `${at}/additionalProperties`;
    for (const index of asArray(schema.allOf).keys()) visit(`${at}/allOf/${index}`, depth + 1);
    for (const key of ["oneOf", "anyOf"]) {
      const branches = asArray(schema[key]);
      if (branches.length === 0) continue;
      const all = [...branches.keys()].filter((index) => !isNull(branches[index]));
      const wanted = all.filter(
        (index) => isStructure(book, `${at}/${key}/${index}`) === valueDepth < (scalarsFrom ?? 0),
      );
      const usable = scalarsFrom === undefined || wanted.length === 0 ? all : wanted;
      const chosen = usable[random.below(Math.max(1, usable.length))] ?? 0;
      visit(`${at}/${key}/${chosen}`, depth + 1);
    }
  };
  visit(place, 0);
  return { keywords, properties, items, prefixItems, additional, isNever };
}

function isStructure(book: SchemaBook, place: SchemaPlace): boolean {
  const schema = asObject(book.at(book.follow(place)));
  const types = [schema.type].flat();
  return (
    types.includes("object") ||
    types.includes("array") ||
    ["properties", "items", "allOf"].some((key) => Object.hasOwn(schema, key))
  );
}

function isNull(schema: unknown): boolean {
  return isObject(schema) && (schema.type === "null" || isSameJson(schema.enum, [null]));
}

export function mergeKeywords(into: Record<string, unknown>, schema: JsonObject): void {
  for (const [key, value] of Object.entries(schema)) {
    const present = into[key];
    if (key === "required") into[key] = [...new Set([...asArray(present), ...asArray(value)])];
    else if (present === undefined) into[key] = value;
    else if (key === "enum")
      into[key] = asArray(present).filter((item) => asArray(value).some((other) => isSameJson(item, other)));
    else if (/^(min|exclusiveMin)/.test(key)) into[key] = Math.max(Number(present), Number(value));
    else if (/^(max|exclusiveMax)/.test(key)) into[key] = Math.min(Number(present), Number(value));
    else if (key === "type") into[key] = narrowType(present, value);
    else if (key === "readOnly" || key === "writeOnly") into[key] = present === true || value === true;
  }
}

function narrowType(a: unknown, b: unknown): unknown {
  const allowed = new Set([b].flat());
  const both = [a].flat().filter((type) => allowed.has(type) || (type === "integer" && allowed.has("number")));
  return both.length === 0 ? b : both;
}

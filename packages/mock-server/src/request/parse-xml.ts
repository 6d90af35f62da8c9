import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";
import { coerceValue, type RawValue } from "./coerce-value.js";
import { schemaShape } from "./schema-shape.js";

/**
 * Reads XML as its schema's `xml` objects ask: attributes, names and wrapped arrays. `undefined` when it is not well-formed.
 * @see OpenAPI 3.1, "XML Object"
 */
export async function parseXml(schemas: SchemaRegistry, schema: JsonSchema, text: string): Promise<unknown> {
  const { XMLParser, XMLValidator } = await import("fast-xml-parser");
  // A document type can define entities that grow without end, and no API describes one.
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) return undefined;
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    ignoreDeclaration: true,
    parseTagValue: false,
    parseAttributeValue: false,
    removeNSPrefix: true,
    processEntities: true,
  });
  const [root] = Object.values(parser.parse(text) as Record<string, unknown>);
  return coerceValue(schemas, schema, rawValue(schemas, schema, root));
}

const ATTRIBUTE = "@";
const TEXT = "#text";

function rawValue(schemas: SchemaRegistry, schema: JsonSchema, node: unknown): RawValue {
  const { types, items, properties } = schemaShape(schemas, schema);
  if (types.has("array") && items !== undefined) return listOf(node).map((item) => rawValue(schemas, items, item));
  if (!isObject(node)) return node === undefined || node === null ? "" : String(node);
  if (properties.size === 0 && TEXT in node && !types.has("object")) return String(node[TEXT]);
  const named = new Map(
    [...properties.values()].map((property) => [xmlName(schemas, property.schema, property.name), property]),
  );
  const value: [string, RawValue][] = [];
  for (const [tag, inner] of Object.entries(node)) {
    const property = named.get(tag.startsWith(ATTRIBUTE) ? tag.slice(ATTRIBUTE.length) : tag);
    if (!property) {
      if (tag !== TEXT && !tag.startsWith(ATTRIBUTE)) value.push([tag, rawValue(schemas, true, inner)]);
      continue;
    }
    value.push([property.name, rawValue(schemas, property.schema, unwrapped(schemas, property.schema, inner))]);
  }
  return Object.fromEntries(value);
}

/** The items inside the element that `wrapped` puts around them. */
function unwrapped(schemas: SchemaRegistry, schema: JsonSchema, node: unknown): unknown {
  const { types } = schemaShape(schemas, schema);
  if (!types.has("array") || !xmlObject(schemas, schema).wrapped || !isObject(node)) return node;
  return Object.values(node).flatMap(listOf);
}

function xmlName(schemas: SchemaRegistry, schema: JsonSchema, fallback: string): string {
  const { name, wrapped } = xmlObject(schemas, schema);
  const { items } = schemaShape(schemas, schema);
  // An array without a wrapper is a run of elements named like its items.
  if (items !== undefined && !wrapped) return xmlObject(schemas, items).name ?? name ?? fallback;
  return name ?? fallback;
}

function xmlObject(
  schemas: SchemaRegistry,
  schema: JsonSchema,
): { readonly name?: string; readonly wrapped?: boolean } {
  const target = schemas.follow(schema);
  return typeof target === "object" && isObject(target.xml) ? target.xml : {};
}

function listOf(node: unknown): readonly unknown[] {
  if (node === undefined || node === "") return [];
  return Array.isArray(node) ? node : [node];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { type JsonSchema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { isWrapped, xmlName, xmlObject, xmlPlace } from "../wire/xml-object.js";

/**
 * Writes a value as XML, with the names, attributes, namespaces and wrapped arrays in its schema's `xml` objects.
 * @see OpenAPI 3.1, "XML Object"
 */
export async function xmlText(schemas: SchemaRegistry, schema: JsonSchema, value: unknown): Promise<string> {
  const { XMLBuilder } = await import("fast-xml-parser");
  const builder = new XMLBuilder({ attributeNamePrefix: ATTRIBUTE, ignoreAttributes: false, suppressEmptyNode: true });
  const name = prefixed(schemas, schema, rootName(schemas, schema) ?? "root");
  const content = xmlNode(schemas, schema, value);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [name]: Array.isArray(content) ? wrapped(schemas, schema, content) : content })}`;
}

const ATTRIBUTE = "@";
const TEXT = "#text";

function xmlNode(schemas: SchemaRegistry, schema: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined) return "";
  const shape = schemaShape(schemas, schema);
  if (Array.isArray(value)) return value.map((item) => xmlNode(schemas, shape.items ?? true, item));
  if (typeof value !== "object") return value;
  const node: Record<string, unknown> = { ...namespaceOf(schemas, schema) };
  for (const [name, inner] of Object.entries(value)) {
    const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
    const content = xmlNode(schemas, property, inner);
    const place = xmlPlace(schemas, property);
    const tag = prefixed(schemas, property, xmlName(schemas, property, name));
    if (place === "text") node[TEXT] = content;
    else if (place === "attribute") node[`${ATTRIBUTE}${tag}`] = content;
    else if (Array.isArray(content) && isWrapped(schemas, property))
      node[tag] = wrapped(schemas, property, content, tag);
    else if (Array.isArray(content))
      node[prefixed(schemas, shape.properties.has(name) ? itemsOf(schemas, property) : true, tag)] = content;
    else node[tag] = content;
  }
  return node;
}

/** The element around the items of an array. @param fallback the name of the items if the schema has none */
function wrapped(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  content: readonly unknown[],
  fallback?: string,
): Readonly<Record<string, unknown>> {
  const items = itemsOf(schemas, schema);
  const name = xmlObject(schemas, items).name ?? fallback ?? rootName(schemas, items) ?? "item";
  return { ...namespaceOf(schemas, schema), [prefixed(schemas, items, name)]: content };
}

function itemsOf(schemas: SchemaRegistry, schema: JsonSchema): JsonSchema {
  return schemaShape(schemas, schema).items ?? true;
}

function namespaceOf(schemas: SchemaRegistry, schema: JsonSchema): Readonly<Record<string, string>> {
  const { namespace, prefix } = xmlObject(schemas, schema);
  if (namespace === undefined) return {};
  return { [`${ATTRIBUTE}xmlns${prefix === undefined ? "" : `:${prefix}`}`]: namespace };
}

/** The root element's name: the one in the `xml` object, or else the schema's name. */
function rootName(schemas: SchemaRegistry, schema: JsonSchema): string | undefined {
  return xmlObject(schemas, schema).name ?? schemas.schemaOf(schema).name;
}

function prefixed(schemas: SchemaRegistry, schema: JsonSchema, name: string): string {
  const { prefix } = xmlObject(schemas, schema);
  const local = name.replace(/[^\p{L}\p{N}_.:-]/gu, "_");
  const element = /^[\p{L}_]/u.test(local) ? local : `_${local}`;
  return prefix === undefined || element.startsWith(`${prefix}:`) ? element : `${prefix}:${element}`;
}

import type { JsonSchema, SchemaRegistry } from "@onespec/spec-core";
import { schemaShape } from "../request/schema-shape.js";

/**
 * A value as XML, as its schema's `xml` objects ask: names, attributes, namespaces and wrapped arrays.
 * @see OpenAPI 3.1, "XML Object"
 */
export async function xmlText(schemas: SchemaRegistry, schema: JsonSchema, value: unknown): Promise<string> {
  const { XMLBuilder } = await import("fast-xml-parser");
  const builder = new XMLBuilder({ attributeNamePrefix: ATTRIBUTE, ignoreAttributes: false, suppressEmptyNode: true });
  const name = elementName(schemas, schema, "root");
  const content = xmlNode(schemas, schema, value);
  const root = Array.isArray(content) ? { [name]: { item: content } } : { [name]: content };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build(root)}`;
}

const ATTRIBUTE = "@";

interface XmlObject {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
}

function xmlNode(schemas: SchemaRegistry, schema: JsonSchema, value: unknown): unknown {
  if (value === null || value === undefined) return "";
  const shape = schemaShape(schemas, schema);
  if (Array.isArray(value)) return value.map((item) => xmlNode(schemas, shape.items ?? true, item));
  if (typeof value !== "object") return value;
  const node: Record<string, unknown> = {};
  const { namespace, prefix } = xmlObject(schemas, schema);
  if (namespace !== undefined) node[`${ATTRIBUTE}xmlns${prefix === undefined ? "" : `:${prefix}`}`] = namespace;
  for (const [name, inner] of Object.entries(value)) {
    const property = shape.properties.get(name)?.schema ?? shape.additional ?? true;
    const { attribute, wrapped } = xmlObject(schemas, property);
    const content = xmlNode(schemas, property, inner);
    const tag = elementName(schemas, property, name);
    if (attribute) node[`${ATTRIBUTE}${tag}`] = content;
    else if (!Array.isArray(content)) node[tag] = content;
    else {
      const item = elementName(schemas, schemaShape(schemas, property).items ?? true, wrapped ? tag : name);
      if (wrapped) node[tag] = { [item]: content };
      else node[item] = content;
    }
  }
  return node;
}

function elementName(schemas: SchemaRegistry, schema: JsonSchema, fallback: string): string {
  const { name, prefix } = xmlObject(schemas, schema);
  const local = (name ?? rootName(schemas, schema) ?? fallback).replace(/[^\w.-]/g, "_");
  return prefix === undefined ? local : `${prefix}:${local}`;

  function rootName(registry: SchemaRegistry, json: JsonSchema): string | undefined {
    return fallback === "root" ? registry.schemaOf(json).name : undefined;
  }
}

function xmlObject(schemas: SchemaRegistry, schema: JsonSchema): XmlObject {
  const target = schemas.follow(schema);
  return typeof target === "object" && typeof target.xml === "object" && target.xml !== null ? target.xml : {};
}

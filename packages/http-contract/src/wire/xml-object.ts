import { isObject, type JsonSchema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";

/** The XML form of a value. @see OpenAPI 3.1 and 3.2, "XML Object" */
export interface XmlObject {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  /** OpenAPI 3.2; `attribute` and `wrapped` are older words for `attribute` and, of an array, `element`. */
  readonly nodeType?: "element" | "attribute" | "text" | "cdata" | "none";
  readonly attribute?: boolean;
  readonly wrapped?: boolean;
}

export function xmlObject(schemas: SchemaRegistry, schema: JsonSchema): XmlObject {
  const target = schemas.follow(schema);
  return typeof target === "object" && isObject(target.xml) ? target.xml : {};
}

/** The place of a property in XML: an element, an attribute, or the text of the parent element. */
export function xmlPlace(schemas: SchemaRegistry, schema: JsonSchema): "element" | "attribute" | "text" {
  const { nodeType, attribute } = xmlObject(schemas, schema);
  if (nodeType === "text" || nodeType === "cdata") return "text";
  return nodeType === "attribute" || attribute ? "attribute" : "element";
}

/** True if an array has an element around its items. */
export function isWrapped(schemas: SchemaRegistry, schema: JsonSchema): boolean {
  const { nodeType, wrapped } = xmlObject(schemas, schema);
  return wrapped ?? nodeType === "element";
}

/** The local name of a property's element or attribute. For an array without a wrapper, the name of each item. */
export function xmlName(schemas: SchemaRegistry, schema: JsonSchema, fallback: string): string {
  const { name } = xmlObject(schemas, schema);
  const { items } = schemaShape(schemas, schema);
  if (items !== undefined && !isWrapped(schemas, schema)) return xmlObject(schemas, items).name ?? name ?? fallback;
  return name ?? fallback;
}

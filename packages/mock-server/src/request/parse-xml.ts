import { coerceValue, type LargeBodies, TypedPart, type WireValue } from "@onespec/http-requests";
import { type JsonSchema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { xmlInThread } from "./xml-in-thread.js";
import { ATTRIBUTE, TEXT } from "./xml-names.js";
import type { XmlNodes } from "./xml-nodes.js";
import { isWrapped, xmlName, xmlPlace } from "./xml-object.js";

/** What XML says, or what is wrong with it and where: line and column from 1, where that is known. */
export type ParsedXml = { readonly ok: true; readonly value: unknown } | (XmlNodes & { readonly ok: false });

/**
 * Reads XML as its schema's `xml` objects ask: attributes, names and wrapped arrays. @see OpenAPI 3.1, "XML Object"
 * @param large reads what is large, while its client is there
 * @throws JsonRefusal when there are too many elements; ClientGone
 */
export async function parseXml(
  schemas: SchemaRegistry,
  schema: JsonSchema,
  text: string,
  large: LargeBodies,
  gone: AbortSignal | undefined,
): Promise<ParsedXml> {
  const beside = text.length > SMALL_XML ? await xmlInThread(text, large, gone) : undefined;
  const nodes = beside ?? (await import("./xml-nodes.js")).xmlNodes(text);
  if (!nodes.ok) return nodes;
  return { ok: true, value: coerceValue(schemas, schema, rawValue(schemas, schema, nodes.root, true)) };
}

/** In characters. To start a thread takes longer than to read as many. */
const SMALL_XML = 16 * 1024;
/** In characters. The parser takes up to a millisecond for a thousand that mean it ill. */
export const MOST_XML: number = 1024 * 1024;
const NIL = `${ATTRIBUTE}nil`;

/** @param isWhole the element itself is the list, not one of its items */
function rawValue(schemas: SchemaRegistry, schema: JsonSchema, node: unknown, isWhole = false): WireValue {
  if (isObject(node) && node[NIL] === "true") return new TypedPart(null);
  const { types, items, properties } = schemaShape(schemas, schema);
  if (types.has("array") && items !== undefined && (isWhole || Array.isArray(node) || !types.has("object"))) {
    const list = isWhole ? childrenOf(node) : listOf(node);
    return list.map((item) => rawValue(schemas, items, item));
  }
  if (!isObject(node)) {
    const text = node === undefined || node === null ? "" : String(node).trim();
    const own =
      text === "" ? undefined : [...properties.values()].find((one) => xmlPlace(schemas, one.schema) === "text");
    return own ? { [own.name]: text } : text;
  }
  const isText = properties.size === 0 && !types.has("object") && Object.keys(node).every(isMarginal);
  if (isText) return String(node[TEXT] ?? "").trim();
  const named = new Map(
    [...properties.values()].map((property) => {
      const place = xmlPlace(schemas, property.schema);
      const name = xmlName(schemas, property.schema, property.name);
      return [place === "text" ? TEXT : place === "attribute" ? `${ATTRIBUTE}${name}` : name, property] as const;
    }),
  );
  const value: [string, WireValue][] = [];
  for (const [tag, inner] of Object.entries(node)) {
    // Names are what counts: clients mix up attributes and elements, and validators are no wiser.
    const property = named.get(tag) ?? named.get(tag.startsWith(ATTRIBUTE) ? tag.slice(1) : `${ATTRIBUTE}${tag}`);
    if (!property) {
      if (!isMarginal(tag)) value.push([tag, rawValue(schemas, true, inner)]);
      continue;
    }
    if (tag === TEXT && String(inner).trim() === "") continue;
    const isList = schemaShape(schemas, property.schema).types.has("array") && isWrapped(schemas, property.schema);
    value.push([property.name, rawValue(schemas, property.schema, inner, isList)]);
  }
  return Object.fromEntries(value);
}

/** Text between elements, and attributes that no schema asks for. */
function isMarginal(tag: string): boolean {
  return tag === TEXT || tag.startsWith(ATTRIBUTE);
}

/** The elements inside an element. */
function childrenOf(node: unknown): readonly unknown[] {
  if (!isObject(node)) return [];
  return Object.entries(node).flatMap(([tag, inner]) => (isMarginal(tag) ? [] : listOf(inner)));
}

function listOf(node: unknown): readonly unknown[] {
  if (node === undefined || node === "") return [];
  return Array.isArray(node) ? node : [node];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

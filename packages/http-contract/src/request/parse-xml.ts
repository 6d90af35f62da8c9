import { isObject, type JsonSchema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type Problem, ProblemError } from "../model/problem.js";
import { coerceValue } from "../wire/text-values.js";
import { TypedPart, type WireValue } from "../wire/wire-value.js";
import { isWrapped, xmlName, xmlPlace } from "../wire/xml-object.js";

/** The parser needs up to a millisecond for a thousand characters of hostile XML. */
const MOST_CHARACTERS = 128 * 1024;
/** Prefix of attribute names. */
const ATTRIBUTE = "@";
/** The name of the text between elements. */
const TEXT = "#text";
const NIL = `${ATTRIBUTE}nil`;

/**
 * Reads XML with the `xml` objects of its schema: attributes, names and wrapped arrays.
 * @see OpenAPI 3.1, "XML Object"
 * @throws ProblemError 400 for malformed XML and document types, 413 for more than 128 Ki characters
 */
export function parseXml(schemas: SchemaRegistry, schema: JsonSchema, text: string): unknown {
  return coerceValue(schemas, schema, rawValue(schemas, schema, rootOf(text), true));
}

/** Reads XML without a schema. Elements and attributes become properties; several with the same name become a list. */
function rootOf(text: string): unknown {
  // A document type can define entities that grow without end or name files, and no API describes one.
  const declared = text.search(/<!DOCTYPE/i);
  if (declared >= 0) {
    const before = text.slice(0, declared);
    const place = { line: before.split("\n").length, column: declared - before.lastIndexOf("\n") };
    throw malformed("it declares a document type, which is not read", place);
  }
  if (text.length > MOST_CHARACTERS) {
    const message = `is longer than the ${MOST_CHARACTERS} characters of XML that are read`;
    const details = [{ in: "body", path: "", message, hint: "Send it in several requests, or as JSON." }];
    throw new ProblemError({ status: 413, code: "xml-too-large", message: "XML too large", details });
  }
  const checked = XMLValidator.validate(text);
  if (checked !== true) {
    const { msg, line, col } = checked.err;
    throw malformed(msg.replace(/\.$/, ""), { line, ...(Number.isInteger(col) ? { column: col } : {}) });
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: ATTRIBUTE,
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    parseAttributeValue: false,
    removeNSPrefix: true,
    trimValues: false,
    processEntities: true,
    htmlEntities: true,
  });
  try {
    const nodes = Object.entries(parser.parse(text) as Record<string, unknown>).filter(([name]) => name !== TEXT);
    return nodes[0]?.[1];
  } catch (error) {
    // Nested too deeply, or too many entities.
    throw malformed(error instanceof Error ? error.message : String(error), {});
  }
}

function malformed(fault: string, place: { readonly line?: number; readonly column?: number }): ProblemError {
  const { line, column } = place;
  const where = line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  const problem: Problem = {
    status: 400,
    code: "malformed-xml",
    message: "Malformed XML",
    details: [{ in: "body", path: "", message: `${fault}${where}`, ...place }],
  };
  return new ProblemError(problem);
}

/** @param isWhole the element itself is the list, not one of its items */
function rawValue(schemas: SchemaRegistry, schema: JsonSchema, node: unknown, isWhole = false): WireValue {
  if (isObject(node) && node[NIL] === "true") return new TypedPart(null);
  const { types, items, properties } = schemaShape(schemas, schema);
  if (types.has("array") && items !== undefined && (isWhole || Array.isArray(node) || !types.has("object"))) {
    const list = isWhole ? childrenOf(node) : listOf(node);
    return list.map((item) => rawValue(schemas, items, item));
  }
  // A repeated element becomes a list, and its schema rejects it.
  if (Array.isArray(node) && types.size > 0)
    return new TypedPart(node.map((item) => String(isObject(item) ? (item[TEXT] ?? "") : item)));
  if (!isObject(node)) {
    const text = node === undefined || node === null ? "" : String(node).trim();
    const own =
      text === "" ? undefined : [...properties.values()].find((one) => xmlPlace(schemas, one.schema) === "text");
    if (own) return { [own.name]: text };
    return text === "" && types.has("object") && !types.has("string") ? {} : text;
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
    // Compares only names, since clients often confuse attributes and elements, and validators do not notice it.
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

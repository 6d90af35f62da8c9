import { XMLParser, XMLValidator } from "fast-xml-parser";
import { ATTRIBUTE, TEXT } from "./xml-names.js";

/** The outermost element of a text, or what is wrong with it and where: line and column from 1, where that is known. */
export type XmlNodes =
  | { readonly ok: true; readonly root: unknown }
  | { readonly ok: false; readonly message: string; readonly line?: number; readonly column?: number };

/** Reads XML without knowing what it means: elements and attributes as properties, those of one name as a list. */
export function xmlNodes(text: string): XmlNodes {
  // It can define entities that grow without end or name files, and no API describes one.
  const declared = text.search(/<!DOCTYPE/i);
  if (declared >= 0)
    return { ok: false, message: "it declares a document type, which is not read", ...placeOf(text, declared) };
  const checked = XMLValidator.validate(text);
  if (checked !== true) {
    const { msg, line, col } = checked.err;
    return { ok: false, message: msg.replace(/\.$/, ""), line, ...(Number.isInteger(col) ? { column: col } : {}) };
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
    return { ok: true, root: nodes[0]?.[1] };
  } catch (error) {
    // Deeper than anyone nests, or with more entities than anyone writes.
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

import type { Documents } from "../document/documents.js";
import { joinPointer } from "../document/json-pointer.js";

/** OpenAPI 3.1, "Discriminator Object": a mapping value is a schema's name or its URI. */
export function mappingUri(documents: Documents, text: string, from: string): string {
  const base = from.slice(0, Math.max(0, from.indexOf("#")));
  if (/^[\w.-]+$/.test(text)) {
    for (const file of new Set([base, ""])) {
      const uri = joinPointer(`${file}#/components/schemas`, text);
      if (documents.at(uri) !== undefined) return uri;
    }
  }
  if (text.startsWith("#")) return `${base}${text}`;
  if (URL.canParse(text)) return text;
  return URL.canParse(text, base) ? new URL(text, base).href : text;
}

import { parsePointer } from "../document/json-pointer.js";

const SECTIONS = new Set(["schemas", "definitions", "$defs"]);

/** The name of a schema at the top of a named section, at the top of a file of definitions, or alone in a file. */
export function schemaName(uri: string): string | undefined {
  const hash = uri.indexOf("#");
  const file = hash < 0 ? uri : uri.slice(0, hash);
  const tokens = hash < 0 ? [] : parsePointer(uri.slice(hash + 1));
  const last = tokens.at(-1);
  if (last === undefined) return file === "" ? undefined : file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  if (SECTIONS.has(tokens.at(-2) ?? "")) return last;
  return tokens.length === 1 && file !== "" ? last : undefined;
}

import type { SourceFile } from "../document/documents.js";
import { DescriptionError } from "../errors/description-error.js";
import { tooLarge } from "../errors/too-large.js";
import { createPositionFinder, type PositionFinder } from "./positions.js";
import { refuseMany, SHORTEN, type TextFile } from "./read-text.js";
import { findJsonFault, readJsonTree } from "./scan-json.js";

/** In characters. Five times the size of the largest known description. */
const LONGEST = 64 * 2 ** 20;
/** Most values in a text. The largest known description has a tenth of this. */
const MOST_VALUES = { count: 4_000_000, from: 16 * 2 ** 20 };

/** A parsed JSON or YAML text. */
export interface ParsedText {
  readonly format: "json" | "yaml";
  readonly value: unknown;
  /** Parses the text once more. */
  copy(): unknown;
  /**
   * Line and column of the value at a JSON pointer, or of the nearest existing parent. The first call parses the text
   * again.
   */
  readonly positionOf: PositionFinder;
}

/**
 * Parses a text as JSON if it looks like JSON, and otherwise as YAML 1.2 with merge keys. A file named `.json` that
 * looks like JSON must be JSON.
 * @param name path or URL as the user wrote it, for messages
 * @throws DescriptionError `DESCRIPTION_SYNTAX` with line and column; `DESCRIPTION_TOO_LARGE`
 */
export async function parseText(text: string, name: string): Promise<ParsedText> {
  if (text.length > LONGEST) {
    const message = `${name} has more than ${LONGEST / 2 ** 20} million characters.`;
    throw tooLarge({ file: name, pointer: "" }, message, SHORTEN);
  }
  if (!/^\s*[{[]/.test(text)) return await parseAsYaml(text, name);
  if (text.length > MOST_VALUES.from) refuseMany(name, text, [",", "[", "{"], MOST_VALUES.count);
  try {
    const copy = (): unknown => JSON.parse(text);
    return { format: "json", value: copy(), copy, positionOf: createPositionFinder(text, readJsonTree) };
  } catch (cause) {
    if (/\.json$/i.test(name)) throw jsonError(text, name, cause);
    // YAML's flow style looks like JSON, but may contain comments and unquoted words.
    return await parseAsYaml(text, name);
  }
}

/** @throws DescriptionError as `parseText` */
export async function parseDocument({ url, name, text }: TextFile): Promise<SourceFile> {
  return { url, name, text, ...(await parseText(text, name)) };
}

async function parseAsYaml(text: string, name: string): Promise<ParsedText> {
  const { parseYaml, readYamlTree } = await import("./parse-yaml.js");
  const parsed = parseYaml(text, name);
  const copy = (): unknown => parseYaml(parsed.text, name).value;
  return { format: "yaml", value: parsed.value, copy, positionOf: createPositionFinder(parsed.text, readYamlTree) };
}

function jsonError(text: string, name: string, cause: unknown): DescriptionError {
  const fault = findJsonFault(text);
  const reason = fault?.message ?? (cause instanceof Error ? cause.message : String(cause));
  return new DescriptionError(
    "DESCRIPTION_SYNTAX",
    `This is not valid JSON: ${reason}.`,
    { file: name, pointer: "", line: fault?.line, column: fault?.column },
    { hint: "Check for a missing comma, quote or bracket here or just before.", cause },
  );
}

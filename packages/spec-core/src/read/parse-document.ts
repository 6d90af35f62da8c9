import type { SourceFile } from "../document/source-file.js";
import { DescriptionError } from "../errors/description-error.js";
import { createPositionFinder, readJsonTree } from "./positions.js";
import type { TextFile } from "./read-text.js";
import { refuseMany } from "./refuse-many.js";
import { findJsonFault } from "./scan-json.js";
import { textPosition } from "./text-position.js";

/** In characters: five times the largest description that is known. */
const LONGEST = 64 * 2 ** 20;
/** Ten times as many as the largest description has. Shorter texts cannot hold many more. */
const MOST_VALUES = { count: 4_000_000, from: 16 * 2 ** 20 };

/**
 * Turns text into a value: JSON when it looks like JSON, else YAML 1.2. A file named `.json` that looks like JSON must be JSON.
 * @throws DescriptionError `DESCRIPTION_SYNTAX` with line and column; `DESCRIPTION_TOO_LARGE`
 */
export async function parseDocument(file: TextFile): Promise<SourceFile> {
  const { url, name, json } = file;
  if (json.length > LONGEST) {
    throw new DescriptionError(
      "DESCRIPTION_TOO_LARGE",
      `${name} has more than ${LONGEST / 2 ** 20} million characters.`,
      { file: name, pointer: "" },
      { hint: "Cut it into several files, or leave out what is not needed." },
    );
  }
  if (!/^\s*[{[]/.test(json)) return await parseAsYaml(file);
  if (json.length > MOST_VALUES.from) refuseMany(name, json, [",", "[", "{"], MOST_VALUES.count);
  try {
    return {
      url,
      name,
      format: "json",
      text: json,
      value: JSON.parse(json) as unknown,
      copy: () => JSON.parse(json) as unknown,
      positionOf: createPositionFinder(() => file.text, readJsonTree),
    };
  } catch (cause) {
    if (/\.json$/i.test(file.name)) throw jsonError(file, cause);
    // YAML's flow style looks like JSON, but may hold comments and bare words.
    return await parseAsYaml(file);
  }
}

async function parseAsYaml(file: TextFile): Promise<SourceFile> {
  const { parseYaml, readYamlTree } = await import("./parse-yaml.js");
  const { url, name, text } = file;
  const parse = () => parseYaml(text, name);
  const positionOf = createPositionFinder(() => text, readYamlTree);
  return { url, name, format: "yaml", text, value: parse(), copy: parse, positionOf };
}

function jsonError(file: TextFile, cause: unknown): DescriptionError {
  const fault = findJsonFault(file.text);
  const position = fault ? textPosition(file.text, fault.offset) : {};
  const reason = fault?.message ?? (cause instanceof Error ? cause.message : String(cause));
  return new DescriptionError(
    "DESCRIPTION_SYNTAX",
    `This is not valid JSON: ${reason}.`,
    { file: file.name, pointer: "", ...position },
    { hint: "Check for a missing comma, quote or bracket here or just before.", cause },
  );
}

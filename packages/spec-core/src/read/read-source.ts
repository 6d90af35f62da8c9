import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { SourceFile } from "../document/documents.js";
import { recogniseText } from "../document/recognise-format.js";
import { DescriptionError } from "../errors/description-error.js";
import { parseDocument } from "./parse-text.js";
import { readText } from "./read-text.js";

/** The source of a description: a path, a `file:` or `http(s):` URL, a parsed document, or one that was read before. */
export type DescriptionSource = string | URL | ReadDescription | object;

/** The root of a description, read and parsed, for callers that both load and bundle it. */
class ReadDescription {
  readonly file: SourceFile;

  constructor(file: SourceFile) {
    this.file = file;
  }
}

/**
 * Reads and parses the root of a description, to be loaded and bundled without being parsed again.
 * @throws DescriptionError when it cannot be read or parsed
 */
export async function readDescription(source: DescriptionSource): Promise<ReadDescription> {
  return new ReadDescription(await readSource(source));
}

/**
 * Reads and parses the root of a description.
 * @throws DescriptionError when it cannot be read or parsed
 */
export async function readSource(source: DescriptionSource): Promise<SourceFile> {
  if (source instanceof ReadDescription) return source.file;
  if (typeof source === "object" && !(source instanceof URL)) return valueFile(source);
  const text = String(source);
  const path = /^file:\/\//i.test(text) ? filePath(text) : text;
  const url = /^https?:\/\//i.test(text) ? text : pathToFileURL(resolve(path)).href;
  const file = await readText(url, path);
  const foreign = recogniseText(file.text);
  if (foreign === undefined) return await parseDocument(file);
  throw new DescriptionError(
    "DESCRIPTION_NOT_OPENAPI",
    `This is not an OpenAPI description: it looks like ${foreign.name}.`,
    { file: path, pointer: "", line: 1, column: 1 },
    { hint: foreign.hint },
  );
}

/** A document from a program. Its references are relative to the current directory. */
function valueFile(value: object): SourceFile {
  return {
    url: pathToFileURL(resolve("<object>")).href,
    name: "<object>",
    format: "object",
    text: undefined,
    value,
    copy: () => structuredClone(value),
    positionOf: () => undefined,
  };
}

function filePath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    throw new DescriptionError(
      "DESCRIPTION_NOT_FOUND",
      `${url} names no file on this machine.`,
      { file: url, pointer: "" },
      { hint: "Write it as file:///path/to/file, or give the plain path.", cause },
    );
  }
}

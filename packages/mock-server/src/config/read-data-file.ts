import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { DescriptionError, type ParsedText, parseText } from "@onespec/spec-core";
import { shownPath } from "../modules/shown-path.js";

/**
 * Reads a JSON or YAML file. The file name's ending decides the format.
 * @param problem creates the error from a sentence with the name of the file and, if known, the line
 */
export async function readDataFile(file: string, problem: (reason: string, cause: unknown) => Error): Promise<unknown> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const isAbsent = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw problem(
      isAbsent ? `There is no file ${shownPath(file)}.` : `${shownPath(file)} cannot be read: ${messageOf(cause)}.`,
      cause,
    );
  });
  return (await parseTextFile(bytes, shownPath(file), problem)).value;
}

/** Parses the text of a JSON or YAML file. @param name for messages */
export async function parseTextFile(
  bytes: Buffer,
  name: string,
  problem: (reason: string, cause: unknown) => Error,
): Promise<ParsedText> {
  if (!isUtf8(bytes)) throw problem(`${name} is not UTF-8 text.`, undefined);
  try {
    return await parseText(bytes.toString().replace(/^\uFEFF/, ""), name);
  } catch (error) {
    if (!(error instanceof DescriptionError)) throw error;
    const { line, column } = error.location;
    throw problem(line === undefined ? error.message : `${name}:${line}:${column}: ${error.message}`, error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { readFile } from "node:fs/promises";
import { shownPath } from "../modules/shown-path.js";

/**
 * The value of a JSON or YAML file, by its ending.
 * @param problem makes the error of a sentence that names the file, and where it is known the line
 */
export async function readDataFile(file: string, problem: (reason: string, cause: unknown) => Error): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    const isAbsent = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    throw problem(
      isAbsent ? `There is no file ${shownPath(file)}.` : `${shownPath(file)} cannot be read: ${messageOf(cause)}.`,
      cause,
    );
  });
  const { parseDocument, LineCounter } = await import("yaml");
  const lines = new LineCounter();
  // JSON is YAML, and this parser knows the line.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw problem(`${shownPath(file)}:${line}:${col}: ${error.message}`, error);
  }
  return document.toJS();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FrameworkError } from "../../errors/framework-error.js";

/** What the last import made actions of, `GET /books` a line: small, so that a start can compare without reading the description. */
export const OPERATIONS_PATH = ".framework/operations.json";

export function formatOperations(operations: readonly { readonly method: string; readonly path: string }[]): string {
  const lines = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return `${JSON.stringify(lines, null, 1)}\n`;
}

/** @returns `undefined` when nothing was imported @throws FrameworkError APP_FILE_BROKEN */
export async function readOperations(appFolder: string): Promise<readonly string[] | undefined> {
  let text: string;
  try {
    text = await readFile(join(appFolder, OPERATIONS_PATH), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
    throw new SyntaxError("it is no list of texts");
  } catch (cause) {
    throw new FrameworkError("APP_FILE_BROKEN", `${OPERATIONS_PATH} is not what the last import wrote.`, {
      hint: "Import the description again: framework spec:import <description>",
      cause,
    });
  }
}

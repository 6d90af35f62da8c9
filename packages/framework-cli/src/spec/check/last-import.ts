import { join } from "node:path";
import { type ApiDescription, loadDescription } from "@onespec/spec-core";
import { CONTRACT_PATH } from "../../change/manifest.js";
import { FrameworkError } from "../../errors/framework-error.js";
import { readIfPresent } from "../../files/read-if-present.js";

/** The operations of the last import, such as `GET /books`. Small, so that a start can compare without reading the description. */
export const OPERATIONS_PATH = ".framework/operations.json";

export function formatOperations(operations: readonly { readonly method: string; readonly path: string }[]): string {
  const lines = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  return `${JSON.stringify(lines, null, 1)}\n`;
}

/** @returns `undefined` when nothing was imported @throws FrameworkError APP_FILE_BROKEN */
export function readOperations(appFolder: string): readonly string[] | undefined {
  const text = readIfPresent(join(appFolder, OPERATIONS_PATH));
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
    throw new SyntaxError("it is no list of texts");
  } catch (cause) {
    throw new FrameworkError("APP_FILE_BROKEN", `${OPERATIONS_PATH} is not a file that the last import wrote.`, {
      hint: "Import the description again: framework spec:import <description>",
      cause,
    });
  }
}

/** @returns `undefined` when nothing was imported yet @throws FrameworkError APP_FILE_BROKEN */
export async function readContract(appFolder: string): Promise<ApiDescription | undefined> {
  const text = readIfPresent(join(appFolder, CONTRACT_PATH));
  if (text === undefined) return undefined;
  try {
    return await loadDescription(JSON.parse(text));
  } catch (cause) {
    throw new FrameworkError("APP_FILE_BROKEN", `${CONTRACT_PATH} is not a file that the last import wrote.`, {
      hint: "Restore it from version control. Without it, edited files cannot be merged with the description's changes.",
      cause,
    });
  }
}

import { readFileSync } from "node:fs";

/** The text of a file. `undefined` if it does not exist. */
export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** True for the error of a file or folder that does not exist. */
export function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

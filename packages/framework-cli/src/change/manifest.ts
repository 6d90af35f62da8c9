import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";

/** What generators wrote into an application: kept in its repository, so that everybody's generators know what is still untouched. */
export interface Manifest {
  /** By path, relative to the application's folder, with `/`. */
  readonly files: Readonly<Record<string, GeneratedFile>>;
}

export interface GeneratedFile {
  /** SHA-256 of the text as it was written. */
  readonly hash: string;
  /** What asked for it: `controller users/list`, `model User`, `resource Book`, `spec api.yaml`. */
  readonly origin: string;
}

export const MANIFEST_PATH = ".framework/manifest.json";

const EMPTY_MANIFEST: Manifest = { files: {} };

/** The manifest of an application; an empty one when it has none. @throws FrameworkError APP_FILE_BROKEN */
export async function readManifest(appFolder: string): Promise<Manifest> {
  let text: string;
  try {
    text = await readFile(join(appFolder, MANIFEST_PATH), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return EMPTY_MANIFEST;
    throw error;
  }
  return parseManifest(text);
}

export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken(cause);
  }
  if (!isRecord(value) || !isRecord(value.files)) throw broken();
  const files: Record<string, GeneratedFile> = {};
  for (const [path, entry] of Object.entries(value.files)) {
    if (!isRecord(entry) || typeof entry.hash !== "string" || typeof entry.origin !== "string") throw broken();
    files[path] = { hash: entry.hash, origin: entry.origin };
  }
  return { files };
}

/** One line a file, sorted, so that branches merge. */
export function formatManifest({ files }: Manifest): string {
  const lines = Object.keys(files)
    .sort()
    .map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(files[path])}`);
  return lines.length === 0 ? '{ "files": {} }\n' : `{ "files": {\n${lines.join(",\n")}\n} }\n`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function broken(cause?: unknown): FrameworkError {
  return new FrameworkError("APP_FILE_BROKEN", `${MANIFEST_PATH} is not what the generators wrote.`, {
    hint: `Restore it from version control. Without it, generated files count as yours and are never changed.`,
    cause,
  });
}

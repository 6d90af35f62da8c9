import { createHash } from "node:crypto";
import { join } from "node:path";
import { isObject } from "@onespec/spec-core";
import { FrameworkError } from "../errors/framework-error.js";
import { readIfPresent } from "../files/read-if-present.js";

/** The files that generators wrote. Committed with the application, so that every developer's generators recognise unedited files. */
export interface Manifest {
  /** By path, relative to the application's folder, with `/`. */
  readonly files: Readonly<Record<string, GeneratedFile>>;
  /** The text that it was read from. */
  readonly text?: string;
}

export interface GeneratedFile {
  /** SHA-256 of the generated text. */
  readonly hash: string;
  /** The generator call: `controller users/list`, `model User`, `resource Book`, `spec api.yaml`. */
  readonly origin: string;
  /** The model whose fields the file repeats. When the model changes, the file becomes stale. */
  readonly model?: string;
  /** SHA-256 of the text in `<path>.new`, while its conflict with manual edits is open. */
  readonly offered?: string;
}

export const MANIFEST_PATH = ".framework/manifest.json";

/** The description of the last import as one document. Separates changes of the description from edits by hand. */
export const CONTRACT_PATH = ".framework/contract.json";

const EMPTY_MANIFEST: Manifest = { files: {} };

/** The manifest of an application; an empty one when it has none. @throws FrameworkError APP_FILE_BROKEN */
export function readManifest(appFolder: string): Manifest {
  const text = readIfPresent(join(appFolder, MANIFEST_PATH));
  return text === undefined ? EMPTY_MANIFEST : { ...parseManifest(text), text };
}

export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw broken(cause);
  }
  if (!isObject(value) || !isObject(value.files)) throw broken();
  const files: Record<string, GeneratedFile> = {};
  for (const [path, entry] of Object.entries(value.files)) {
    if (!isObject(entry) || typeof entry.hash !== "string" || typeof entry.origin !== "string") throw broken();
    const { hash, origin, model, offered } = entry;
    files[path] = {
      hash,
      origin,
      ...(typeof model === "string" && { model }),
      ...(typeof offered === "string" && { offered }),
    };
  }
  return { files };
}

/** One line for each file, sorted, so that branches can be merged. */
export function formatManifest({ files }: Manifest): string {
  const lines = Object.keys(files)
    .sort()
    .map((path) => `  ${JSON.stringify(path)}: ${JSON.stringify(files[path])}`);
  return lines.length === 0 ? '{ "files": {} }\n' : `{ "files": {\n${lines.join(",\n")}\n} }\n`;
}

function broken(cause?: unknown): FrameworkError {
  return new FrameworkError("APP_FILE_BROKEN", `${MANIFEST_PATH} is not a file that the generators wrote.`, {
    hint: `Restore it from version control. Without it, generated files count as yours and are never changed.`,
    cause,
  });
}

/** SHA-256 of a file's text for the manifest. */
export function contentHash(content: string): string {
  return createHash("sha256").update(content).digest("hex");
}

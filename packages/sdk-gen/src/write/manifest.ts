import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { ApiSurface } from "../surface/api-surface.js";

/** What a run leaves behind for the next one: `onespec.manifest.json`. */
export interface Manifest {
  readonly generator: string;
  readonly version: string;
  readonly description: { readonly title: string; readonly version: string };
  /** SHA-256 of each file as it was written, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** Names given, by what they stand for. */
  readonly names: Readonly<Record<string, string>>;
  readonly surface: ApiSurface;
}

export const MANIFEST = "onespec.manifest.json";

/** JSON with a line for each file, name and item, so that version control shows what changed. */
export function emitManifest(manifest: Manifest): string {
  const sections = Object.entries(manifest).map(([key, value]) => {
    if (typeof value !== "object") return `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const lines = Object.entries(value).map(([name, item]) => `  ${JSON.stringify(name)}: ${JSON.stringify(item)}`);
    return `${JSON.stringify(key)}: {${lines.length > 0 ? `\n${lines.join(",\n")}\n ` : ""}}`;
  });
  return `{\n ${sections.join(",\n ")}\n}\n`;
}

/** @throws SdkGenError MANIFEST_UNREADABLE */
export function parseManifest(text: string, file: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw unreadable(file, cause);
  }
  if (
    typeof value !== "object" ||
    value === null ||
    !("files" in value) ||
    typeof value.files !== "object" ||
    !("names" in value) ||
    !("surface" in value)
  )
    throw unreadable(file, undefined);
  return value as Manifest;
}

function unreadable(file: string, cause: unknown): SdkGenError {
  return new SdkGenError("MANIFEST_UNREADABLE", `${file} is not a manifest that this generator wrote.`, {
    hint: "Restore it from version control, or give --force to write the client anew.",
    cause,
  });
}

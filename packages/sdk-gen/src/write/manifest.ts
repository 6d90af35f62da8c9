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

export function emitManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
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

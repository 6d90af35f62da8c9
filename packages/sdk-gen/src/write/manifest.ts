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

/** JSON with a line for each file, name and item, so that version control shows what changed. @param surface as `sectionText` gives it */
export function emitManifest(facts: Omit<Manifest, "surface">, surface: string): string {
  const sections = [
    ...Object.entries(facts).map(([key, value]) => `${JSON.stringify(key)}: ${sectionText(value)}`),
    `"surface": ${surface}`,
  ];
  return `{\n ${sections.join(",\n ")}\n}\n`;
}

/** One of its sections: an object gets a line for each member. */
export function sectionText(section: string | object): string {
  if (typeof section === "string") return JSON.stringify(section);
  const lines = Object.entries(section).map(([name, item]) => `  ${JSON.stringify(name)}: ${JSON.stringify(item)}`);
  return `{${lines.length > 0 ? `\n${lines.join(",\n")}\n ` : ""}}`;
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

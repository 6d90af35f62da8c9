import { isIdentifier } from "../emit/escape.js";
import { SdkGenError } from "../errors/sdk-gen-error.js";
import type { ApiSurface } from "../surface/api-surface.js";
import { isVersion } from "../surface/next-version.js";

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

/** JSON with a line for each file, name and item, so that version control shows what changed. @param surface as `membersText` gives it */
export function emitManifest(facts: Omit<Manifest, "surface">, surface: string): string {
  const sections = [
    ...Object.entries(facts).map(([key, value]) => `${JSON.stringify(key)}: ${sectionText(value)}`),
    `"surface": ${surface}`,
  ];
  return `{\n ${sections.join(",\n ")}\n}\n`;
}

/** One of its sections: an object gets a line for each member. */
function sectionText(section: string | object): string {
  if (typeof section === "string") return JSON.stringify(section);
  return membersText(Object.entries(section));
}

/** An object of these members, a line for each. */
export function membersText(members: readonly (readonly [string, unknown])[]): string {
  const lines = members.map(([name, item]) => `  ${JSON.stringify(name)}: ${JSON.stringify(item)}`);
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
  if (!isManifest(value)) throw unreadable(file, undefined);
  return value;
}

/** All of it: files that it lists may be removed, and names that it gives become file names and code. */
function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value)) return false;
  const { version, files, names, surface } = value;
  return (
    typeof version === "string" &&
    isVersion(version) &&
    isRecord(files) &&
    Object.entries(files).every(([path, sum]) => isInside(path) && typeof sum === "string") &&
    isRecord(names) &&
    Object.values(names).every((name) => typeof name === "string" && isIdentifier(name) && name.length < 200) &&
    new Set(Object.values(names).map((name) => String(name).toLowerCase())).size === Object.keys(names).length &&
    isRecord(surface) &&
    Object.values(surface).every(isSurfaceItem)
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSurfaceItem(item: unknown): boolean {
  return (
    isRecord(item) &&
    typeof item.kind === "string" &&
    typeof item.text === "string" &&
    typeof item.required === "boolean"
  );
}

/** A file below the output folder, on whatever system. */
function isInside(path: string): boolean {
  return /^[\w.$-]+(\/[\w.$-]+)*$/.test(path) && !path.split("/").some((name) => /^\.{1,2}$/.test(name));
}

function unreadable(file: string, cause: unknown): SdkGenError {
  return new SdkGenError("MANIFEST_UNREADABLE", `${file} is not a manifest that this generator wrote.`, {
    hint: "Restore it from version control, or give --force to write the client anew.",
    cause,
  });
}

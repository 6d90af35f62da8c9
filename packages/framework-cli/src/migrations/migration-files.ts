import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentHash } from "../change/manifest.js";

export interface MigrationFile {
  /** `20260131123000-create-books`. */
  readonly name: string;
  /** Relative to the application's folder. */
  readonly path: string;
  /** SHA-256 of its text with normalized line ends. */
  readonly checksum: string;
}

const EXTENSION = /(?<!\.d)\.(js|mjs|cjs|ts|mts|cts)$/;

/** The migrations of an application, in the order in which they run. */
export function readMigrationFiles(appFolder: string): readonly MigrationFile[] {
  const folder = join(appFolder, "migrations");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => EXTENSION.test(name))
    .sort()
    .map((name) => ({
      name: name.replace(EXTENSION, ""),
      path: `migrations/${name}`,
      checksum: checksumOf(readFileSync(join(folder, name), "utf8")),
    }));
}

/** SHA-256 of a text with normalized line ends. */
export function checksumOf(text: string): string {
  return contentHash(text.replaceAll(/\r\n?/g, "\n"));
}

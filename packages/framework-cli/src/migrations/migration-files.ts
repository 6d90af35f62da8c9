import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

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

function checksumOf(text: string): string {
  return createHash("sha256").update(text.replaceAll(/\r\n?/g, "\n")).digest("hex");
}

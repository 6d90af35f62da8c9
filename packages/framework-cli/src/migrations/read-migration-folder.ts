import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { mergeSnapshots } from "./diff/merge-snapshots.js";
import { parseSnapshot, type Snapshot } from "./tables/snapshot.js";

export interface MigrationFile {
  /** `20260131123000-create-books`. */
  readonly name: string;
  /** Relative to the application's folder. */
  readonly path: string;
  /** Of its text, SHA-256; line ends do not count. */
  readonly checksum: string;
}

export interface MigrationFolder {
  /** In the order in which they run. */
  readonly files: readonly MigrationFile[];
  /** The snapshot that they lead to. */
  readonly snapshot: Snapshot;
}

const EXTENSION = /(?<!\.d)\.(js|mjs|cjs|ts|mts|cts)$/;

/** @throws FrameworkError APP_FILE_BROKEN for a snapshot that cannot be read */
export function readMigrationFolder(appFolder: string): MigrationFolder {
  return { files: readMigrationFiles(appFolder), snapshot: mergeSnapshots(readSnapshots(appFolder)) };
}

export function readMigrationFiles(appFolder: string): readonly MigrationFile[] {
  return list(join(appFolder, "migrations"))
    .filter((name) => EXTENSION.test(name))
    .map((name) => ({
      name: name.replace(EXTENSION, ""),
      path: `migrations/${name}`,
      checksum: checksumOf(readFileSync(join(appFolder, "migrations", name), "utf8")),
    }));
}

function readSnapshots(appFolder: string): Snapshot[] {
  const folder = "migrations/snapshots";
  return list(join(appFolder, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => parseSnapshot(readFileSync(join(appFolder, folder, name), "utf8"), `${folder}/${name}`));
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text.replaceAll(/\r\n?/g, "\n")).digest("hex");
}

function list(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

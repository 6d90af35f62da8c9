import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { listAppFiles } from "../app/app-files.js";
import { findAppFolder } from "../app/find-app-folder.js";
import { FrameworkError } from "../errors/framework-error.js";
import { readMigrationFiles } from "../migrations/read-migration-folder.js";
import { countText } from "./count-text.js";

/** What `framework` says by itself, above the list of commands: where one stands, and what to do next. */
export function overview(cwd: string): string {
  const folder = appFolderOf(cwd);
  if (folder === undefined) return "Not in an application. Make one: framework new shop\n";
  const count = (below: string) => listAppFiles(folder, below).length;
  const counts = [
    countText(count("api/controllers"), "action"),
    countText(count("api/models"), "model"),
    countText(count("api/services"), "service"),
    countText(count("api/policies"), "policy", "policies"),
    countText(readMigrationFiles(folder).length, "migration"),
  ];
  return `${nameOf(folder)}: ${counts.join(", ")}. What is missing: framework doctor\n`;
}

function appFolderOf(cwd: string): string | undefined {
  try {
    return findAppFolder(cwd);
  } catch (error) {
    if (error instanceof FrameworkError) return undefined;
    throw error;
  }
}

function nameOf(folder: string): string {
  const file = join(folder, "package.json");
  try {
    const { name } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    if (typeof name === "string") return name;
  } catch {
    // A broken package.json is for doctor to tell.
  }
  return basename(folder);
}

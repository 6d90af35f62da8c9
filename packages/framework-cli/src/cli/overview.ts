import { FrameworkError } from "../errors/framework-error.js";
import { findAppFolder, listAppFiles, packageName } from "../files/app-files.js";
import { readMigrationFiles } from "../migrations/migration-files.js";
import { countText } from "../text/phrases.js";

/** The text that `framework` prints above its list of commands: the current application and the next step. */
export function overview(cwd: string): string {
  const folder = appFolderOf(cwd);
  if (folder === undefined) return "Not in an application. Create one: framework new shop\n";
  const count = (below: string) => listAppFiles(folder, below).length;
  const counts = [
    countText(count("api/controllers"), "action"),
    countText(count("api/models"), "model"),
    countText(count("api/services"), "service"),
    countText(count("api/policies"), "policy", "policies"),
    countText(readMigrationFiles(folder).length, "migration"),
  ];
  return `${packageName(folder)}: ${counts.join(", ")}. Check it with: framework doctor\n`;
}

function appFolderOf(cwd: string): string | undefined {
  try {
    return findAppFolder(cwd);
  } catch (error) {
    if (error instanceof FrameworkError) return undefined;
    throw error;
  }
}

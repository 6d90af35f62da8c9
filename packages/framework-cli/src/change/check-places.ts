import { lstatSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import type { FileChange } from "./plan-changes.js";

/**
 * Checks that no plan writes outside the application.
 * @throws FrameworkError NAME_INVALID for a path that leads out of the folder (also through a symbolic link)
 */
export function checkPlaces(changes: readonly Pick<FileChange, "path">[], root: string): void {
  const realRoot = realpathSync(root);
  const inside = new Set(["."]);
  const checkFolder = (folder: string): void => {
    if (inside.has(folder)) return;
    checkFolder(dirname(folder));
    if (exists(join(root, folder)) && !isWithin(realRoot, join(root, folder))) throw outside(folder);
    inside.add(folder);
  };
  for (const { path } of changes) {
    const isPlain = path.split("/").every((part) => !["", ".", ".."].includes(part));
    if (!isPlain || isAbsolute(path) || /[\\\0]/.test(path)) throw outside(path);
    checkFolder(dirname(path));
  }
}

/** False also for a link to nowhere. */
function isWithin(realRoot: string, path: string): boolean {
  try {
    const fromRoot = relative(realRoot, realpathSync(path));
    return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
  } catch {
    return false;
  }
}

export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false;
    throw error;
  }
}

function outside(path: string): FrameworkError {
  return new FrameworkError("NAME_INVALID", `${path} is outside the application's folder.`, {
    hint: "Nothing was written.",
  });
}

import { lstatSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import { systemReason } from "../errors/message-of.js";
import type { FileChange } from "./plan-changes.js";

/**
 * Carries out planned changes in the folder `root`, which must exist: all, or none when anything fails. Texts are written to a
 * folder of their own first and then moved into place; what they replace is kept until the last one is there.
 *
 * One file after the other, without promises: tens of thousands of files then need one handle and a third of the time.
 *
 * @throws FrameworkError NAME_INVALID for a path that leads out of the folder (also through a symbolic link), FILE_EXISTS for a
 * `create` where something is, FILE_UNWRITABLE
 */
export async function applyChanges(changes: readonly FileChange[], root: string): Promise<void> {
  if (changes.length === 0) return;
  checkPlaces(changes, root);
  const undo: (() => void)[] = [];
  let staging: string | undefined;
  try {
    const stage = mkdtempSync(join(root, ".framework-"));
    staging = stage;
    for (const [at, change] of changes.entries()) {
      if (change.kind !== "delete") writeFileSync(join(stage, `new-${at}`), change.content);
    }
    for (const [at, { kind, path }] of changes.entries()) {
      const target = join(root, path);
      if (exists(target)) {
        const kept = join(stage, `old-${at}`);
        renameSync(target, kept);
        undo.push(() => renameSync(kept, target));
      }
      if (kind === "delete") continue;
      const made = mkdirSync(dirname(target), { recursive: true });
      if (made !== undefined) undo.push(() => rmSync(made, { recursive: true }));
      renameSync(join(stage, `new-${at}`), target);
      undo.push(() => rmSync(target));
    }
  } catch (cause) {
    for (const step of undo.reverse()) attempt(step);
    throw unwritable(root, cause);
  } finally {
    const stage = staging;
    if (stage !== undefined) attempt(() => rmSync(stage, { recursive: true, force: true }));
  }
  for (const { kind, path } of changes) if (kind === "delete") removeEmptyFolders(path, root);
}

/** No plan may reach outside the application, whatever it was made from. */
function checkPlaces(changes: readonly FileChange[], root: string): void {
  const realRoot = realpathSync(root);
  const inside = new Set(["."]);
  const checkFolder = (folder: string): void => {
    if (inside.has(folder)) return;
    checkFolder(dirname(folder));
    if (exists(join(root, folder)) && !isWithin(realRoot, join(root, folder))) throw outside(folder);
    inside.add(folder);
  };
  for (const { kind, path } of changes) {
    const isPlain = path.split("/").every((part) => !["", ".", ".."].includes(part));
    if (!isPlain || isAbsolute(path) || /[\\\0]/.test(path)) throw outside(path);
    checkFolder(dirname(path));
    if (kind !== "create" || !exists(join(root, path))) continue;
    throw new FrameworkError("FILE_EXISTS", `${path} already exists.`, {
      hint: "Nothing was written. Choose another name, or use --force to replace it.",
    });
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

function removeEmptyFolders(path: string, root: string): void {
  const parents = path.split("/").slice(0, -1);
  // Folders of the template (`api/controllers`, `tests`) stay.
  for (; parents.length > 2; parents.pop()) {
    if (!attempt(() => rmdirSync(join(root, ...parents)))) return;
  }
}

function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function exists(path: string): boolean {
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

function unwritable(root: string, cause: unknown): FrameworkError {
  return new FrameworkError("FILE_UNWRITABLE", `Cannot write to ${root}: ${systemReason(cause)}.`, {
    hint: "Nothing was changed. Free some space or make the folder writable, then run it again.",
    cause,
  });
}

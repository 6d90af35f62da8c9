import { lstatSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import type { FileChange } from "./file-change.js";

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
  const present = checkPlaces(changes, root);
  const made = new Set<string>();
  const undo: (() => void)[] = [];
  let staging: string | undefined;
  try {
    staging = mkdtempSync(join(root, ".framework-"));
    for (const [at, change] of changes.entries()) {
      if (change.kind !== "delete") writeFileSync(join(staging, `new-${at}`), change.content);
    }
    for (const [at, change] of changes.entries()) {
      const target = join(root, change.path);
      const folder = dirname(change.path);
      if (change.kind !== "delete" && !present.has(folder)) makeFolders(root, folder, made, undo);
      if (present.has(folder) && exists(target)) {
        const kept = join(staging, `old-${at}`);
        renameSync(target, kept);
        undo.push(() => renameSync(kept, target));
      }
      if (change.kind !== "delete") {
        renameSync(join(staging, `new-${at}`), target);
        undo.push(() => rmSync(target));
      }
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

/**
 * No plan may reach outside the application, whatever it was made from.
 *
 * @returns the folders of the changes that are there
 */
function checkPlaces(changes: readonly FileChange[], root: string): ReadonlySet<string> {
  const present = new Set<string>();
  const absent = new Set<string>();
  for (const { kind, path } of changes) {
    const parts = path.split("/");
    if (
      path === "" ||
      isAbsolute(path) ||
      /[\\\0]/.test(path) ||
      parts.some((part) => ["", ".", ".."].includes(part))
    ) {
      throw outside(path);
    }
    const folder = dirname(path);
    if (!present.has(folder) && !absent.has(folder)) (isPresent(folder, path, root) ? present : absent).add(folder);
    if (kind === "create" && present.has(folder) && exists(join(root, path))) {
      throw new FrameworkError("FILE_EXISTS", `${path} is already there.`, {
        hint: "Nothing was written. Give another name, or --force to replace it.",
      });
    }
  }
  return present;
}

/** Is the folder there? As far as it is, it must be inside the application. */
function isPresent(folder: string, path: string, root: string): boolean {
  let isThere = true;
  let place = root;
  for (const part of folder.split("/")) {
    const next = join(place, part);
    isThere = exists(next);
    if (!isThere) break;
    place = next;
  }
  const fromRoot = relative(realpathSync(root), realpathSync(place));
  if (fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot)) throw outside(path);
  return isThere;
}
/** One level at a time, so that only folders made here are taken away again. */
function makeFolders(root: string, folder: string, made: Set<string>, undo: (() => void)[]): void {
  if (made.has(folder)) return;
  made.add(folder);
  const path = join(root, folder);
  if (exists(path)) return;
  makeFolders(root, dirname(folder), made, undo);
  mkdirSync(path);
  undo.push(() => rmdirSync(path));
}

function removeEmptyFolders(path: string, root: string): void {
  const parents = path.split("/").slice(0, -1);
  // What the template has at the top (`api/controllers`, `tests`) stays.
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
  return new FrameworkError("NAME_INVALID", `${path} leads out of the application's folder.`, {
    hint: "Nothing was written.",
  });
}

function unwritable(root: string, cause: unknown): FrameworkError {
  const reason = cause instanceof Error ? cause.message.split(",", 1)[0] : String(cause);
  return new FrameworkError("FILE_UNWRITABLE", `Cannot write to ${root}: ${reason}.`, {
    hint: "Nothing was changed. Make room, or the folder writable, and run it again.",
    cause,
  });
}

import { lstatSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import type { FileChange } from "./plan-changes.js";

/**
 * Carries out planned changes in the folder `root`, which must exist: all, or none when anything fails. Texts are written to a
 * folder of their own first and then moved into place, folders that are new as a whole; what they replace is kept until the last
 * one is there.
 *
 * One file after the other, without promises: tens of thousands of files then need one handle and a third of the time.
 *
 * @throws FrameworkError NAME_INVALID for a path that leads out of the folder (also through a symbolic link), FILE_EXISTS for a
 * `create` where something is, FILE_UNWRITABLE
 */
export async function applyChanges(changes: readonly FileChange[], root: string): Promise<void> {
  if (changes.length === 0) return;
  const places = new Places(root);
  for (const change of changes) checkPlace(change, places);
  const undo: (() => void)[] = [];
  let staging: string | undefined;
  try {
    staging = mkdtempSync(join(root, ".framework-"));
    const tree = join(staging, "tree");
    writeTexts(changes, tree);
    const moved = new Set<string>();
    for (const [at, { kind, path }] of changes.entries()) {
      const made = kind === "delete" ? undefined : places.newFolder(dirname(path));
      const moving = made ?? path;
      if (kind !== "delete" && moved.has(moving)) continue;
      const target = join(root, moving);
      if (made === undefined && exists(target)) {
        const kept = join(staging, `old-${at}`);
        renameSync(target, kept);
        undo.push(() => renameSync(kept, target));
      }
      if (kind === "delete") continue;
      const staged = join(tree, moving);
      renameSync(staged, target);
      undo.push(() => renameSync(target, staged));
      moved.add(moving);
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

function writeTexts(changes: readonly FileChange[], tree: string): void {
  const made = new Set<string>();
  for (const change of changes) {
    if (change.kind === "delete") continue;
    const folder = dirname(change.path);
    if (!made.has(folder)) mkdirSync(join(tree, folder), { recursive: true });
    made.add(folder);
    writeFileSync(join(tree, change.path), change.content);
  }
}

/** No plan may reach outside the application, whatever it was made from. */
function checkPlace({ kind, path }: FileChange, places: Places): void {
  const parts = path.split("/");
  if (path === "" || isAbsolute(path) || /[\\\0]/.test(path) || parts.some((part) => ["", ".", ".."].includes(part))) {
    throw outside(path);
  }
  if (places.newFolder(dirname(path)) === undefined && kind === "create" && exists(join(places.root, path))) {
    throw new FrameworkError("FILE_EXISTS", `${path} already exists.`, {
      hint: "Nothing was written. Choose another name, or use --force to replace it.",
    });
  }
}

/** The folders of an application, each looked at once. */
class Places {
  readonly root: string;
  readonly #realRoot: string;
  readonly #newFolders: Map<string, string | undefined> = new Map([[".", undefined]]);

  constructor(root: string) {
    this.root = root;
    this.#realRoot = realpathSync(root);
  }

  /**
   * The outermost folder that has to be made for this one to be there; `undefined` where it is.
   *
   * @throws FrameworkError NAME_INVALID when what is there lies outside the application
   */
  newFolder(folder: string): string | undefined {
    if (!this.#newFolders.has(folder)) this.#newFolders.set(folder, this.#look(folder));
    return this.#newFolders.get(folder);
  }

  #look(folder: string): string | undefined {
    const above = this.newFolder(dirname(folder));
    if (above !== undefined) return above;
    const path = join(this.root, folder);
    if (!exists(path)) return folder;
    const real = realPath(path);
    const fromRoot = real === undefined ? ".." : relative(this.#realRoot, real);
    if (fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot)) throw outside(folder);
    return undefined;
  }
}

/** @returns `undefined` for a link to nowhere */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
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
  const reason = cause instanceof Error ? cause.message.split(",", 1)[0] : String(cause);
  return new FrameworkError("FILE_UNWRITABLE", `Cannot write to ${root}: ${reason}.`, {
    hint: "Nothing was changed. Free some space or make the folder writable, then run it again.",
    cause,
  });
}

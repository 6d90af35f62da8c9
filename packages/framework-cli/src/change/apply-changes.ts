import { lstat, mkdir, mkdtemp, realpath, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import type { FileChange } from "./file-change.js";

/**
 * Carries out planned changes in the folder `root`, which must exist: all, or none when anything fails. Texts are written to a
 * folder of their own first and then moved into place; what they replace is kept until the last one is there.
 *
 * @throws FrameworkError NAME_INVALID for a path that leads out of the folder (also through a symbolic link), FILE_EXISTS for a
 * `create` where something is, FILE_UNWRITABLE
 */
export async function applyChanges(changes: readonly FileChange[], root: string): Promise<void> {
  if (changes.length === 0) return;
  for (const change of changes) await checkPlace(change, root);
  const undo: (() => Promise<unknown>)[] = [];
  let staging: string | undefined;
  try {
    staging = await mkdtemp(join(root, ".framework-"));
    const stage = staging;
    await Promise.all(
      changes.map((change, at) =>
        change.kind === "delete" ? undefined : writeFile(join(stage, `new-${at}`), change.content),
      ),
    );
    for (const [at, change] of changes.entries()) {
      const target = join(root, change.path);
      if (change.kind !== "delete") await makeFolders(dirname(target), undo);
      if (await exists(target)) {
        const kept = join(stage, `old-${at}`);
        await rename(target, kept);
        undo.unshift(() => rename(kept, target));
      }
      if (change.kind !== "delete") {
        await rename(join(stage, `new-${at}`), target);
        undo.unshift(() => rm(target));
      }
    }
  } catch (cause) {
    for (const step of undo) await step().catch(() => undefined);
    throw unwritable(root, cause);
  } finally {
    if (staging !== undefined) await rm(staging, { recursive: true, force: true }).catch(() => undefined);
  }
  for (const { kind, path } of changes) if (kind === "delete") await removeEmptyFolders(path, root);
}

/** No plan may reach outside the application, whatever it was made from. */
async function checkPlace({ kind, path }: FileChange, root: string): Promise<void> {
  const parts = path.split("/");
  if (path === "" || isAbsolute(path) || /[\\\0]/.test(path) || parts.some((part) => ["", ".", ".."].includes(part))) {
    throw outside(path);
  }
  let folder = root;
  for (const part of parts.slice(0, -1)) {
    const next = join(folder, part);
    if (!(await exists(next))) break;
    folder = next;
  }
  const fromRoot = relative(await realpath(root), await realpath(folder));
  if (fromRoot === ".." || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot)) throw outside(path);
  if (kind === "create" && (await exists(join(root, path)))) {
    throw new FrameworkError("FILE_EXISTS", `${path} is already there.`, {
      hint: "Nothing was written. Give another name, or --force to replace it.",
    });
  }
}

/** One level at a time, so that only folders made here are taken away again. */
async function makeFolders(folder: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  if (await exists(folder)) return;
  await makeFolders(dirname(folder), undo);
  await mkdir(folder);
  undo.unshift(() => rmdir(folder));
}

async function removeEmptyFolders(path: string, root: string): Promise<void> {
  const parents = path.split("/").slice(0, -1);
  // What the template has at the top (`api/controllers`, `tests`) stays.
  for (; parents.length > 2; parents.pop()) {
    const isGone = await rmdir(join(root, ...parents)).then(
      () => true,
      () => false,
    );
    if (!isGone) return;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return false;
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

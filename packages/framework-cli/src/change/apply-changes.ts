import { mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { FrameworkError } from "../errors/framework-error.js";
import { systemReason } from "../errors/message-of.js";
import { readIfPresent } from "../files/read-if-present.js";
import { checkPlaces, exists } from "./check-places.js";
import { MANIFEST_PATH } from "./manifest.js";
import type { FileChange } from "./plan-changes.js";
import { removeJournal, STAGE_PREFIX, writeJournal } from "./undo-interrupted.js";

/**
 * Carries out planned changes in the folder `root`, which must exist. If anything fails, nothing is changed. New texts
 * are first written to a temporary folder and then moved into place. Replaced files are kept until the last one is
 * there. If the process is killed, a journal shows the next command what to restore. Works on one file at a time
 * without promises: tens of thousands of files then need only one handle and a third of the time.
 * @throws FrameworkError NAME_INVALID for a path that leads out of the folder (also through a symbolic link),
 * FILE_EXISTS if a file to create exists, FILE_CHANGED if another process changed a file since the plan read it,
 * FILE_UNWRITABLE
 */
export async function applyChanges(changes: readonly FileChange[], root: string): Promise<void> {
  if (changes.length === 0) return;
  checkPlaces(changes, root);
  const undo: (() => void)[] = [];
  let staging: string | undefined;
  try {
    const stage = openStage(root);
    staging = stage;
    writeJournal(stage, root, changes);
    for (const [at, change] of changes.entries()) {
      if (change.kind !== "delete") writeFileSync(join(stage, `new-${at}`), change.content);
    }
    for (const [at, change] of changes.entries()) {
      const { kind, path } = change;
      const target = join(root, path);
      checkUnchanged(change, target);
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
    removeJournal(stage);
  } catch (cause) {
    for (const step of undo.reverse()) attempt(step);
    throw cause instanceof FrameworkError ? cause : unwritable(root, cause);
  } finally {
    const stage = staging;
    if (stage !== undefined) attempt(() => rmSync(stage, { recursive: true, force: true }));
  }
  for (const { kind, path } of changes) if (kind === "delete") removeEmptyFolders(path, root);
}

/**
 * Creates the folder for the changes. It can be created only once, so no other command changes files while it exists.
 */
function openStage(root: string): string {
  const stage = join(root, `${STAGE_PREFIX}changes`);
  try {
    mkdirSync(stage);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    throw new FrameworkError("FILE_CHANGED", "Another command is changing files of the application.", {
      hint: `Nothing was changed. Run it again. If no other command runs, one was killed: put the files of ${stage} back, then delete it.`,
      cause,
    });
  }
  return stage;
}

function checkUnchanged(change: FileChange, target: string): void {
  const { kind, path } = change;
  if (kind === "delete") return;
  if (kind === "create" && path !== MANIFEST_PATH && exists(target)) {
    throw new FrameworkError("FILE_EXISTS", `${path} already exists.`, {
      hint: "Nothing was written. Choose another name, or use --force to replace it.",
    });
  }
  const planned = kind === "create" ? undefined : change.replaces;
  if ((kind === "update" && planned === undefined) || readIfPresent(target) === planned) return;
  throw new FrameworkError("FILE_CHANGED", `Another command changed ${path} meanwhile.`, {
    hint: "Nothing was changed. Run it again.",
  });
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

function unwritable(root: string, cause: unknown): FrameworkError {
  return new FrameworkError("FILE_UNWRITABLE", `Cannot write to ${root}: ${systemReason(cause)}.`, {
    hint: "Nothing was changed. Free some space or make the folder writable, then run it again.",
    cause,
  });
}

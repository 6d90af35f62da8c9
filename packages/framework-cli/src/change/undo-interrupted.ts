import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProcess, type ProcessIdentity, readOwnIdentity } from "@onespec/command-line";
import { FrameworkError } from "../errors/framework-error.js";
import { systemReason } from "../errors/message-of.js";
import { readIfPresent } from "../files/read-if-present.js";
import { checkPlaces, exists } from "./check-places.js";
import { contentHash } from "./manifest.js";
import type { FileChange } from "./plan-changes.js";

/** Folders in which new files wait, and replaced ones until the last new one is in place. */
export const STAGE_PREFIX = ".framework-";
const JOURNAL = "changes.json";
/**
 * A folder without a readable journal has moved no files, but it may belong to a running process. It is removed after
 * this time, in milliseconds.
 */
const UNCLAIMED_MS = 60_000;

interface Journal extends ProcessIdentity {
  readonly changes: readonly IntendedChange[];
}

interface IntendedChange {
  readonly path: string;
  /** SHA-256 of the new text; absent for a deletion. */
  readonly hash?: string;
  readonly replaces: boolean;
}

/** Records the changes that a process is going to make, before it moves any file. */
export function writeJournal(stage: string, root: string, changes: readonly FileChange[]): void {
  const intended = changes.map((change): IntendedChange => {
    const replaces = exists(join(root, change.path));
    return { path: change.path, replaces, ...(change.kind !== "delete" && { hash: contentHash(change.content) }) };
  });
  writeFileSync(join(stage, JOURNAL), JSON.stringify({ ...readOwnIdentity(), changes: intended }));
}

/** After this, the changes are final. */
export function removeJournal(stage: string): void {
  rmSync(join(stage, JOURNAL), { force: true });
}

/**
 * Restores the files that a generator had changed when it was killed. If a file was edited since, it stays, and the
 * file that it replaced is saved next to it as `<path>.old`.
 * @returns the paths of the files that were restored or removed
 * @throws FrameworkError FILE_UNWRITABLE
 */
export function undoInterrupted(root: string): readonly string[] {
  const stages = readdirSync(root).filter((name) => name.startsWith(STAGE_PREFIX));
  try {
    return stages.flatMap((name) => undoStage(join(root, name), root));
  } catch (cause) {
    const message = `Cannot undo the changes of a generator that was killed: ${systemReason(cause)}.`;
    throw new FrameworkError("FILE_UNWRITABLE", message, {
      hint: `Make ${root} writable, then run it again. ${stages.join(", ")} holds the replaced files.`,
      cause,
    });
  }
}

function undoStage(stage: string, root: string): readonly string[] {
  const journal = readJournal(stage, root);
  const isLeft =
    journal === undefined
      ? Date.now() - statSync(stage).mtimeMs > UNCLAIMED_MS
      : findProcess(journal, readOwnIdentity()) === "gone";
  if (!isLeft) return [];
  const undone: string[] = [];
  for (const [at, { path, hash, replaces }] of [...(journal?.changes ?? []).entries()].reverse()) {
    const target = join(root, path);
    const kept = join(stage, `old-${at}`);
    const text = readIfPresent(target);
    const isOurs = text === undefined || contentHash(text) === hash;
    if (exists(kept)) renameSync(kept, isOurs ? target : `${target}.old`);
    else if (!replaces && text !== undefined && isOurs) rmSync(target);
    else continue;
    undone.unshift(path);
  }
  removeJournal(stage);
  rmSync(stage, { recursive: true, force: true });
  return undone;
}

/** Undefined also for paths that lead out of the application, because our generators never write those. */
function readJournal(stage: string, root: string): Journal | undefined {
  try {
    const journal: Journal = JSON.parse(readIfPresent(join(stage, JOURNAL)) ?? "");
    checkPlaces(journal.changes, root);
    return journal;
  } catch {
    return undefined;
  }
}

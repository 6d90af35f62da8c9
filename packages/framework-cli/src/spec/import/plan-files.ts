import { merge } from "node-diff3";
import {
  contentHash,
  formatManifest,
  type GeneratedFile,
  MANIFEST_PATH,
  type Manifest,
} from "../../change/manifest.js";
import type { FileChange, PresentFiles } from "../../change/plan-changes.js";

/** The origin of imported files in the manifest. */
export const SPEC_ORIGIN = "spec";

/** The changes of the application's files when its description is imported. */
export interface FilePlan {
  readonly changes: readonly FileChange[];
  /** Edited by hand; the description's changes were merged in. */
  readonly merged: readonly string[];
  /** Edited by hand, and the description changes the same lines: what would be generated lies beside it, as `<path>.new`. */
  readonly conflicts: readonly string[];
  /** There, and not made by an import: left alone. */
  readonly inTheWay: readonly string[];
  /** No longer in the description, but edited by hand: left alone. */
  readonly orphans: readonly string[];
  /** Generated before and deleted by hand: not made again. */
  readonly deleted: readonly string[];
}

export interface FileRequest {
  readonly generated: ReadonlyMap<string, string>;
  /** The files that the previous description generated. */
  readonly base: ReadonlyMap<string, string>;
  readonly present: PresentFiles;
  readonly manifest: Manifest;
  /** Write over edited files and over those in the way. */
  readonly force: boolean;
}

/** Compares what the description generates with what is there. Nothing that was edited is lost. */
export function planFiles({ generated, base, present, manifest, force }: FileRequest): FilePlan {
  const changes: FileChange[] = [];
  const plan = {
    merged: [] as string[],
    conflicts: [] as string[],
    inTheWay: [] as string[],
    orphans: [] as string[],
    deleted: [] as string[],
  };
  const files: Record<string, GeneratedFile> = { ...manifest.files };

  for (const [path, content] of generated) {
    const there = present.get(path);
    const entry = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
    const write = (text: string): void => {
      if (text !== there) changes.push({ kind: there === undefined ? "create" : "update", path, content: text });
    };
    if (there === undefined && entry?.origin === SPEC_ORIGIN && !force) {
      plan.deleted.push(path);
      continue;
    }
    if (there === undefined || there === content || force || entry?.hash === contentHash(there)) {
      write(content);
    } else if (entry === undefined) {
      plan.inTheWay.push(path);
      continue;
    } else {
      const before = base.get(path);
      const isKnown = before !== undefined && contentHash(before) === entry.hash;
      if (isKnown && before !== content) {
        const merged = mergeText(there, before, content);
        if (merged === undefined) {
          plan.conflicts.push(path);
          changes.push({ kind: present.has(`${path}.new`) ? "update" : "create", path: `${path}.new`, content });
        } else {
          write(merged);
          plan.merged.push(path);
        }
      } else if (!isKnown && contentHash(content) !== entry.hash) {
        plan.conflicts.push(path);
        changes.push({ kind: present.has(`${path}.new`) ? "update" : "create", path: `${path}.new`, content });
      }
    }
    files[path] = { hash: contentHash(content), origin: SPEC_ORIGIN };
  }

  for (const [path, entry] of Object.entries(manifest.files)) {
    if (entry.origin !== SPEC_ORIGIN || generated.has(path)) continue;
    const there = present.get(path);
    const isTouched = there !== undefined && contentHash(there) !== entry.hash;
    if (isTouched && !force) plan.orphans.push(path);
    else if (there !== undefined) changes.push({ kind: "delete", path });
    delete files[path];
  }

  const text = formatManifest({ files });
  const now = present.get(MANIFEST_PATH);
  if (text !== now) changes.push({ kind: now === undefined ? "create" : "update", path: MANIFEST_PATH, content: text });
  return { changes, ...plan };
}

/**
 * A file that was edited by hand and generated again: both changes, where they do not touch the same lines.
 *
 * @param base what was generated before
 * @returns `undefined` when they do touch
 */
function mergeText(edited: string, base: string, generated: string): string | undefined {
  const { conflict, result } = merge(linesOf(edited), linesOf(base), linesOf(generated), {
    excludeFalseConflicts: true,
  });
  return conflict ? undefined : result.join("\n");
}

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n", "\n").split("\n");
}

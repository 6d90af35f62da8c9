import { isDeepStrictEqual } from "node:util";
import { diff3Merge } from "node-diff3";
import { brokenByMerge } from "./broken-merge.js";
import { contentHash, type GeneratedFile, type Manifest } from "./manifest.js";
import { changeTo, type FileChange, type PresentFiles, withManifest } from "./plan-changes.js";

/** The changes of an application's files when their source is generated again. */
export interface FilePlan {
  readonly changes: readonly FileChange[];
  /** Edited by hand; the source's changes were merged in. */
  readonly merged: readonly string[];
  /**
   * Files that were edited by hand, and whose source changes the same lines or adds the same key. The generated text is
   * in `<path>.new`.
   */
  readonly conflicts: readonly string[];
  /** The places of a conflict, by path. */
  readonly places: ReadonlyMap<string, readonly ConflictPlace[]>;
  /**
   * The changes to make instead if there are conflicts and the source must be followed completely: only the `.new`
   * files and a note in the manifest. If the user has deleted a `.new` file, its conflict is resolved, and the user's
   * lines stay.
   */
  readonly heldBack: readonly FileChange[];
  /** Files that exist and were not generated. They are left alone. */
  readonly inTheWay: readonly string[];
  /** Files that are no longer generated but were edited by hand. They are left alone. */
  readonly orphans: readonly string[];
  /** Files that were generated earlier and that the user has deleted. They are not created again. */
  readonly deleted: readonly string[];
}

/** A place that both sides changed. */
export type ConflictPlace =
  | {
      /** Line in the edited file, from 1. */
      readonly line: number;
      readonly edited: readonly string[];
      readonly generated: readonly string[];
    }
  | { /** A key that both sides added. */ readonly repeated: string };

export interface FileRequest {
  readonly generated: ReadonlyMap<string, string>;
  /** The files that the previous source generated. */
  readonly base: ReadonlyMap<string, string>;
  readonly present: PresentFiles;
  readonly manifest: Manifest;
  /**
   * The origin in the manifest. All its files are given, and others are removed. Absent: only files in the manifest are
   * given.
   */
  readonly origin?: string;
  /** Overwrite edited files and files that are in the way. */
  readonly force: boolean;
}

/** Compares generated files with the existing ones. Keeps every manual edit. */
export function mergeFiles({ generated, base, present, manifest, origin, force }: FileRequest): FilePlan {
  const changes: FileChange[] = [];
  const offers: FileChange[] = [];
  const plan = {
    merged: [] as string[],
    conflicts: [] as string[],
    places: new Map<string, readonly ConflictPlace[]>(),
    inTheWay: [] as string[],
    orphans: [] as string[],
    deleted: [] as string[],
  };
  const files: Record<string, GeneratedFile> = { ...manifest.files };
  const offered: Record<string, GeneratedFile> = { ...manifest.files };
  const isOurs = (entry: GeneratedFile): boolean => origin === undefined || entry.origin === origin;

  for (const [path, content] of generated) {
    const there = present.get(path);
    const entry = Object.hasOwn(manifest.files, path) ? manifest.files[path] : undefined;
    const write = (text: string): void => void changes.push(...changeTo(path, text, present));
    if (there === undefined && entry !== undefined && isOurs(entry) && !force) {
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
      const hash = contentHash(content);
      const isDecided = entry.offered === hash && !present.has(`${path}.new`);
      const isChanged = isKnown ? before !== content : hash !== entry.hash;
      const merged = isKnown && isChanged ? mergeText(path, there, before, content, isDecided) : undefined;
      if (merged?.text !== undefined) {
        write(merged.text);
        if (merged.text !== there) plan.merged.push(path);
      } else if (isChanged && !isDecided) {
        plan.conflicts.push(path);
        plan.places.set(path, merged?.places ?? []);
        offers.push({ kind: present.has(`${path}.new`) ? "update" : "create", path: `${path}.new`, content });
        offered[path] = { ...entry, offered: hash };
      }
    }
    const offer = present.get(`${path}.new`);
    const isStale = offer !== undefined && contentHash(offer) === entry?.offered && !plan.conflicts.includes(path);
    if (isStale) changes.push({ kind: "delete", path: `${path}.new` });
    const { offered: _, ...known } = entry ?? {};
    files[path] = { ...known, hash: contentHash(content), origin: origin ?? entry?.origin ?? "" };
  }

  for (const [path, entry] of Object.entries(manifest.files)) {
    if (entry.origin !== origin || generated.has(path)) continue;
    const there = present.get(path);
    const isTouched = there !== undefined && contentHash(there) !== entry.hash;
    if (isTouched && !force) plan.orphans.push(path);
    else if (there !== undefined) changes.push({ kind: "delete", path });
    delete files[path];
  }

  const news = offers.filter((offer) => offer.kind === "delete" || present.get(offer.path) !== offer.content);
  return {
    changes: withManifest([...changes, ...offers], present, { files }),
    heldBack: withManifest(news, present, { files: offered }),
    ...plan,
  };
}

/**
 * Merges the edits and the generated changes of a file, if they do not touch the same lines.
 * @param base the previously generated text
 * @param isDecided the user's lines win if both changed them
 * @returns no text if both touch the same lines, or if the merged text is not valid source, for example because of a
 * duplicate key
 */
function mergeText(path: string, edited: string, base: string, generated: string, isDecided: boolean): Merged {
  const regions = diff3Merge(linesOf(edited), linesOf(base), linesOf(generated), { excludeFalseConflicts: true }).map(
    ({ ok, conflict }) => ({ ok: ok ?? (conflict && withInserted(conflict)), conflict }),
  );
  const places = regions.flatMap(({ ok, conflict }): ConflictPlace[] =>
    ok !== undefined || conflict === undefined
      ? []
      : [{ line: conflict.aIndex + 1, edited: conflict.a, generated: conflict.b }],
  );
  if (places.length > 0 && !isDecided) return { text: undefined, places };
  const merged = regions.flatMap(({ ok, conflict }) => ok ?? conflict?.a ?? []).join("\n");
  const repeated = brokenByMerge(path, merged, [edited, generated]);
  return repeated === undefined
    ? { text: merged, places }
    : { text: undefined, places: repeated.map((name) => ({ repeated: name })) };
}

/** Combines both changes if one side only adds lines before or after the lines that the other side changed. */
function withInserted({ a, o, b }: Record<"a" | "o" | "b", readonly string[]>): string[] | undefined {
  if (o.length === 0) return undefined;
  return insertedInto(a, o, b) ?? insertedInto(b, o, a);
}

function insertedInto(
  changed: readonly string[],
  before: readonly string[],
  added: readonly string[],
): string[] | undefined {
  const count = added.length - before.length;
  const endsWith = (all: readonly string[]): boolean => isDeepStrictEqual(all.slice(-before.length), before);
  const startsWith = (all: readonly string[]): boolean => isDeepStrictEqual(all.slice(0, before.length), before);
  if (count <= 0 || endsWith(changed) || startsWith(changed)) return undefined;
  if (endsWith(added)) return [...added.slice(0, count), ...changed];
  return startsWith(added) ? [...changed, ...added.slice(before.length)] : undefined;
}

interface Merged {
  readonly text: string | undefined;
  readonly places: readonly ConflictPlace[];
}

function linesOf(text: string): string[] {
  return text.replaceAll("\r\n", "\n").split("\n");
}

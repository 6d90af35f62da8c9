import { contentHash, formatManifest, MANIFEST_PATH, type Manifest } from "./manifest.js";

/** A file that a generator wants to write. */
export interface WantedFile {
  readonly path: string;
  readonly content: string;
  /**
   * `ours`: may be replaced if it was generated and not edited. `missing`: only written if absent. Default: must not
   * exist.
   */
  readonly over?: "ours" | "missing";
  /** The origin in the manifest, if it differs from the running generator's. */
  readonly origin?: string;
  /** The model whose fields the file repeats, see `planSchemaSync`. */
  readonly model?: string;
}

/** Contents of files that are there, by path. */
export type PresentFiles = ReadonlyMap<string, string>;

export interface PlannedChanges {
  readonly changes: readonly FileChange[];
  /** Existing files that prevent a change. `changes` already has what would replace them. */
  readonly conflicts: readonly { readonly path: string; readonly isEdited: boolean }[];
  /** Once the changes are done. */
  readonly manifest: Manifest;
}

/**
 * Compares wanted files with the existing ones. If a file is in the way, the caller decides whether to stop or to
 * overwrite it.
 */
export function planChanges(
  wanted: readonly WantedFile[],
  present: PresentFiles,
  manifest: Manifest,
  origin: string,
): PlannedChanges {
  const changes: FileChange[] = [];
  const conflicts: PlannedChanges["conflicts"][number][] = [];
  const files = { ...manifest.files };
  for (const { path, content, over, origin: own, model } of wanted) {
    const there = present.get(path);
    const entry = Object.hasOwn(files, path) ? files[path] : undefined;
    const isEdited = there !== undefined && entry?.hash !== contentHash(there);
    if (there !== undefined && (over === "missing" || (over === "ours" && isEdited))) continue;
    if (there !== undefined && there !== content && over === undefined) conflicts.push({ path, isEdited });
    changes.push(...changeTo(path, content, present));
    files[path] = {
      hash: contentHash(content),
      origin: over === "ours" && entry !== undefined ? entry.origin : (own ?? origin),
      ...(model !== undefined && { model }),
    };
  }
  return { changes: withManifest(changes, present, { files }), conflicts, manifest: { files } };
}

/** Plans the deletion of all files that one generator wrote. Edited ones are conflicts. */
export function planRemoval(origin: string, present: PresentFiles, manifest: Manifest): PlannedChanges {
  const ours = Object.entries(manifest.files).filter(([, entry]) => entry.origin === origin);
  const there = ours.filter(([path]) => present.has(path));
  const files = Object.fromEntries(Object.entries(manifest.files).filter(([, entry]) => entry.origin !== origin));
  return {
    changes: withManifest(
      there.map(([path]): FileChange => ({ kind: "delete", path })),
      present,
      { files },
    ),
    conflicts: there
      .filter(([path, entry]) => entry.hash !== contentHash(present.get(path) ?? ""))
      .map(([path]) => ({ path, isEdited: true })),
    manifest: { files },
  };
}

/** The changes. If the manifest differs, its change is included. */
export function withManifest(
  changes: readonly FileChange[],
  present: PresentFiles,
  manifest: Manifest,
): readonly FileChange[] {
  return [...changes, ...changeTo(MANIFEST_PATH, formatManifest(manifest), present)];
}

/** The change that writes a file's text. Empty if the file already has it. */
export function changeTo(path: string, content: string, present: PresentFiles): readonly FileChange[] {
  const there = present.get(path);
  if (there === content) return [];
  return [there === undefined ? { kind: "create", path, content } : { kind: "update", path, content, replaces: there }];
}

/** One intended change of an application's file. Plans are pure; only `applyChanges` writes. */
export type FileChange =
  | {
      readonly kind: "create" | "update";
      /** Relative to the application's folder, with `/`. Never leads out of it. */
      readonly path: string;
      readonly content: string;
      /** The text that the plan read; another one now is not overwritten. */
      readonly replaces?: string;
    }
  | { readonly kind: "delete"; readonly path: string };

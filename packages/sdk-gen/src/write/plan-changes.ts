import { hash as digest } from "node:crypto";
import type { GeneratedFile } from "../emit/emit-sdk.js";
import type { Manifest } from "./manifest.js";

/** The relevant files of the output folder: content by path. */
export type PresentFiles = ReadonlyMap<string, string>;

export interface PlannedChanges {
  readonly write: readonly GeneratedFile[];
  readonly remove: readonly string[];
  readonly kept: number;
  /** Generated files that were edited by hand and that the run would overwrite or remove. */
  readonly edited: readonly string[];
  /** Files of the user at paths of generated files. */
  readonly foreign: readonly string[];
}

/** Compares the wanted files with the present ones. Changes and removes only files that the manifest lists. */
export function planChanges(
  files: readonly GeneratedFile[],
  present: PresentFiles,
  manifest: Manifest | undefined,
): PlannedChanges {
  const wanted = new Map(files.map(({ path, content }) => [path, content]));
  const ours = manifest?.files ?? {};
  const isEdited = (path: string): boolean => {
    const content = present.get(path);
    return content !== undefined && Object.hasOwn(ours, path) && ours[path] !== hash(content);
  };
  const write = files.filter(({ path, content }) => present.get(path) !== content);
  const remove = Object.keys(ours).filter((path) => !wanted.has(path) && present.has(path));
  return {
    write,
    remove,
    kept: files.length - write.length,
    edited: [...write.map(({ path }) => path), ...remove].filter(isEdited).sort(),
    foreign: write
      .map(({ path }) => path)
      .filter((path) => present.has(path) && !Object.hasOwn(ours, path))
      .sort(),
  };
}

export function hash(content: string): string {
  return digest("sha256", content);
}

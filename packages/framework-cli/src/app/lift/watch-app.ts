import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Top-level folders without application code. */
const IGNORED = new Set(["node_modules", "data", "tests", "test", "coverage", "dist", "logs", "tmp"]);
const CODE = /\.(?:[cm]?[jt]s|json|ya?ml)$|^\.env(?:\.|$)/;
/** Editors write a file in several steps, and people save several files. */
const SETTLE_MS = 100;

/**
 * Calls back when files of an application have changed. It watches each folder separately: recursive watching in Node
 * 20 on Linux misses files that an editor replaces.
 */
export function watchApp(appFolder: string, onChange: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const watchFolder = (folder: string): void => {
    if (!watchers.has(folder)) {
      const watcher = watch(folder, (event, file) => {
        const known = watchers.size;
        // A folder may be new, and files may have been added to it before it was watched.
        if (event === "rename") watchFolder(folder);
        if (file !== null && !CODE.test(file) && watchers.size === known) return;
        clearTimeout(timer);
        timer = setTimeout(onChange, SETTLE_MS);
      });
      watcher.on("error", () => forget(folder));
      watchers.set(folder, watcher);
    }
    for (const inner of foldersOf(folder, folder === appFolder)) watchFolder(inner);
  };
  const forget = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  watchFolder(appFolder);
  return {
    close() {
      clearTimeout(timer);
      for (const folder of [...watchers.keys()]) forget(folder);
    },
  };
}

function foldersOf(folder: string, isTop: boolean): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules")
      .filter(({ name }) => !isTop || !IGNORED.has(name))
      .map(({ name }) => join(folder, name));
  } catch {
    // The folder is already gone.
    return [];
  }
}

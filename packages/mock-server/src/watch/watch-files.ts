import { createHash } from "node:crypto";
import { type FSWatcher, watch } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";

export interface FileWatch {
  /** Watches these files and folders instead. */
  follow(paths: Watched): Promise<void>;
  close(): void;
}

export interface Watched {
  readonly files: readonly string[];
  /** All files directly inside are watched. */
  readonly folders: readonly string[];
}

/** Time without a further change before a change counts, in milliseconds. Editors write a file in several steps. */
const QUIET_MS = 60;

/**
 * Watches files for changed content. It watches their folders, because editors replace files.
 * @param changed gets absolute paths; called again only after its promise has settled
 */
export function watchFiles(changed: (paths: readonly string[]) => Promise<void>): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  const hashes = new Map<string, string>();
  const pending = new Set<string>();
  let files = new Set<string>();
  let folders = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  const touch = (path: string): void => {
    if (!files.has(path) && !folders.has(dirname(path))) return;
    pending.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(flush);
    }, QUIET_MS);
  };
  const flush = async (): Promise<void> => {
    const paths = [...pending];
    pending.clear();
    const different: string[] = [];
    for (const path of paths) {
      const hash = await hashOf(path);
      if (hashes.get(path) === hash) continue;
      hashes.set(path, hash);
      different.push(path);
    }
    if (different.length > 0) await changed(different);
  };

  return {
    async follow(paths) {
      files = new Set(paths.files.map((path) => resolve(path)));
      folders = new Set(paths.folders.map((path) => resolve(path)));
      const wanted = new Set([...[...files].map((path) => dirname(path)), ...folders]);
      for (const [folder, watcher] of watchers) {
        if (wanted.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of wanted) {
        if (watchers.has(folder)) continue;
        const watcher = watch(folder, (_event, name) => name && touch(resolve(folder, name)));
        // If the folder is deleted, the watcher ends and the last version stays in use.
        watcher.on("error", () => watcher.close());
        watchers.set(folder, watcher);
      }
      for (const path of files) if (!hashes.has(path)) hashes.set(path, await hashOf(path));
    },
    close() {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}

async function hashOf(path: string): Promise<string> {
  const content = await readFile(path).catch(() => undefined);
  return content === undefined ? "absent" : createHash("sha1").update(content).digest("base64");
}

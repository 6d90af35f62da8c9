import { type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Folders whose changes are not the application's code. */
const IGNORED = new Set(["node_modules", "data", "tests", "test", "coverage", "dist", "logs", "tmp"]);
const CODE = /(?:\.[cm]?[jt]s|\.json|\.ya?ml|(?:^|\/)\.env(?:\..*)?)$/;
/** Editors write a file in several steps, and people save several files. */
const SETTLE_MS = 100;

/** Calls back when files of an application have changed. */
export function watchApp(folder: string, onChange: () => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  const changed = (file: string | null): void => {
    if (file !== null && !CODE.test(file.replaceAll("\\", "/"))) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, SETTLE_MS);
  };
  const watchers: FSWatcher[] = [watch(folder, (_event, file) => changed(file))];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name.startsWith(".") || IGNORED.has(entry.name)) continue;
    watchers.push(watch(join(folder, entry.name), { recursive: true }, (_event, file) => changed(file)));
  }
  return {
    close() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

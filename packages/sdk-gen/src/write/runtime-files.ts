import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { GeneratedFile } from "../emit/emit-sdk.js";

/** The runtime as it was compiled with this package, to be copied into `utils/` word for word. */
export async function readRuntime(): Promise<GeneratedFile[]> {
  const folder = fileURLToPath(new URL("../runtime/", import.meta.url));
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(js|d\.ts)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => ({
      path: `utils/${relative(folder, path).split(sep).join("/")}`,
      content: await readFile(path, "utf8"),
    })),
  );
  return files.sort((left, right) => (left.path < right.path ? -1 : 1));
}

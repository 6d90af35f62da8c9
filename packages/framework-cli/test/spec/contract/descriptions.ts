import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const bookshop: string = fileURLToPath(new URL("../../../../../examples/bookshop/api.yaml", import.meta.url));

export interface Listed {
  readonly file: string;
  readonly operations: number;
  readonly crudPairs: number;
}

/** The descriptions of `CORPUS_DIR`, the smallest first; none where it is not set. */
export function corpus(): readonly Listed[] {
  const folder = process.env.CORPUS_DIR;
  if (folder === undefined) return [];
  const { items }: { readonly items: readonly Listed[] } = JSON.parse(
    readFileSync(join(folder, "manifest.json"), "utf8"),
  );
  return items
    .map((item) => ({ ...item, file: join(folder, item.file) }))
    .toSorted((a, b) => a.operations - b.operations);
}

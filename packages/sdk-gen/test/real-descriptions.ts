import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The running example of this repository. */
export const BOOKSHOP = fileURLToPath(new URL("../../../examples/bookshop/api.yaml", import.meta.url));

const EXAMPLES = fileURLToPath(new URL("../node_modules/@readme/oas-examples/", import.meta.url));

/** Descriptions that are always there: the bookshop and a few from npm, of every version that there is. */
export const SMALL: readonly string[] = [
  BOOKSHOP,
  ...["2.0/json/petstore.json", "3.0/json/star-trek.json", "3.1/json/train-travel.json"].map((path) =>
    join(EXAMPLES, path),
  ),
];

/** Descriptions of the folder that `CORPUS_DIR` names; its `manifest.json` lists the entry files. */
export const CORPUS: readonly string[] = corpus(process.env.CORPUS_DIR);

function corpus(folder: string | undefined): string[] {
  if (folder === undefined) return [];
  const { items } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as { items: { file: string }[] };
  return items.map(({ file }) => join(folder, file)).filter((path) => existsSync(path));
}

import { detectVersion } from "./document/detect-version.js";
import { hoistFiles } from "./document/hoist-files.js";
import { tooDeep, withinStack } from "./errors/too-large.js";
import type { JsonObject } from "./json/is-object.js";
import { isDeeperThan } from "./json/json-value.js";
import { type LoadOptions, linkRoot } from "./read/link-root.js";
import { type DescriptionSource, readSource } from "./read/read-source.js";

/**
 * Returns the description as one JSON document. Parts of other files are moved into it, and all references become local
 * pointers. Loading it gives the same result as loading the files.
 * @throws DescriptionError if the root cannot be read. A part that cannot be read stays a reference to its original
 * place.
 */
export async function bundleDescription(source: DescriptionSource, options: LoadOptions = {}): Promise<JsonObject> {
  const file = await readSource(source);
  return withinStack(file.name, async () => {
    const { root: original } = detectVersion(file);
    const { root, others } = await linkRoot(file, original, options);
    if (others.size > 0) hoistFiles(root, others);
    if (isDeeperThan(root, DEEPEST)) throw tooDeep(file.name);
    return root;
  });
}

/** Levels of values inside each other. */
const DEEPEST = 2_000;

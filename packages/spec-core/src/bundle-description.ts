import { detectVersion } from "./document/detect-version.js";
import { hoistFiles } from "./document/hoist-files.js";
import { tooDeep, withinStack } from "./errors/too-large.js";
import type { JsonObject } from "./json/is-object.js";
import { isDeeperThan } from "./json/json-value.js";
import { type LoadOptions, linkRoot } from "./read/link-root.js";
import { type DescriptionSource, readSource } from "./read/read-source.js";

/**
 * The document of a description as one value that stands alone: parts of other files are moved into it, references are
 * pointers into itself. Loading it gives what loading the files gives.
 * @throws DescriptionError when the root cannot be read; parts that cannot be read stay references to where they should be
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

import { type ApiDescription, bundleDescription } from "@onespec/spec-core";
import { jsonTextInSlices } from "../response/json-text-in-slices.js";
import { textOfThread } from "../threads/text-of-thread.js";

/**
 * A description as one document, as JSON. What it names in other files is of use only within it; those files were allowed when it was
 * loaded. To put many together takes up to a second in one piece, which a thread of its own does.
 */
export async function descriptionText({ document, files, source }: ApiDescription): Promise<string> {
  if (files.length <= 1) return jsonTextInSlices(document);
  const thread = new URL("./description-thread.js", import.meta.url);
  const text = typeof source === "string" ? await textOfThread(thread, source) : undefined;
  return text ?? jsonTextInSlices(await bundleDescription(source, { allowRefs: true }));
}

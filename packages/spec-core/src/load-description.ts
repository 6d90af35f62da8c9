import type { ApiDescription } from "./description/api-description.js";
import { buildDescription } from "./description/build-description.js";
import { createDocuments } from "./document/create-documents.js";
import { detectVersion, requirePaths } from "./document/detect-version.js";
import { linkFiles } from "./document/link-files.js";
import { scanReferences } from "./document/scan-references.js";
import type { DescriptionError } from "./errors/description-error.js";
import { createReferenceReader } from "./read/read-referenced.js";
import { type DescriptionSource, readSource } from "./read/read-source.js";

export interface LoadOptions {
  /** Follow references to `http(s)` addresses. Off by default: a description should not make its reader call servers. */
  readonly allowRemoteRefs?: boolean;
}

/**
 * Loads an OpenAPI description (3.0, 3.1, 3.2; Swagger 2.0 is converted) from a path, a URL or a parsed document.
 * Problems that leave the rest usable are in `diagnostics`.
 * @throws DescriptionError when nothing can be made of it
 */
export async function loadDescription(source: DescriptionSource, options: LoadOptions = {}): Promise<ApiDescription> {
  const file = await readSource(source);
  const { root, version } = detectVersion(file);
  requirePaths(file, root, version);
  const scan = scanReferences(file);
  const linked = scan.needsLinking
    ? await linkFiles(file.url, root, createReferenceReader(file, options))
    : NOTHING_LINKED;
  const documents = createDocuments({
    root,
    rootFile: file,
    dialect: version.line === "3.0" ? "3.0" : "3.1",
    others: linked.others,
  });
  return buildDescription({
    documents,
    version,
    source: file.name,
    original: () => root,
    references: scan.needsLinking ? linked.texts : scan.texts,
    failures: linked.failures,
  });
}

const NOTHING_LINKED = { others: new Map(), failures: new Map<string, DescriptionError>(), texts: new Set<string>() };

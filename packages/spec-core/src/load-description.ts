import type { ApiDescription } from "./description/api-description.js";
import { buildDescription } from "./description/build-description.js";
import type { Diagnostic } from "./diagnostic.js";
import { createDocuments } from "./document/create-documents.js";
import { detectVersion, requirePaths } from "./document/detect-version.js";
import type { Documents } from "./document/documents.js";
import { joinPointer } from "./document/json-pointer.js";
import { linkFiles } from "./document/link-files.js";
import { scanReferences } from "./document/scan-references.js";
import type { SourceFile } from "./document/source-file.js";
import { type LostPath, originIn20, upgradeFrom20 } from "./document/upgrade-from-2-0.js";
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
  const { root: original, version } = detectVersion(file);
  requirePaths(file, original, version);
  const is20 = version.line === "2.0";
  const { root, lost } = is20 ? await upgradeFrom20(file, original) : { root: original, lost: [] };
  const scan = scanReferences({ ...file, value: root, ...(is20 ? { format: "object" } : {}) });
  const linked = scan.needsLinking
    ? await linkFiles(file.url, root, createReferenceReader(file, options))
    : { ...NOTHING_LINKED, texts: scan.texts };
  const documents = createDocuments({
    root,
    rootFile: file,
    dialect: version.line === "3.1" || version.line === "3.2" ? "3.1" : "3.0",
    others: linked.others,
    ...(is20 ? { originOf: originIn20 } : {}),
  });
  documents.diagnostics.push(...lost.map((path) => lostPathDiagnostic(documents, path)));
  return buildDescription({
    documents,
    version,
    source: file.name,
    original: () => original,
    references: linked.texts,
    failures: linked.failures,
  });
}

function lostPathDiagnostic(documents: Documents, { path, reason }: LostPath): Diagnostic {
  return {
    severity: "error",
    code: "conversion-failed",
    message: `\`${path}\` cannot be converted from Swagger 2.0, its operations are left out: ${reason}.`,
    location: documents.locate(joinPointer("#/paths", path)),
    hint: "Check the parameters and responses of this path with a Swagger 2.0 validator.",
  };
}

const NOTHING_LINKED = { others: new Map<string, SourceFile>(), failures: new Map<string, DescriptionError>() };

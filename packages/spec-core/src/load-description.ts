import { buildDescription } from "./description/build-description.js";
import { createDocuments } from "./document/create-documents.js";
import { detectVersion, requirePaths } from "./document/detect-version.js";
import type { Documents, SourceFile } from "./document/documents.js";
import { hoistFiles } from "./document/hoist-files.js";
import type { LinkedFiles } from "./document/link-files.js";
import { scanReferences } from "./document/scan-references.js";
import { type LostPath, originIn20, upgradeFrom20 } from "./document/upgrade-from-2-0.js";
import { DescriptionError } from "./errors/description-error.js";
import type { Diagnostic } from "./errors/diagnostic.js";
import { withinStack } from "./errors/too-large.js";
import { isReference } from "./json/is-object.js";
import { joinPointer } from "./json/json-pointer.js";
import type { ApiDescription } from "./model/api-description.js";
import { type LinkedRoot, type LoadOptions, linkRoot } from "./read/link-root.js";
import { type DescriptionSource, readSource } from "./read/read-source.js";

/**
 * Loads an OpenAPI description (3.0, 3.1, 3.2; Swagger 2.0 is converted) from a path, a URL or a parsed document.
 * Problems that leave the rest usable are in `diagnostics`.
 * @throws DescriptionError if the description cannot be used at all
 */
export async function loadDescription(source: DescriptionSource, options: LoadOptions = {}): Promise<ApiDescription> {
  const file = await readSource(source);
  return withinStack(file.name, () => loadFile(file, options));
}

async function loadFile(file: SourceFile, options: LoadOptions): Promise<ApiDescription> {
  const { root: original, version } = detectVersion(file);
  requirePaths(file, original, version);
  const linked = await linkRoot(file, original, options);
  const is20 = version.line === "2.0";
  const { root, texts, lost } = is20 ? await upgradeLinked(file, linked) : { ...linked, lost: [] };
  const documents = createDocuments({
    root,
    rootFile: file,
    dialect: version.line === "3.1" || version.line === "3.2" ? "3.1" : "3.0",
    others: linked.others,
    ...(is20 ? { originOf: originIn20 } : {}),
  });
  requireReferredPaths(documents, linked);
  for (const path of lost) documents.diagnostics.push(lostPathDiagnostic(documents, path));
  return buildDescription({
    documents,
    version,
    source: file.name,
    original,
    references: texts,
    failures: linked.failures,
    files: [file, ...linked.others.values()],
  });
}

async function upgradeLinked(file: SourceFile, { root, others }: LinkedRoot) {
  if (others.size > 0) hoistFiles(root, others);
  const upgraded = await upgradeFrom20(file, root);
  const { texts } = scanReferences({ ...file, format: "object", value: upgraded.root });
  return { ...upgraded, texts };
}

/** @throws DescriptionError if `paths` is a broken reference, since nothing could be served */
function requireReferredPaths(documents: Documents, { failures }: LinkedFiles): void {
  const { paths } = documents.root;
  if (!isReference(paths) || documents.resolve(paths.$ref)) return;
  const cause = failures.get(paths.$ref.split("#", 1)[0] ?? "");
  const code = cause?.code === "REFERENCE_REFUSED" ? cause.code : "REFERENCE_UNRESOLVED";
  const reason = cause?.message ?? "The reference points to nothing.";
  throw new DescriptionError(
    code,
    `The paths of this description cannot be read from ${paths.$ref}: ${reason}`,
    documents.locate("#/paths"),
    { hint: cause?.hint ?? "Correct the reference.", cause },
  );
}

function lostPathDiagnostic(documents: Documents, { path, reason }: LostPath): Diagnostic {
  return {
    severity: "error",
    code: "conversion-failed",
    message: `\`${path}\` cannot be converted from Swagger 2.0, its operations are skipped: ${reason}.`,
    location: documents.locate(joinPointer("#/paths", path)),
    hint: "Check the parameters and responses of this path with a Swagger 2.0 validator.",
  };
}

import type { SourceFile } from "./source-file.js";
import { walkReferences } from "./walk-references.js";

/** What a quick look at a file tells about its references. */
export interface ReferenceScan {
  /** Each reference once. May hold texts that are data (inside examples). */
  readonly texts: ReadonlySet<string>;
  /** Is there a reference to another file, or an `$id` or anchor that references may use? */
  readonly needsLinking: boolean;
}

/**
 * Finds the references of a file. JSON is searched as text, which takes a tenth of a walk over its values; only when that
 * finds something unusual are the values walked to see whether it is meant.
 */
export function scanReferences(file: SourceFile): ReferenceScan {
  if (file.format === "json" && file.text !== undefined) {
    const texts = referenceTexts(file.text);
    const isUnusual = [...texts].some((text) => !text.startsWith("#/")) || IDENTITY.test(file.text);
    if (!isUnusual) return { texts, needsLinking: false };
  }
  const texts = new Set<string>();
  let hasIdentity = false;
  walkReferences(file.value, "object", {
    reference: ({ kind, text }) => {
      if (kind !== "mapping" || /^[^#]*(?:\/|\.ya?ml$|\.json$)/.test(text)) texts.add(text);
    },
    identity: () => {
      hasIdentity = true;
    },
  });
  return { texts, needsLinking: hasIdentity || [...texts].some((text) => !text.startsWith("#")) };
}

const REFERENCE = /"\$ref"\s*:\s*("(?:[^"\\]|\\.)*")/g;
const IDENTITY = /"\$(?:id|anchor|dynamicAnchor)"\s*:/;

function referenceTexts(json: string): Set<string> {
  const texts = new Set<string>();
  for (const [, quoted = '""'] of json.matchAll(REFERENCE)) {
    texts.add(quoted.includes("\\") ? (JSON.parse(quoted) as string) : quoted.slice(1, -1));
  }
  return texts;
}

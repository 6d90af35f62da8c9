import type { SourceFile } from "../document/documents.js";
import { type LinkedFiles, linkFiles } from "../document/link-files.js";
import { scanReferences } from "../document/scan-references.js";
import type { JsonObject } from "../json/is-object.js";
import { createReferenceReader } from "./read-referenced.js";

export interface LoadOptions {
  /**
   * Follow references to `http(s)` addresses and to files outside the folder of the description. Off by default: a description
   * should not make its reader call servers, or read what is none of its business.
   */
  readonly allowRefs?: boolean;
}

export interface LinkedRoot extends LinkedFiles {
  readonly root: JsonObject;
}

/** Reads the other files, if there are any. Linking edits references, so it works on a copy. */
export async function linkRoot(file: SourceFile, original: JsonObject, options: LoadOptions): Promise<LinkedRoot> {
  const { texts, needsLinking } = scanReferences(file);
  if (!needsLinking) return { root: original, texts, others: new Map(), failures: new Map() };
  // A copy of an object is an object.
  const root = file.copy() as JsonObject;
  return { root, ...(await linkFiles(file.url, root, createReferenceReader(file, options))) };
}

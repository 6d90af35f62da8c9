import { realpathSync } from "node:fs";
import { dirname, extname, isAbsolute, relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../document/documents.js";
import { type FileReader, type LinkedFiles, linkFiles } from "../document/link-files.js";
import { scanReferences } from "../document/scan-references.js";
import { DescriptionError } from "../errors/description-error.js";
import type { JsonObject } from "../json/is-object.js";
import { parseDocument } from "./parse-text.js";
import { readText } from "./read-text.js";

export interface LoadOptions {
  /**
   * Follow references to `http(s)` addresses and to files outside the description's folder. Off by default: a
   * description must not make its reader call servers or read unrelated files.
   */
  readonly allowRefs?: boolean;
}

export interface LinkedRoot extends LinkedFiles {
  readonly root: JsonObject;
}

/** Reads the other files, if there are any. Linking changes references, so it works on a copy. */
export async function linkRoot(file: SourceFile, original: JsonObject, options: LoadOptions): Promise<LinkedRoot> {
  const { texts, needsLinking } = scanReferences(file);
  if (!needsLinking) return { root: original, texts, others: new Map(), failures: new Map() };
  // The copy of an object is an object.
  const root = file.copy() as JsonObject;
  return { root, ...(await linkFiles(file.url, root, createReferenceReader(file, options))) };
}

/**
 * Reads the files that a description refers to. Unless allowed, rejects network addresses, hidden files, and files
 * outside the description's folder. A description from the network gets no local files. A text that is neither YAML nor
 * JSON (`intro.md`) is a string.
 */
function createReferenceReader(root: SourceFile, { allowRefs = false }: { readonly allowRefs?: boolean }): FileReader {
  return async (url) => {
    refuse(url, root, allowRefs);
    const file = await readText(url, nameLike(root.name, url));
    if (!/^\.(?:md|markdown|txt|html?)$/i.test(extname(new URL(url).pathname))) return await parseDocument(file);
    const { text, name } = file;
    return {
      url,
      name,
      text,
      format: "yaml",
      value: text,
      copy: () => text,
      positionOf: () => ({ line: 1, column: 1 }),
    };
  };
}

/** @throws DescriptionError `REFERENCE_REFUSED` */
function refuse(url: string, root: SourceFile, allowRefs: boolean): void {
  if (url.startsWith("file:")) {
    if (!isPath(url)) {
      throw refused(`${url} names no file on this machine.`, "Write a path that is relative to the description.");
    }
    if (!root.url.startsWith("file:")) {
      throw refused(
        `${url} is a local file, which a remote description may not read.`,
        "Download the description and its files, and load them from disk.",
      );
    }
    const ways = waysTo(fileURLToPath(url), fileURLToPath(root.url));
    if (allowRefs || ways.every((way) => isBelow(way) && !isHidden(way))) return;
    if (ways.every(isBelow)) {
      throw refused(
        `${url} is hidden, as files with secrets are, and such references are not followed.`,
        "Allow it with --allow-refs (`allowRefs`), or give the file and its folder names that do not begin with a dot.",
      );
    }
    throw refused(
      `${url} is outside the folder of the description, and such references are not followed.`,
      "Allow it with --allow-refs (`allowRefs`), or keep a copy of the file below the description's folder.",
    );
  }
  if (!/^https?:/.test(url)) {
    throw refused(`${url} is neither a file nor an http(s) address.`, "References within a file begin with `#/`.");
  }
  if (allowRefs) return;
  throw refused(
    `${url} is on the network, and remote references are not followed.`,
    "Allow it with --allow-refs (`allowRefs` for programs), or keep a copy of the file beside the description.",
  );

  function refused(message: string, hint: string): DescriptionError {
    return new DescriptionError("REFERENCE_REFUSED", message, { file: url, pointer: "" }, { hint });
  }
}

/** False for a file of another machine, and for a name that contains separators. */
function isPath(url: string): boolean {
  try {
    fileURLToPath(url);
    return true;
  } catch {
    return false;
  }
}

/** The relative paths from the description's folder to a file: as written, and after resolving symbolic links. */
function waysTo(file: string, root: string): readonly string[] {
  const written = relative(dirname(root), file);
  try {
    const real = realpathSync(file);
    // The description itself, or its folder, may be a symbolic link.
    const fromBases = [dirname(realpathSync(root)), realpathSync(dirname(root))].map((base) => relative(base, real));
    return [written, fromBases.find(isBelow) ?? real];
  } catch {
    // If the file does not exist, a later step reports it.
    return [written];
  }
}

/** True if the file is in or below the description's folder. @param way relative path from that folder */
function isBelow(way: string): boolean {
  return !isAbsolute(way) && way !== ".." && !/^\.\.[\\/]/.test(way);
}

/** Referenced files end up in documentation and published clients, so `.env` and `.npmrc` must not be read. */
function isHidden(way: string): boolean {
  return way.split(/[\\/]/).some((name) => name.startsWith("."));
}

/** A file's name in the style of the root's name: relative to the current directory if the root's is relative. */
function nameLike(rootName: string, url: string): string {
  if (!url.startsWith("file:")) return url;
  const path = fileURLToPath(url);
  return isAbsolute(rootName) ? path : relative("", path);
}

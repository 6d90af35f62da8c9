import type { SourceLocation } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import { isReference, type JsonObject } from "../json/is-object.js";
import { joinPointer, literalTokens, parsePointer } from "../json/json-pointer.js";
import type { Documents, Located, SourceFile } from "./documents.js";

interface DocumentsInput {
  /** The parsed root, with all references absolute. */
  readonly root: JsonObject;
  readonly rootFile: SourceFile;
  readonly dialect: Documents["dialect"];
  /** The files other than the root, by URL. Their references are absolute. */
  readonly others: ReadonlyMap<string, SourceFile>;
  /** Converts a pointer of `root` into one of the user's file, if `root` was converted from another version. */
  readonly originOf?: (pointer: string) => string;
}

/** References that lead through places that are references themselves. */
const DEEPEST = 200;

/** Combines the files of a description. Reads no files and changes nothing. */
export function createDocuments({ root, rootFile, dialect, others, originOf }: DocumentsInput): Documents {
  const resolved = new Map<string, Located | undefined>();
  const inProgress = new Set<string>();
  let nesting = 0;

  function resolve(uri: string): Located | undefined {
    if (resolved.has(uri)) return resolved.get(uri);
    // The URI is already being resolved, so this is a circle. A chain with more references than `DEEPEST` is treated in
    // the same way.
    if (inProgress.has(uri) || nesting > DEEPEST) return undefined;
    const way: string[] = [];
    nesting += 1;
    try {
      let target: Located | undefined;
      for (let next: string | undefined = uri; next !== undefined; ) {
        if (resolved.has(next)) {
          target = resolved.get(next);
          break;
        }
        if (inProgress.has(next)) {
          target = undefined;
          break;
        }
        inProgress.add(next);
        way.push(next);
        target = at(next);
        next = target && isReference(target.value) ? target.value.$ref : undefined;
      }
      for (const passed of way) resolved.set(passed, target);
      return target;
    } finally {
      for (const passed of way) inProgress.delete(passed);
      nesting -= 1;
    }
  }

  function at(uri: string): Located | undefined {
    const hash = uri.indexOf("#");
    const url = hash === -1 ? uri : uri.slice(0, hash);
    const fragment = hash === -1 ? "" : uri.slice(hash + 1);
    const file = url === "" ? undefined : others.get(url);
    if ((url !== "" && !file) || (fragment !== "" && !fragment.startsWith("/"))) return undefined;
    let value: unknown = file ? file.value : root;
    let base = `${url}#`;
    let depth = 0;
    let isMoved = false;
    const tokens = parsePointer(fragment);
    const literal = fragment.includes("%") ? literalTokens(fragment) : tokens;
    for (let index = 0; index < tokens.length; index += 1) {
      if (typeof value !== "object" || value === null) return undefined;
      let token = tokens[index] ?? "";
      const written = literal[index] ?? "";
      if (written !== token && !Object.hasOwn(value, token) && Object.hasOwn(value, written)) {
        token = written;
        tokens[index] = written;
      }
      if (!Object.hasOwn(value, token)) {
        // `#/components/schemas/Pet` with `schemas: { $ref: schemas.yaml }`.
        const target = isReference(value) ? resolve(value.$ref) : undefined;
        if (!target || typeof target.value !== "object" || target.value === null) return undefined;
        if (!Object.hasOwn(target.value, token)) return undefined;
        value = target.value;
        base = target.uri;
        depth = index;
        isMoved = true;
      }
      value = (value as JsonObject)[token];
    }
    // Most references already have the form of the result.
    if (!isMoved && hash !== -1 && !fragment.includes("~") && !fragment.includes("%")) return { value, uri };
    return { value, uri: joinPointer(base, ...tokens.slice(depth)) };
  }

  function locate(uri: string): SourceLocation {
    const tokens = parsePointer(uri.slice(uri.indexOf("#") + 1));
    // The nearest existing parent. References may have led to another file on the way.
    let nearest = "#";
    for (let length = tokens.length; length >= 0; length -= 1) {
      const url = uri.startsWith("/") ? "" : uri.split("#", 1)[0];
      const found = at(joinPointer(`${url}#`, ...tokens.slice(0, length)));
      if (!found) continue;
      nearest = joinPointer(found.uri, ...tokens.slice(length));
      break;
    }
    const [url = "", fragment = ""] = splitUri(nearest);
    const file = url === "" ? rootFile : (others.get(url) ?? rootFile);
    const pointer = file === rootFile && originOf ? originOf(fragment) : fragment;
    return lazyLocation(file, pointer);
  }

  const diagnostics: Diagnostic[] = [];
  return {
    root,
    dialect,
    files: [rootFile, ...others.values()].map((file) => file.name),
    resolve,
    at,
    locate,
    diagnostics,
    reported: new Set(),
  };
}

/** A location whose line and column are computed at first use. */
function lazyLocation(file: SourceFile, pointer: string): SourceLocation {
  let position: ReturnType<SourceFile["positionOf"]> | "unknown" = "unknown";
  const find = () => {
    if (position === "unknown") position = file.positionOf(pointer);
    return position;
  };
  return {
    file: file.name,
    pointer,
    get line() {
      return find()?.line;
    },
    get column() {
      return find()?.column;
    },
  };
}

function splitUri(uri: string): [string, string] {
  const hash = uri.indexOf("#");
  return [uri.slice(0, hash), uri.slice(hash + 1)];
}

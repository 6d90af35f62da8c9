import { DescriptionError } from "../errors/description-error.js";
import { valueAt } from "../json/json-pointer.js";
import type { SourceFile } from "./documents.js";
import {
  type FoundIdentity,
  type FoundReference,
  type Place,
  type SeenPlaces,
  walkReferences,
} from "./walk-references.js";

/** Reads the file at an absolute URL. Rejects with a DescriptionError that gives the reason. */
export type FileReader = (url: string) => Promise<SourceFile>;

export interface LinkedFiles {
  /** The files other than the root, by URL. */
  readonly others: ReadonlyMap<string, SourceFile>;
  /** For files that could not be read, the error, by URL. */
  readonly failures: ReadonlyMap<string, DescriptionError>;
  /** The text of every reference after linking, without repetitions. */
  readonly texts: ReadonlySet<string>;
}

/** A part of a file that references lead to, and its kind. */
interface Fragment {
  readonly url: string;
  readonly value: unknown;
  readonly pointer: string;
  readonly place: Place;
}

interface PendingReference {
  readonly found: FoundReference;
  /** URL of the file (or `$id`) referred to. */
  readonly url: string;
  readonly fragment: string;
}

/** Most files read at the same time. This keeps the disk busy, and is below every system's limit of open files. */
const PARALLEL_READS = 64;

/**
 * Reads all files that `root` refers to, directly or indirectly. Makes each reference absolute, **in place**: `#/...`
 * for parts of the root, `<url>#/...` for others. References by `$id` and `$anchor` become pointers. Only referenced
 * parts are searched.
 */
export async function linkFiles(rootUrl: string, root: unknown, read: FileReader): Promise<LinkedFiles> {
  const others = new Map<string, SourceFile>();
  const failures = new Map<string, DescriptionError>();
  /** URIs with pointers, by absolute `$id` and by `<url or $id>#<anchor>`. */
  const identities = new Map<string, string>();
  const seen: SeenPlaces = new Map();
  const all: PendingReference[] = [];

  let wave: Fragment[] = [{ url: rootUrl, value: root, pointer: "", place: "object" }];
  while (wave.length > 0) {
    const pending = wave.flatMap(collect);
    all.push(...pending);
    const wanted = pending.map(({ url }) => url).filter(isUnread);
    await readAll([...new Set(wanted)]);
    wave = pending.flatMap(targetOf);
  }
  return { others, failures, texts: new Set(all.map(point)) };

  function collect({ url, value, pointer: start, place }: Fragment): PendingReference[] {
    const pending: PendingReference[] = [];
    const prefix = `${url === rootUrl ? "" : url}#${start}`;
    const visitor = {
      reference(found: FoundReference) {
        if (found.kind === "mapping" && !isUriLike(found.text)) return;
        pending.push({ found, ...target(found, url) });
      },
      identity(found: FoundIdentity) {
        const name = found.kind === "$id" ? found.text : `${found.base ?? url}#${found.text}`;
        identities.set(name, `${prefix}${found.pointer()}`);
      },
    };
    walkReferences(value, place, visitor, seen);
    return pending;
  }

  function target(found: FoundReference, url: string): { url: string; fragment: string } {
    const hash = found.text.indexOf("#");
    const path = hash === -1 ? found.text : found.text.slice(0, hash);
    const fragment = hash === -1 ? "" : found.text.slice(hash + 1);
    if (found.base !== undefined) {
      const byId = resolveUrl(path, found.base);
      if (identities.has(byId)) return { url: byId, fragment };
    }
    // Files often have an `$id` that cannot be fetched, while their references are relative to the file's real place.
    return { url: resolveUrl(path, url), fragment };
  }

  function isUnread(url: string): boolean {
    return url !== rootUrl && !others.has(url) && !failures.has(url) && !identities.has(url);
  }

  async function readAll(urls: readonly string[]): Promise<void> {
    for (let start = 0; start < urls.length; start += PARALLEL_READS) {
      const some = urls.slice(start, start + PARALLEL_READS);
      const files = await Promise.allSettled(some.map((url) => read(url)));
      files.forEach((outcome, index) => {
        const url = some[index] ?? "";
        if (outcome.status === "fulfilled") others.set(url, outcome.value);
        else if (outcome.reason instanceof DescriptionError) failures.set(url, outcome.reason);
        else throw outcome.reason;
      });
    }
  }

  function targetOf({ found, url, fragment }: PendingReference): Fragment[] {
    const file = others.get(url);
    if (!file) return [];
    const isPointer = fragment === "" || fragment.startsWith("/");
    // An anchor may be anywhere in its file, so the whole file is searched.
    const pointer = isPointer ? fragment : "";
    return [{ url, value: valueAt(file.value, pointer), pointer, place: found.place }];
  }

  function point({ found, url, fragment }: PendingReference): string {
    const isPointer = fragment === "" || fragment.startsWith("/");
    const document = identities.get(url) ?? (url === rootUrl ? "#" : `${url}#`);
    const anchored = isPointer ? undefined : identities.get(`${url}#${fragment}`);
    const text = anchored ?? `${document}${fragment}`;
    found.holder[found.key] = text;
    return text;
  }
}

/** The `mapping` of a discriminator contains names of schemas and references. True for a reference. */
function isUriLike(text: string): boolean {
  return /[#/]|\.(?:ya?ml|json)$/i.test(text);
}

function resolveUrl(path: string, base: string): string {
  if (path === "") return base;
  try {
    return new URL(path, base).href;
  } catch {
    return path;
  }
}

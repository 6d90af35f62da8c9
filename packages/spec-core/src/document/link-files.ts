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

/** Gives the file at an absolute URL, or rejects with the DescriptionError that says why there is none. */
export type FileReader = (url: string) => Promise<SourceFile>;

export interface LinkedFiles {
  /** The files beside the root, by URL. */
  readonly others: ReadonlyMap<string, SourceFile>;
  /** Why a file could not be had, by URL. */
  readonly failures: ReadonlyMap<string, DescriptionError>;
  /** Every reference once, as it reads now. */
  readonly texts: ReadonlySet<string>;
}

/** A part of a file that references lead to, and what it is there. */
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

/** Files read at the same time: enough to keep the disk busy, below every system's limit of open files. */
const PARALLEL_READS = 64;

/**
 * Reads all files that `root` refers to, directly or through others, and makes each reference absolute, **in place**:
 * `#/...` for the root's parts, `<url>#/...` for all others. References by `$id` and `$anchor` become pointers.
 * Only parts that something refers to are looked into.
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
    // Files often carry an `$id` under which nothing can be fetched, while their references mean the files beside them.
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
    // An anchor can be anywhere in its file: all of it has to be looked into.
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

/** The `mapping` of a discriminator holds names of schemas as well as references. */
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

import type { DescriptionError } from "../errors/description-error.js";
import type { Diagnostic } from "../errors/diagnostic.js";
import { isObject, isReference } from "../json/is-object.js";
import { parsePointer } from "../json/json-pointer.js";
import { getOrMake } from "../lazy/caches.js";
import { nearestName } from "../words/nearest-name.js";
import type { Documents, Located } from "./documents.js";
import { type FoundReference, type Place, type SeenPlaces, walkReferences } from "./walk-references.js";

/** An operation's id and the parts that define it: its object and the parameters of its path item. */
interface OperationSource {
  readonly id: string;
  readonly parts: readonly Located[];
}

/** A broken reference and the place that contains it. */
interface BrokenReference {
  readonly text: string;
  readonly holder: string;
}

/**
 * Finds broken references and circles of references. It is an error if an operation thereby lacks a parameter, a
 * header, a body, a response, or the schema at the root of one of these. Other broken references are warnings.
 * @param texts every reference, without repetitions. If all can be resolved, the document is not walked.
 */
export function checkReferences(
  documents: Documents,
  texts: Iterable<string>,
  operations: () => readonly OperationSource[],
  failures: ReadonlyMap<string, DescriptionError>,
): Diagnostic[] {
  if (allLeadSomewhere(documents, texts)) return [];
  const fatal = new Map<string, { readonly holder: string; readonly ids: Set<string> }>();
  for (const { id, parts } of operations()) {
    for (const { text, holder } of brokenIn(documents, parts, "operation")) {
      const known = fatal.get(text) ?? { holder, ids: new Set<string>() };
      known.ids.add(id);
      fatal.set(text, known);
    }
  }
  const everywhere = new Map<string, BrokenReference[]>();
  for (const broken of brokenIn(documents, [{ value: documents.root, uri: "#" }], "all")) {
    getOrMake(everywhere, broken.text, () => []).push(broken);
    documents.reported.add(broken.text);
  }
  const causes = causesAmong(documents, everywhere);
  const told = [...everywhere].filter(([text]) => fatal.has(text) || causes.has(text));
  return told.map(([text, places]): Diagnostic => {
    const first = fatal.get(text)?.holder ?? pathItemHolder(places) ?? places[0]?.holder ?? "#";
    const ids = [...(fatal.get(text)?.ids ?? [])];
    const isFatal = ids.length > 0 || pathItemHolder(places) !== undefined;
    const more = places.length > 1 ? ` (at ${places.length} places)` : "";
    const failure = failures.get(text.split("#", 1)[0] ?? "");
    return {
      severity: isFatal ? "error" : "warning",
      ...problemOf(documents, text, more, failure),
      location: documents.locate(`${first}/$ref`),
      ...(ids.length > 0 ? { operations: ids } : {}),
    };
  });
}

/**
 * Removes references that only lead to another broken reference. Keeps at least one reference of each circle, and all
 * of a small one.
 */
function causesAmong(documents: Documents, broken: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const causes = new Set<string>();
  const seen = new Set<string>();
  for (const start of broken.keys()) {
    const way = new Set<string>();
    let text = start;
    while (!seen.has(text)) {
      seen.add(text);
      way.add(text);
      const target = documents.at(text);
      const next = target && isReference(target.value) ? target.value.$ref : undefined;
      if (next === undefined || !broken.has(next) || way.has(next)) {
        causes.add(text);
        break;
      }
      text = next;
    }
  }
  if (broken.size > MOST_NAMES) return causes;
  for (const text of broken.keys()) if (!causes.has(text) && isCircular(documents, text)) causes.add(text);
  return causes;
}

function allLeadSomewhere(documents: Documents, texts: Iterable<string>): boolean {
  for (const text of texts) if (documents.resolve(text) === undefined) return false;
  return true;
}

/** The unresolved references at and below `starts`. For an operation, the search does not go into named schemas. */
function brokenIn(documents: Documents, starts: readonly Located[], extent: "operation" | "all"): BrokenReference[] {
  const broken: BrokenReference[] = [];
  const seen: SeenPlaces = new Map();
  const queue: (Located & { readonly place: Place })[] = starts.map((start) => ({ ...start, place: "object" }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { uri } = next;
    walkReferences(
      next.value,
      next.place,
      {
        reference: (found) => {
          if (found.kind === "mapping") return;
          const holder = `${uri}${found.pointer()}`;
          if (extent === "operation" && !matters(found, holder)) return;
          if (documents.resolve(found.text) === undefined) broken.push({ text: found.text, holder });
          // The walk of the whole document begins at the root, so only targets in other files are still missing.
          else if (extent === "all" ? !found.text.startsWith("#") : found.place !== "schema") {
            const target = documents.at(found.text);
            if (target) queue.push({ ...target, place: found.place });
          }
        },
      },
      seen,
    );
  }
  return broken;
}

/** Examples, links and callbacks can be missing without harm to the operation itself. */
function matters(found: FoundReference, holder: string): boolean {
  return found.place !== "example" && found.place !== "link" && !holder.includes("/callbacks/");
}

function pathItemHolder(places: readonly BrokenReference[]): string | undefined {
  return places.find(({ holder }) => /^#\/paths(?:\/[^/]+)?$/.test(holder))?.holder;
}

function problemOf(
  documents: Documents,
  text: string,
  more: string,
  failure: DescriptionError | undefined,
): Pick<Diagnostic, "code" | "message" | "hint"> {
  if (failure) {
    const code = failure.code === "REFERENCE_REFUSED" ? "refused-reference" : "unresolved-reference";
    const { file, line, column } = failure.location;
    const at = line === undefined ? "" : ` (${file}:${line}:${column})`;
    const message = `The reference ${text} cannot be followed${more}: ${failure.message}${at}`;
    return { code, message, hint: failure.hint };
  }
  if (isCircular(documents, text)) {
    return {
      code: "circular-reference",
      message: `The reference ${text} leads back to itself${more}.`,
      hint: "Replace one of these references by the value itself.",
    };
  }
  return {
    code: "unresolved-reference",
    message: `The reference ${text} points to nothing${more}.`,
    hint: suggestion(documents, text),
  };
}

/** Number of references. */
const LONGEST_CIRCLE = 50;

function isCircular(documents: Documents, text: string): boolean {
  const met = new Set<string>();
  let uri = text;
  while (!met.has(uri)) {
    if (met.size > LONGEST_CIRCLE) return false;
    met.add(uri);
    const target = documents.at(uri);
    if (!target || !isReference(target.value)) return false;
    uri = target.value.$ref;
  }
  return true;
}

const MOST_NAMES = 2_000;

function suggestion(documents: Documents, text: string): string {
  const [url = "", fragment = ""] = text.split("#", 2);
  const cut = fragment.lastIndexOf("/");
  if (cut === -1) return "References within a file begin with `#/`.";
  const container = documents.resolve(`${url}#${fragment.slice(0, cut)}`)?.value;
  const [name = ""] = parsePointer(fragment.slice(cut));
  const names = isObject(container) ? Object.keys(container) : [];
  if (names.includes(name))
    return `\`${name}\` is there, but it refers to something that cannot be read: correct that.`;
  // Comparing thousands of wrong names with thousands of others would take minutes.
  const near = names.length <= MOST_NAMES ? nearestName(name, names) : undefined;
  if (near !== undefined) return `Did you mean \`${near}\`?`;
  return `Add \`${name}\` at ${url}#${fragment.slice(0, cut)}, or correct the reference.`;
}

/**
 * An OpenAPI path, split into segments: `/pets/{petId}.json` has `pets`, and a segment with a parameter and a suffix.
 */
export interface PathTemplate {
  /** As in the document, without a trailing slash. */
  readonly text: string;
  readonly segments: readonly PathSegment[];
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
}

/** A literal segment, a parameter, or a mixture: `{id}`, `{id}.json`, `{id}:cancel`, `{from}..{to}`. */
export type PathSegment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  | { readonly kind: "pattern"; readonly parts: readonly SegmentPart[] };

export type SegmentPart = { readonly literal: string } | { readonly parameter: string };

/** Cuts a path into segments. @see OpenAPI 3.1, "Path Templating" */
export function parsePathTemplate(path: string): PathTemplate {
  const text = path.length > 1 ? path.replace(/(?<!\/)\/+$/, "") || "/" : path;
  const segments = text
    .split("/")
    .filter((part) => part !== "")
    .map(parseSegment);
  return { text, segments, parameters: segments.flatMap(segmentParameters) };
}

/**
 * Splits a path that includes a query, such as `/rides?page={page}`. Returns the path, and the query names of its
 * parameters. `undefined` for other paths. OpenAPI does not allow a query in a path.
 */
export function splitQuery(
  path: string,
): { readonly path: string; readonly names: ReadonlyMap<string, string> } | undefined {
  const [plain = "", ...queries] = path.split("?");
  const pieces = queries.flatMap((query) => query.split("&")).map((piece) => /^([^={}]+)=\{([^{}]+)\}$/.exec(piece));
  const names = new Map(pieces.flatMap((piece) => (piece ? [[piece[2] ?? "", piece[1] ?? ""] as const] : [])));
  return pieces.length > 0 && names.size === pieces.length ? { path: plain, names } : undefined;
}

function parseSegment(text: string): PathSegment {
  if (!text.includes("{")) return { kind: "literal", text };
  const parts = text
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map(
      (part): SegmentPart =>
        part.startsWith("{") && part.endsWith("}") ? { parameter: part.slice(1, -1) } : { literal: part },
    );
  const [only] = parts;
  if (parts.length === 1 && only && "parameter" in only) return { kind: "parameter", name: only.parameter };
  return parts.some((part) => "parameter" in part) ? { kind: "pattern", parts } : { kind: "literal", text };
}

function segmentParameters(segment: PathSegment): string[] {
  if (segment.kind === "parameter") return [segment.name];
  if (segment.kind === "pattern") return segment.parts.flatMap((part) => ("parameter" in part ? [part.parameter] : []));
  return [];
}

/**
 * Percent-encodes a text for one place in a URL (RFC 3986, section 2.1). Half a surrogate pair, which UTF-8 cannot
 * encode, becomes U+FFFD.
 */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

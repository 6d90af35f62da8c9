import type { PathSegment, PathTemplate } from "../../paths/path-template.js";

/**
 * A path in the form in which paths are compared: parameters without their names, no format suffix, verbs as segments.
 */
export interface PathShape {
  readonly segments: readonly ShapeSegment[];
  /** The suffix `.json` of `/pets.json` and `/pets/{id}.json`, or else empty. */
  readonly suffix: string;
}

export type ShapeSegment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "parameter"; readonly name: string }
  /** Several parameters in one segment, or one with other text around it. */
  | { readonly kind: "mixed"; readonly text: string; readonly names: readonly string[] };

/**
 * Splits a path into segments. `/orders/{id}:cancel` is read as `/orders/{id}/:cancel`, `/Orders('{id}')` (OData) as
 * `/Orders/{id}`, and `/orders/key={key}` as `/orders/key/{key}`.
 */
export function pathShape(template: PathTemplate): PathShape {
  const segments = template.segments.flatMap(shapeSegments);
  const last = segments.at(-1);
  if (last?.kind === "literal" && last.text.includes(".")) {
    const suffix = FORMAT_SUFFIX.exec(last.text)?.[0] ?? "";
    const text = last.text.slice(0, last.text.length - suffix.length);
    if (suffix !== "" && text !== "")
      return { segments: [...segments.slice(0, -1), { kind: "literal", text }], suffix };
  }
  if (last?.kind === "mixed") {
    const match = /^\{([^{}]+)\}(\.\w+)$/.exec(last.text);
    const [, name, suffix] = match ?? [];
    if (name !== undefined && suffix !== undefined) {
      return { segments: [...segments.slice(0, -1), { kind: "parameter", name }], suffix };
    }
  }
  return { segments, suffix: "" };
}

/** A key that is equal for paths that a router cannot distinguish. */
export function shapeKey(segments: readonly ShapeSegment[]): string {
  return segments.map(segmentKey).join("/");
}

/** The number of segments at the start that two paths share. */
export function sharedStart(a: readonly ShapeSegment[], b: readonly ShapeSegment[]): number {
  const end = a.findIndex((segment, index) => {
    const other = b[index];
    return !other || segmentKey(segment) !== segmentKey(other);
  });
  return end < 0 ? a.length : end;
}

/** The segments without a prefix such as `api`, `rest`, `v1` or `2010-04-01`. */
export function withoutBase(segments: readonly ShapeSegment[]): readonly ShapeSegment[] {
  const start = segments.findIndex((segment) => segment.kind !== "literal" || !isBase(segment.text));
  return start < 0 ? [] : segments.slice(start);
}

/** Names of the parameters of a segment. */
export function segmentNames(segment: ShapeSegment): readonly string[] {
  switch (segment.kind) {
    case "literal":
      return [];
    case "parameter":
      return [segment.name];
    case "mixed":
      return segment.names;
  }
}

/**
 * The id among the alternatives in a parameter's name, because ids do not change: `pageId` of `pageIdOrSlug`, `id` of
 * `key_or_id`.
 */
export function withoutAlternatives(name: string): string {
  const alternatives = name.split(/[_-]or[_-]|Or(?=[A-Z])/);
  return alternatives.find((each) => /(?:^|[_-])id$|I[dD]$/.test(each)) ?? alternatives[0] ?? name;
}

/** The verb in the last segment of a path: `cancel` of `cancel`, `cancel.json` and `orders.cancel`. */
export function lastWord(segment: string): string {
  return segment.replace(FORMAT_SUFFIX, "").replace(/^.*\.(?=.)/, "");
}

export function isBase(text: string): boolean {
  return BASE_SEGMENT.test(text);
}

export function lastLiteral(segments: readonly ShapeSegment[]): string {
  const last = segments.findLast((segment) => segment.kind === "literal");
  return last?.kind === "literal" ? last.text : "";
}

const FORMAT_SUFFIX = /\.(?:json|xml|ya?ml|csv|txt|html?|php|aspx?)$/i;
const BASE_SEGMENT =
  /^(?:apis?|rest|v\d+(?:[._]\d+)*(?:-?(?:alpha|beta|rc|preview)\d*)?|\d+(?:\.\d+)+|\d{4}-\d{2}(?:-\d{2})?)$/i;

function shapeSegments(segment: PathSegment): ShapeSegment[] {
  if (segment.kind === "parameter") return [{ kind: "parameter", name: segment.name }];
  if (segment.kind === "literal") {
    if (!segment.text.includes(":")) return [segment];
    const [, text, verb] = VERB.exec(segment.text) ?? [];
    if (text === undefined || verb === undefined) return [{ kind: "literal", text: segment.text }];
    return [
      { kind: "literal", text },
      { kind: "literal", text: verb },
    ];
  }
  const [first, second, third] = segment.parts;
  const count = segment.parts.length;
  if (
    count === 2 &&
    first &&
    second &&
    "parameter" in first &&
    "literal" in second &&
    /^:[\w-]+$/.test(second.literal)
  ) {
    return [
      { kind: "parameter", name: first.parameter },
      { kind: "literal", text: second.literal },
    ];
  }
  const word = first && "literal" in first ? /^([\w-]+)=$/.exec(first.literal)?.[1] : undefined;
  if (count === 2 && word !== undefined && second && "parameter" in second) {
    return [
      { kind: "literal", text: word },
      { kind: "parameter", name: second.parameter },
    ];
  }
  if (count === 3 && first && second && third && "literal" in first && "parameter" in second && "literal" in third) {
    const text = /^(\w+)\('?$/.exec(first.literal)?.[1];
    if (text !== undefined && /^'?\)$/.test(third.literal)) {
      return [
        { kind: "literal", text },
        { kind: "parameter", name: second.parameter },
      ];
    }
  }
  const text = segment.parts.map((part) => ("parameter" in part ? `{${part.parameter}}` : part.literal)).join("");
  const names = segment.parts.flatMap((part) => ("parameter" in part ? [part.parameter] : []));
  return [{ kind: "mixed", text, names }];
}

const VERB = /^([^:]+)(:[A-Za-z][\w-]*)$/;

function segmentKey(segment: ShapeSegment): string {
  switch (segment.kind) {
    case "literal":
      return segment.text;
    case "parameter":
      return "{}";
    case "mixed":
      return segment.text.replace(/\{[^{}]*\}/g, "{}");
  }
}

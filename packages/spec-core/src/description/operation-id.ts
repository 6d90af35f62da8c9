import { type PathSegment, type PathTemplate, parsePathTemplate } from "./path-template.js";

/** A name made of method and path: `GET /pets/{petId}` is `getPetsByPetId`. */
export function makeOperationId(method: string, path: string): string {
  const words = parsePathTemplate(path).segments.flatMap(segmentWords);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${method.replace(/[^A-Za-z0-9]/g, "")}${name || "Root"}`;
}

/** `id`, or `id` with the first number from 2 that makes it new. */
export function uniqueId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}${number}`)) number += 1;
  return `${id}${number}`;
}

/** The path with its parameters nameless: two paths of one shape match the same requests. */
export function pathShape(template: PathTemplate): string {
  return template.text.replace(/\{[^{}]*\}/g, "{}");
}

function segmentWords(segment: PathSegment): string[] {
  switch (segment.kind) {
    case "literal":
      return wordsOf(segment.text);
    case "parameter":
      return ["by", ...wordsOf(segment.name)];
    case "pattern":
      return segment.parts.flatMap((part) =>
        "literal" in part ? wordsOf(part.literal) : ["by", ...wordsOf(part.parameter)],
      );
  }
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

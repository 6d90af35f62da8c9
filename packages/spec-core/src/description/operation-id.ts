import type { PathSegment, PathTemplate } from "../paths/path-template.js";

/** A name made of method and path: `GET /pets/{petId}` is `getPetsByPetId`. */
export function makeOperationId(method: string, { segments }: PathTemplate): string {
  const words = segments.flatMap(segmentWords);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return `${method.replace(/[^A-Za-z0-9]/g, "")}${name || "Root"}`;
}

/** The ids that are taken. */
export class UniqueIds {
  readonly #taken = new Set<string>();
  /** Up to which number an id is taken: thousands of operations may ask for one id. */
  readonly #numbers = new Map<string, number>();

  /** Takes `id`, if it is new. */
  take(id: string): boolean {
    const isNew = !this.#taken.has(id);
    this.#taken.add(id);
    return isNew;
  }

  /** Takes `id`, or `id` with the first number from 2 that makes it new. */
  numbered(id: string): string {
    if (this.take(id)) return id;
    let number = this.#numbers.get(id) ?? 2;
    while (!this.take(`${id}${number}`)) number += 1;
    this.#numbers.set(id, number);
    return `${id}${number}`;
  }
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

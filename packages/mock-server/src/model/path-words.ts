import type { Operation, PathSegment } from "@onespec/spec-core";

/** The last segment of a path that is no parameter: `orders` of `/shops/{shop}/orders/{id}`; empty if there is none. */
export function pathNoun(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";
}

/** The last plain word of an operation's path: `cancel` of `/orders/{id}/cancel`, `/orders/cancel/{id}` and `/orders/{id}:cancel`. */
export function lastLiteral({ template }: Pick<Operation, "template">): string {
  return template.segments.map(wordIn).findLast((word) => word !== "") ?? "";
}

/** The plain word at the end of an operation's path; empty if a parameter is there. */
export function endLiteral({ template }: Pick<Operation, "template">): string {
  const last = template.segments.at(-1);
  return last ? wordIn(last) : "";
}

/** A segment without parameters, and `cancel` of `{id}:cancel`. */
function wordIn(segment: PathSegment): string {
  if (segment.kind === "literal") return segment.text;
  const last = segment.kind === "pattern" ? segment.parts.at(-1) : undefined;
  return last && "literal" in last ? (/^:([\w-]+)$/.exec(last.literal)?.[1] ?? "") : "";
}

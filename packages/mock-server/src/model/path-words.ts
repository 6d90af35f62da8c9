import type { Operation } from "@onespec/spec-core";

/** The last segment of a path that is no parameter: `orders` of `/shops/{shop}/orders/{id}`; empty if there is none. */
export function pathNoun(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";
}

/** The last plain word of an operation's path: `cancel` of `/orders/{id}/cancel` and `/orders/cancel/{id}`. */
export function lastLiteral({ template }: Pick<Operation, "template">): string {
  const last = template.segments.findLast(({ kind }) => kind === "literal");
  return last?.kind === "literal" ? last.text : "";
}

/** The plain word at the end of an operation's path; empty if a parameter is there. */
export function endLiteral({ template }: Pick<Operation, "template">): string {
  const last = template.segments.at(-1);
  return last?.kind === "literal" ? last.text : "";
}

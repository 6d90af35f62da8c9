/** The last segment of a path that is no parameter: `orders` of `/shops/{shop}/orders/{id}`; empty if there is none. */
export function pathNoun(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";
}

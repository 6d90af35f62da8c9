/**
 * The last segment of a path that is not a parameter: `orders` in `/shops/{shop}/orders/{id}`. Empty if there is none.
 */
export function pathNoun(path: string): string {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{")) ?? "";
}

/** Splits at commas outside of parentheses. */
export function requirementsOf(selector: string): readonly string[] {
  const parts = selector.match(/(?:[^,()]|\([^()]*\)|[()])+/g) ?? [];
  return parts.map((text) => text.trim()).filter((text) => text !== "");
}

interface Requirement {
  readonly key: string;
  readonly operator: "eq" | "ne" | "in" | "nin" | "exists";
  /** Values of the operator. Operator `exists`: empty if the key must be missing. */
  readonly values: readonly string[];
}

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors */
export function parseRequirement(text: string): Requirement | undefined {
  const [, set, word, list] = /^([^\s=!(),]+)\s+(in|notin)\s*\(([^()]*)\)$/.exec(text) ?? [];
  if (set !== undefined)
    return {
      key: set,
      operator: word === "in" ? "in" : "nin",
      values: (list ?? "").split(",").map((one) => one.trim()),
    };
  const [, key, sign, value] = /^([^\s=!(),]+)\s*(==?|!=)\s*([^\s=!(),]*)$/.exec(text) ?? [];
  if (key !== undefined) return { key, operator: sign === "!=" ? "ne" : "eq", values: [value ?? ""] };
  const [, not, bare] = /^(!?)\s*([^\s=!(),]+)$/.exec(text) ?? [];
  return bare === undefined ? undefined : { key: bare, operator: "exists", values: not ? [] : [bare] };
}

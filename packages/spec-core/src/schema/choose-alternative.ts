import type { SchemaViolation } from "./schema.js";

/** The way to explain why none of several alternatives accepts a value. */
type AlternativeChoice =
  /** The one at this position comes closest: explain that. */
  | { readonly kind: "closest"; readonly position: number }
  /** One violation for all of them; `keyword` is that of the alternatives where it is absent. */
  | {
      readonly kind: "summary";
      readonly keyword?: "type" | "enum";
      readonly params: Readonly<Record<string, unknown>>;
    };

/**
 * Decides which alternative a value at `path` was most likely meant to be.
 * @param found what each alternative has against the value, no deeper than its properties
 */
export function chooseAlternative(found: readonly (readonly SchemaViolation[])[], path: string): AlternativeChoice {
  const looks = found.map((violations, position) => ({ violations, position }));
  const fitting = looks.filter(({ violations }) => !violations.some((one) => isTypeAt(one, path)));
  if (fitting.length === 0) {
    const types = found
      .flat()
      .filter((one) => isTypeAt(one, path))
      .flatMap(({ params }) => params.type);
    return { kind: "summary", keyword: "type", params: { type: [...new Set(types)] } };
  }
  const allowed = fitting.map(({ violations }) => allowedValues(violations, path));
  if (allowed.every((values) => values !== undefined)) {
    return { kind: "summary", keyword: "enum", params: { allowedValues: [...new Set(allowed.flat())] } };
  }
  const weights = fitting.map(({ violations }) => violations.reduce((sum, one) => sum + weight(one, path), 0));
  const least = Math.min(...weights);
  const best = fitting.filter((_, index) => weights[index] === least);
  const missing = best.map(({ violations }) => missingNames(violations, path));
  const differ = new Set(missing.map(String)).size > 1;
  if (differ && missing.every((names) => names !== undefined)) return { kind: "summary", params: { missing } };
  return { kind: "closest", position: best[0]?.position ?? 0 };
}

function isTypeAt({ keyword, path }: SchemaViolation, at: string): boolean {
  return keyword === "type" && path === at;
}

/** The values that would have been right, when the only thing wrong is that the value is none of them. */
function allowedValues(violations: readonly SchemaViolation[], at: string): readonly unknown[] | undefined {
  const [only] = violations;
  if (only === undefined || violations.length > 1 || only.path !== at) return undefined;
  if (only.keyword === "const") return [only.params.allowedValue];
  return only.keyword === "enum" ? (only.params.allowedValues as readonly unknown[]) : undefined;
}

/** The value's missing properties, when nothing else is wrong with it. */
function missingNames(violations: readonly SchemaViolation[], at: string): readonly string[] | undefined {
  const isMissing = ({ keyword, path }: SchemaViolation) =>
    keyword === "required" && path.lastIndexOf("/") === at.length;
  if (violations.length === 0 || !violations.every(isMissing)) return undefined;
  return violations.map(({ params }) => String(params.missingProperty));
}

/** How strongly a violation says that another alternative was meant: a wrong constant most, a bad property least. */
function weight({ keyword, path }: SchemaViolation, at: string): number {
  if (path === at) return 1000;
  if (keyword === "const" || keyword === "enum" || keyword === "discriminator") return 100;
  if (keyword === "required" || keyword === "type" || keyword === "additionalProperties") return 10;
  return 1;
}

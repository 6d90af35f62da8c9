import type { CheckedUnit, TaggedUnits } from "./checked-schema.js";

/** Which of the alternatives a value is to be checked against. */
export type TaggedSelection =
  | { readonly kind: "unit"; readonly unit: CheckedUnit }
  /** The tag does not decide; the keyword's own rule does. `missing`: there is no tag. */
  | { readonly kind: "rule"; readonly units: readonly CheckedUnit[]; readonly missing: boolean }
  /** Nobody's tag. It is a hint only: what the alternatives themselves allow is allowed (OpenAPI 3.1, "Discriminator Object"). */
  | { readonly kind: "unknown-tag"; readonly tag: unknown; readonly units: readonly CheckedUnit[] }
  | { readonly kind: "nothing" };

/** Looks at the tag of a value. Only objects have one. */
export function selectTagged(choice: TaggedUnits, value: unknown): TaggedSelection {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return choice.open ? { kind: "nothing" } : { kind: "rule", units: choice.all, missing: false };
  const { propertyName, fallback } = choice;
  const tag = Object.hasOwn(value, propertyName) ? (value as Record<string, unknown>)[propertyName] : undefined;
  const units = typeof tag === "object" || tag === undefined ? undefined : choice.byTag.get(String(tag));
  const [unit] = units ?? [];
  if (unit !== undefined && units !== undefined) {
    return units.length === 1 ? { kind: "unit", unit } : { kind: "rule", units, missing: false };
  }
  if (choice.open) return { kind: "nothing" };
  if (fallback !== undefined) return { kind: "unit", unit: fallback };
  if (tag === undefined) return { kind: "rule", units: choice.all, missing: true };
  return choice.untagged.length > 0
    ? { kind: "rule", units: choice.untagged, missing: false }
    : { kind: "unknown-tag", tag, units: choice.all };
}

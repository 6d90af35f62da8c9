import type { CheckedSchema, CheckedUnit, TaggedUnits } from "../checked-schema.js";
import type { SchemaView } from "../schema-view.js";
import type { Findings } from "./findings.js";

export type AlternativeKeyword = "oneOf" | "anyOf";

/** Is that number of alternatives that accept a value the right one? */
export function isMatch(keyword: AlternativeKeyword, passing: number): boolean {
  return keyword === "oneOf" ? passing === 1 : passing > 0;
}

/** More than one of `oneOf` accepts the value. @param passing their positions */
export function refuseSeveral(
  found: Findings,
  view: SchemaView,
  branches: readonly CheckedSchema[],
  units: readonly CheckedUnit[] | undefined,
  passing: readonly number[],
  path: string,
): void {
  const names = passing.map(
    (index) => units?.[index]?.name ?? referenceName(view, branches[index]) ?? `number ${index + 1}`,
  );
  found.add("oneOf", path, { passingSchemas: passing, passing: names });
}

/** The tag is nobody's. */
export function refuseTag(found: Findings, { propertyName, byTag }: TaggedUnits, tag: unknown, path: string): void {
  found.add("discriminator", found.at(path, propertyName), {
    error: "mapping",
    tag: propertyName,
    tagValue: tag,
    allowedValues: [...byTag.keys()],
  });
}

function referenceName(view: SchemaView, schema: CheckedSchema | undefined): string | undefined {
  const key = typeof schema === "object" ? schema["x-reference"] : undefined;
  return key === undefined ? undefined : view.unit(key).name;
}

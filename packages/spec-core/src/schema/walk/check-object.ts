import { nearestName } from "../../document/nearest-name.js";
import type { CheckedSchema, CheckedSchemaObject } from "../checked-schema.js";
import type { Matcher } from "../matcher.js";
import type { Findings } from "./findings.js";

export type JsonObject = Readonly<Record<string, unknown>>;

/** What is `undefined` is not there: JSON knows no such value. */
export function namesIn(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

export function hasName(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}

/** How many properties there are, and whether those that must be there are. */
export function checkNames(
  found: Findings,
  { minProperties, maxProperties, required = [], dependentRequired = {} }: CheckedSchemaObject,
  value: JsonObject,
  { length }: readonly string[],
  path: string,
): void {
  if (minProperties !== undefined && length < minProperties) found.add("minProperties", path, { limit: minProperties });
  if (maxProperties !== undefined && length > maxProperties) found.add("maxProperties", path, { limit: maxProperties });
  for (const name of required) {
    if (!hasName(value, name)) found.add("required", found.at(path, name), { missingProperty: name });
  }
  for (const [property, others] of Object.entries(dependentRequired)) {
    if (!hasName(value, property)) continue;
    for (const name of others) {
      if (hasName(value, name)) continue;
      found.add("dependentRequired", found.at(path, name), { property, missingProperty: name });
    }
  }
}

/** The `patternProperties`, ready to be tried. */
export function namePatterns(
  { patternProperties }: CheckedSchemaObject,
  matcher: (pattern: string) => Matcher,
): readonly (readonly [Matcher, CheckedSchema])[] {
  if (patternProperties === undefined) return [];
  return Object.entries(patternProperties).map(([text, inner]) => [matcher(text), inner]);
}

/** Where no property may be but those that are declared. @param names of the others */
export function refuseNames(
  found: Findings,
  keyword: "additionalProperties" | "unevaluatedProperties",
  { properties = {} }: CheckedSchemaObject,
  value: JsonObject,
  names: readonly string[],
  path: string,
): void {
  const free = Object.keys(properties).filter((name) => !Object.hasOwn(value, name));
  const param = keyword === "additionalProperties" ? "additionalProperty" : "unevaluatedProperty";
  for (const name of names) {
    if (found.isFull) return;
    const nearest = found.decides ? undefined : nearestName(name, free);
    found.add(keyword, found.at(path, name), { [param]: name, ...(nearest !== undefined && { nearest }) });
  }
}

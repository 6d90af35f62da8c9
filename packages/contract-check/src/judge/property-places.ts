import { asArray, asObject, asText, isObject } from "../description/json.js";
import type { SchemaPlace } from "./schema-book.js";
import type { SchemaJudge } from "./schema-judge.js";

/** Where a schema declares a property: in itself, its reference, its `allOf` and its choices. */
export function propertyPlaces(judge: SchemaJudge, place: SchemaPlace, name: string): SchemaPlace[] {
  return spread(judge, place).flatMap((each) =>
    Object.hasOwn(asObject(asObject(judge.response.at(each)).properties), name)
      ? [`${each}/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`]
      : [],
  );
}

export function itemPlaces(judge: SchemaJudge, place: SchemaPlace): SchemaPlace[] {
  return spread(judge, place).flatMap((each) =>
    asObject(judge.response.at(each)).items === undefined ? [] : [`${each}/items`],
  );
}

/** The schema and all schemas that speak about the same value. */
function spread(judge: SchemaJudge, place: SchemaPlace, depth: number = 0): SchemaPlace[] {
  const schema = judge.response.at(place);
  if (!isObject(schema) || depth > 12) return [];
  const places = [place];
  const reference = asText(schema.$ref);
  if (reference !== undefined) places.push(...spread(judge, reference.slice(1), depth + 1));
  for (const key of ["allOf", "oneOf", "anyOf"]) {
    for (const index of asArray(schema[key]).keys())
      places.push(...spread(judge, `${place}/${key}/${index}`, depth + 1));
  }
  return places;
}

export function isMarked(judge: SchemaJudge, place: SchemaPlace, mark: "readOnly" | "writeOnly"): boolean {
  return spread(judge, place).some((each) => asObject(judge.response.at(each))[mark] === true);
}

/** The place in an answer of the first writeOnly property that has a value; `undefined` if there is none. */
export function findWriteOnly(
  judge: SchemaJudge,
  places: readonly SchemaPlace[],
  value: unknown,
  at: string = "",
): string | undefined {
  if (Array.isArray(value)) {
    const items = places.flatMap((place) => itemPlaces(judge, place));
    return items.length === 0 || value.length === 0 ? undefined : findWriteOnly(judge, items, value[0], `${at}/0`);
  }
  if (!isObject(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const declared = places.flatMap((place) => propertyPlaces(judge, place, name));
    if (declared.length === 0 || inner === null) continue;
    // Of alternatives, another one may show it.
    if (declared.every((place) => isMarked(judge, place, "writeOnly"))) return `${at}/${name}`;
    const found = findWriteOnly(judge, declared, inner, `${at}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

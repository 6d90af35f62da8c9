import { asObject, asText, isObject, type JsonObject } from "../description/json.js";
import type { RawPair } from "../description/raw-pair.js";
import { propertyPlaces, sameValuePlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import { sampleValue } from "../request/sample-value.js";
import { bodyMedia } from "./build-request.js";
import type { CheckRun } from "./check-run.js";
import { idOf } from "./find-record.js";
import { ownId } from "./path-values.js";

/** A property that contains a whole record of another resource, with the id of an existing record. */
export interface RelatedRecord {
  readonly name: string;
  readonly record: JsonObject;
}

/** The number of properties that are tried. */
const MOST_RELATED = 3;

/**
 * Related records that a body may contain. Their schema is the body of another path's create. Servers often save such a
 * nested record with separate code, which may have bugs of its own.
 */
export async function relatedRecords(run: CheckRun, place: SchemaPlace): Promise<RelatedRecord[]> {
  const book = run.judge.request;
  const found: RelatedRecord[] = [];
  const names = sameValuePlaces(book, place).flatMap((each) =>
    Object.keys(asObject(asObject(book.at(each)).properties)),
  );
  for (const name of new Set(names)) {
    if (found.length === MOST_RELATED) break;
    const references = propertyPlaces(book, place, name).flatMap((each) => referencesAt(run, each));
    for (const reference of references) {
      const pair = run.pairs.find((each) => isMadeAs(run, each, reference));
      const id = pair && (await ownId(run, pair));
      if (pair === undefined || id === undefined) continue;
      const sample = sampleValue(reference, {
        book,
        random: run.random,
        optionalDepth: 1,
        scalarsFrom: 0,
        odd: EXAMPLES,
      });
      if (!isObject(sample)) continue;
      const properties = Object.keys(asObject(asObject(book.at(reference)).properties));
      // Each property's value is its own name, so the id that is found is the name of the id property.
      const key = idOf(Object.fromEntries(properties.map((property) => [property, property])), pair);
      if (key === undefined) continue;
      const isNumber = typeof sample[key] === "number";
      found.push({ name, record: { ...sample, [key]: isNumber ? Number(id) : id } });
      break;
    }
  }
  return found;
}

const EXAMPLES = { isExample: true };

/** True if a POST to a path without parameters creates the record of this component. */
function isMadeAs(run: CheckRun, { collectionPath, create }: RawPair, reference: SchemaPlace): boolean {
  const media = create && bodyMedia(create, "full");
  if (collectionPath.includes("{") || media?.schema === undefined) return false;
  return referencesAt(run, run.judge.request.place(media.schema)).includes(reference);
}

/** The components that a schema refers to for the value itself. */
function referencesAt({ judge }: CheckRun, place: SchemaPlace): SchemaPlace[] {
  const book = judge.request;
  return sameValuePlaces(book, place).flatMap((each) => asText(asObject(book.at(each)).$ref)?.slice(1) ?? []);
}

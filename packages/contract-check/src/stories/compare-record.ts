import { isObject, isSameJson, type JsonObject } from "../description/json.js";
import { isMarked, itemPlaces, propertyPlaces } from "../judge/property-places.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import type { SchemaJudge } from "../judge/schema-judge.js";

/** A field that was sent and came back with another value. */
export interface LostField {
  /** Property names, from the top of the record. */
  readonly at: readonly string[];
  readonly sent: unknown;
  readonly got: unknown;
}

/**
 * Finds sent fields that did not come back. Compares only fields that the response's schema declares without readOnly
 * or writeOnly, and whose sent value it allows.
 * @param ignored names whose value the path decides
 */
export async function lostFields(
  judge: SchemaJudge,
  sent: JsonObject,
  got: JsonObject,
  places: readonly SchemaPlace[],
  ignored: ReadonlySet<string>,
): Promise<LostField[]> {
  const lost: LostField[] = [];
  for (const [name, value] of Object.entries(sent)) {
    const declared = places.flatMap((place) => propertyPlaces(judge.response, place, name));
    const isServers = declared.length === 0 || declared.some((place) => isMarked(judge.response, place, "readOnly"));
    if (isServers || ignored.has(name) || (value === null && got[name] === undefined)) continue;
    if (declared.some((place) => isMarked(judge.response, place, "writeOnly"))) {
      if (got[name] !== undefined) lost.push({ at: [name, "(writeOnly)"], sent: value, got: got[name] });
    } else if (await isAllowed(judge, declared, value)) {
      const inside = await lostIn(judge, value, got[name], declared, ignored);
      lost.push(...inside.map((field) => ({ ...field, at: [name, ...field.at] })));
    }
  }
  return lost;
}

async function isAllowed(judge: SchemaJudge, places: readonly SchemaPlace[], value: unknown): Promise<boolean> {
  for (const place of places) if (!(await judge.fits("response", place, value))) return false;
  return true;
}

async function lostIn(
  judge: SchemaJudge,
  sent: unknown,
  got: unknown,
  places: readonly SchemaPlace[],
  ignored: ReadonlySet<string>,
): Promise<LostField[]> {
  if (isObject(sent) && isObject(got)) return lostFields(judge, sent, got, places, ignored);
  if (!Array.isArray(sent) || !Array.isArray(got) || sent.length !== got.length) {
    const isSame = isSameJson(sent, got) || isSameMoment(sent, got) || isShownAsRecord(sent, got);
    return isSame ? [] : [{ at: [], sent, got }];
  }
  const items = places.flatMap((place) => itemPlaces(judge.response, place));
  const lost: LostField[] = [];
  for (const [index, item] of sent.entries()) {
    const inside = await lostIn(judge, item, got[index], items, ignored);
    lost.push(...inside.map((field) => ({ ...field, at: [String(index), ...field.at] })));
  }
  return lost;
}

/**
 * True for two spellings of the same time, as databases return them: `12:00:00Z`, `12:00:00.000Z`, `14:00:00+02:00`.
 * RFC 3339, section 5.6.
 */
function isSameMoment(sent: unknown, got: unknown): boolean {
  const isMoment = (value: unknown): value is string =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value);
  return isMoment(sent) && isMoment(got) && Date.parse(sent) === Date.parse(got);
}

/** True if the answer expands an id: `privacy: 1` came back as `privacy: { id: 1, label: "Public" }`. */
function isShownAsRecord(sent: unknown, got: unknown): boolean {
  return !isObject(sent) && !Array.isArray(sent) && isObject(got) && Object.values(got).includes(sent);
}

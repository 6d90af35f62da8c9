import { fold } from "../description/fold.js";
import { asObject, isObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import { isMarked, propertyPlaces } from "../judge/property-places.js";
import { bodyMedia } from "../run/build-request.js";
import { type FoundRecord, findRecord, idName } from "../run/find-record.js";
import { withPathIds } from "../run/path-ids.js";
import { Broken, callStep } from "../run/step.js";
import type { PairStory } from "./pair-story.js";
import { type Change, plannedChange } from "./planned-change.js";
import { mayWrite, mustHold, recordPlaces } from "./sent-record.js";

/** @param current the record from the last read @returns the change, if one was made */
export async function updateRecord(
  story: PairStory,
  operation: RawOperation,
  path: string,
  id: string,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const { run, pair, style } = story;
  const media = bodyMedia(operation, style);
  if (media === undefined) {
    if (operation.body?.required !== true) await callStep(run, operation, style, path, "update");
    return undefined;
  }
  const change = await changeFor(story, operation, path, media, current);
  if (change === undefined) return undefined;
  const step = await callStep(run, operation, style, path, "update", { body: change.body });
  mustKeepId(story, operation, { id, current }, findRecord(step.reply.json, pair), change);
  if (pair.read === undefined) return change;
  const after = await callStep(run, pair.read, style, path, "read after update");
  const found = findRecord(after.reply.json, pair);
  if (found === undefined) return change;
  const writing = { name: "read after update", writer: operation, rule: "update-lost", style } as const;
  await mustHold(run, after, change.sent, found, writing);
  if (operation.method === "PATCH" && current !== undefined)
    mustKeepOthers(story, { update: operation, read: pair.read }, change, current, found);
  return change;
}

/** Plans a change. Its body repeats the ids of the path. */
async function changeFor(
  { run, pair, style }: PairStory,
  operation: RawOperation,
  path: string,
  media: RawMediaType,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const planned = await plannedChange(run, { read: pair.read ?? operation, hint: pair }, media, style, current);
  if (planned === undefined) return undefined;
  const body = await withPathIds(run, operation, path, media, planned.body);
  return planned.body === planned.sent ? { body, sent: asObject(body) } : planned;
}

function mustKeepId(
  { pair }: PairStory,
  operation: RawOperation,
  { id, current }: { readonly id: string; readonly current: FoundRecord | undefined },
  answered: FoundRecord | undefined,
  { sent }: Change,
): void {
  if (answered === undefined || answered.id === id || answered.at.length > 0) return;
  // A text such as `code: Success` is not the id if the record has another id property.
  if (current !== undefined && idName(answered.record, pair) !== idName(current.record, pair)) return;
  if (Object.values(sent).map(String).includes(answered.id)) return;
  throw new Broken(operation, `update: the id became ${answered.id}, it was ${id}`, { rule: "id-changed" });
}

/** Checks that a `PATCH` does not change fields that it leaves out. */
function mustKeepOthers(
  { run, pair }: PairStory,
  { update, read }: { readonly update: RawOperation; readonly read: RawOperation },
  { sent }: Change,
  before: FoundRecord,
  after: FoundRecord,
): void {
  // If the body has none of the record's properties, it is written in a patch language: `{ patch: [{ op, path, value }]
  // }`.
  if (!Object.keys(sent).some((name) => Object.hasOwn(after.record, name))) return;
  const places = recordPlaces(run, read, before);
  const { response } = run.judge;
  const writers = [update, ...(pair.create?.body ? [pair.create] : [])];
  // True for a value that the server may compute, such as `openSlots` from `capacity`. A nested record is not computed.
  const isComputed = (name: string, value: unknown): boolean =>
    (!Object.hasOwn(asObject(value), "id") && !writers.some((writer) => mayWrite(run, writer, name))) ||
    places.flatMap((each) => propertyPlaces(response, each, name)).some((each) => isMarked(response, each, "readOnly"));
  const moved = Object.entries(before.record).find(
    ([name, value]) =>
      !Object.hasOwn(sent, name) &&
      !isClock(name) &&
      !isComputed(name, value) &&
      !isSameJson(value, after.record[name]) &&
      !isReferredTo(name, after.record[name], sent),
  );
  if (moved === undefined) return;
  const [name, value] = moved;
  const values = `from ${JSON.stringify(value)} to ${JSON.stringify(after.record[name])}`;
  const fault = { rule: "update-touches-others", aspect: name } as const;
  throw new Broken(update, `update: ${name} was not sent and changed ${values}`, fault);
}

/** True if the request sent `droplet_id` for a record that is shown as `droplet`. */
function isReferredTo(name: string, shown: unknown, sent: JsonObject): boolean {
  if (!isObject(shown)) return false;
  const names = new Set(Object.keys(shown).map((inner) => fold(`${name}${inner}`)));
  return Object.keys(sent).some((each) => names.has(fold(each)));
}

/** True for fields that a server may change at each write. */
function isClock(name: string): boolean {
  return /updat|modif|version|etag|revision|chang|last|history/i.test(name);
}

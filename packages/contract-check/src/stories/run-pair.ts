import { asObject, isObject } from "../description/json.js";
import { type RawPair, recordPath } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { addFinding, type CheckRun } from "../run/check-run.js";
import { type FoundRecord, findRecord } from "../run/find-record.js";
import { fillPath, takesId } from "../run/path-values.js";
import { Broken, callStep, tell, Undecidable } from "../run/step.js";
import { updateRecord } from "./changed-record.js";
import { mustBeGone, mustRefuse } from "./deleted-record.js";
import { firstListed, mustList } from "./listed-record.js";
import { createRecord, mustLeadToRecord, type NewRecord } from "./new-record.js";
import type { PairStory } from "./pair-story.js";
import type { Change } from "./planned-change.js";
import { mustHold } from "./sent-record.js";

/**
 * Plays the story of a pair: create, read, list, update, read, delete, read again. Skips steps that are not declared.
 */
export async function runPair(run: CheckRun, pair: RawPair, style: Style): Promise<void> {
  await tell(run, { kind: "pair", path: pair.itemPath, pair, style }, async () => {
    const broken: Broken[] = [];
    const goOn: PairStory["goOn"] = async (part) => {
      try {
        return await part();
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        if (error.fault) addFinding(run, error.operation, "story", style, error.fault);
        broken.push(error);
        return undefined;
      }
    };
    try {
      await walk({ run, pair, style, goOn });
    } catch (error) {
      if (broken.length === 0 || !(error instanceof Undecidable)) throw error;
    }
    const [first] = broken;
    // Its finding is already recorded.
    if (first) throw new Broken(first.operation, first.message);
  });
}

async function walk(story: PairStory): Promise<void> {
  const { run, pair, style } = story;
  const collection = pair.create ?? pair.list;
  if (collection === undefined) throw new Undecidable("neither a list nor a create");
  const parent = await fillPath(run, collection, style);
  if (typeof parent === "string") throw new Undecidable(`${parent} of the collection`);
  if (isEnumerated(run, pair)) throw new Undecidable("the item path's parameter is an enumeration, not an id");
  const created =
    pair.create === undefined ? await firstListed(story, parent.path) : await createRecord(story, pair.create, parent);
  if (pair.create === undefined && !(await takesId(run, pair, created.id)))
    throw new Undecidable("the list shows no id that the item path takes");
  const itemPath = recordPath(pair, parent.path, created.id);

  const { create: creates, read: reads, update: updates } = pair;
  const { location } = created;
  if (creates !== undefined && reads !== undefined && location !== undefined)
    await story.goOn(() => mustLeadToRecord(story, { create: creates, read: reads }, location));
  const current = await readRecord(story, itemPath, created);
  const record = current?.record ?? created.sent;
  if (creates !== undefined) await story.goOn(() => mustList(story, parent.path, { id: created.id, record }, true));
  if (creates === undefined && !run.isDisposable) return;
  const change = updates && (await story.goOn(() => updateRecord(story, updates, itemPath, created.id, current)));
  await removeRecord(story, { itemPath, collectionPath: parent.path, id: created.id }, current, change);
}

/** Reads the record, which must have the sent values. */
async function readRecord(story: PairStory, path: string, { id, sent }: NewRecord): Promise<FoundRecord | undefined> {
  const { run, pair, style } = story;
  if (pair.read === undefined) return undefined;
  const step = await callStep(run, pair.read, style, path, "read");
  const { json } = step.reply;
  const shown = findRecord(json, pair) ?? (isObject(json) ? { record: json, id, at: [] } : undefined);
  if (shown === undefined) return undefined;
  const writer = pair.create ?? pair.read;
  const writing = { name: "read after create", writer, rule: "field-lost", style } as const;
  await story.goOn(() => mustHold(run, step, sent, shown, writing));
  return shown;
}

interface RecordPlace {
  readonly itemPath: string;
  readonly collectionPath: string;
  readonly id: string;
}

/** Deletes the record. After that it must not be readable, changeable or in the list. */
async function removeRecord(
  story: PairStory,
  { itemPath, collectionPath, id }: RecordPlace,
  current: FoundRecord | undefined,
  change: Change | undefined,
): Promise<void> {
  const { remove, read, update } = story.pair;
  if (remove === undefined) return;
  await callStep(story.run, remove, story.style, itemPath, "delete");
  if (KEEPING.test(remove.title)) return;
  if (read !== undefined && (await mustBeGone(story, { remove, read }, itemPath, current)) === "another") return;
  if (update !== undefined && read !== undefined && change !== undefined)
    await mustRefuse(story, update, itemPath, change);
  await mustList(story, collectionPath, { id, record: {} }, false);
}

/** Texts of deletes that only change the record's state, so that it stays readable. */
const KEEPING = /\b(?:de-?activat|archiv|clos|cancel|disabl|suspend|terminat|expir|soft[- ]?delet)/i;

function isEnumerated(run: CheckRun, pair: RawPair): boolean {
  const item = pair.read ?? pair.update ?? pair.remove;
  const parameter = item?.parameters.find(({ in: place, name }) => place === "path" && name === pair.parameter);
  if (parameter?.schema === undefined) return false;
  const { request } = run.judge;
  return asObject(request.at(request.follow(request.place(parameter.schema)))).enum !== undefined;
}

import { fold } from "../description/fold.js";
import { asObject, isObject, isSameJson, isScalar, type JsonObject, percentEncode } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import { type RawPair, recordPath } from "../description/raw-pair.js";
import { isMarked, propertyPlaces } from "../judge/property-places.js";
import { bodyEnvelope, unwrapBody } from "../request/body-envelope.js";
import { sampleValue } from "../request/sample-value.js";
import type { Style } from "../request/valid-value.js";
import { acceptedFields, bodyOf } from "../run/accepted-body.js";
import { bodyMedia, buildRequest } from "../run/build-request.js";
import { checkReply, excerpt, refusalFaults } from "../run/check-reply.js";
import { addFinding, type CheckRun } from "../run/check-run.js";
import { type FoundRecord, findRecord, idName, idOf } from "../run/find-record.js";
import { withPathIds } from "../run/path-ids.js";
import { type FilledPath, fillPath, locationId, sentId, takesId } from "../run/path-values.js";
import { Broken, callStep, isLocked, lockReason, type Step, tell, Undecidable } from "../run/step.js";
import { readList } from "./list-pages.js";
import { type Change, plannedChange } from "./planned-change.js";
import { mayWrite, mustHold, recordPlaces, responseMedia } from "./sent-record.js";

/** Takes one pair through create, read, list, update, read, delete, read again; steps that are not declared are left out. */
export async function runPair(run: CheckRun, pair: RawPair, style: Style): Promise<void> {
  await tell(run, { kind: "pair", path: pair.itemPath, pair, style }, async () => {
    const broken: Broken[] = [];
    const goOn: GoOn = async (part) => {
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
      await walk(run, pair, style, goOn);
    } catch (error) {
      if (broken.length === 0 || !(error instanceof Undecidable)) throw error;
    }
    const [first] = broken;
    // Its finding is there already.
    if (first) throw new Broken(first.operation, first.message);
  });
}

/** Runs a part of the story. A fault in it is taken down, and the story goes on: what was created can still be changed and deleted. */
type GoOn = <T>(part: () => Promise<T>) => Promise<T | undefined>;

async function walk(run: CheckRun, pair: RawPair, style: Style, goOn: GoOn): Promise<void> {
  const collection = pair.create ?? pair.list;
  if (collection === undefined) throw new Undecidable("neither a list nor a create");
  const parent = await fillPath(run, collection, style);
  if (typeof parent === "string") throw new Undecidable(`${parent} of the collection`);
  if (isEnumerated(run, pair)) throw new Undecidable("the item path's parameter is an enumeration, not an id");
  const created =
    pair.create === undefined
      ? await firstListed(run, pair, style, parent.path)
      : await create(run, pair, pair.create, style, parent, goOn);
  const itemPath = recordPath(pair, parent.path, created.id);

  const { create: creates, read: reads } = pair;
  const { location } = created;
  if (creates !== undefined && reads !== undefined && location !== undefined)
    await goOn(() => mustLeadToRecord(run, { create: creates, read: reads }, style, location));
  let current: FoundRecord | undefined;
  if (pair.read !== undefined) {
    const step = await callStep(run, pair.read, style, itemPath, "read");
    current =
      findRecord(step.reply.json, pair) ??
      (isObject(step.reply.json) ? { record: step.reply.json, id: created.id, at: [] } : undefined);
    if (current !== undefined) {
      const writer = pair.create ?? pair.read;
      const writing = { name: "read after create", writer, rule: "field-lost", style } as const;
      const shown = current;
      await goOn(() => mustHold(run, step, created.sent, shown, writing));
    }
  }
  if (pair.list !== undefined && pair.create !== undefined)
    await goOn(() =>
      mustList(run, pair, style, parent.path, { ...created, record: current?.record ?? created.sent }, true),
    );
  const isOwn = pair.create !== undefined || run.isDisposable;
  const { update: updates } = pair;
  const change =
    updates !== undefined && isOwn
      ? await goOn(() => update(run, pair, updates, style, itemPath, created.id, current))
      : undefined;
  if (pair.remove !== undefined && isOwn) {
    await callStep(run, pair.remove, style, itemPath, "delete");
    if (KEEPING.test(pair.remove.title)) return;
    const isNameTaken =
      pair.read !== undefined &&
      (await mustBeGone(run, pair, { remove: pair.remove, read: pair.read }, style, itemPath, current)) === "another";
    if (pair.update !== undefined && pair.read !== undefined && change !== undefined && !isNameTaken)
      await mustRefuse(run, pair.update, style, itemPath, change);
    if (pair.list !== undefined && !isNameTaken)
      await mustList(run, pair, style, parent.path, { ...created, record: {} }, false);
  }
}

interface Created {
  readonly id: string;
  /** The record as it was sent; empty for one that was there. */
  readonly sent: JsonObject;
  /** The `Location` header of the answer to the create. */
  readonly location?: string | undefined;
}

async function create(
  run: CheckRun,
  pair: RawPair,
  operation: RawOperation,
  style: Style,
  { path, exists }: FilledPath,
  goOn: GoOn,
): Promise<Created> {
  const media = bodyMedia(operation, style);
  const fields = acceptedFields(run, operation);
  let body = media && ((await bodyOf(run, media, { style, fields })) ?? (await bodyOf(run, media, { style })));
  if (media === undefined && operation.body?.required === true)
    throw new Undecidable("the create takes a media type that cannot be written here");
  if (media !== undefined && body === undefined) throw new Undecidable("no valid body found for the create");
  // Where nothing is there that the path could name, and nothing to make it with, that is what the server says.
  const refusals = exists === false ? [404, 409] : [409];
  let step = await callStep(run, operation, style, path, "create", { body: body?.value, accepted: refusals });
  if (step.reply.status === 404) throw new Undecidable("there is no record for a path parameter of the collection");
  for (let attempt = 1; step.reply.status === 409 && media !== undefined && attempt < 5; attempt += 1) {
    body = await bodyOf(run, media, { style: "full", fields });
    step = await callStep(run, operation, style, path, "create", {
      body: body?.value,
      accepted: attempt < 4 ? [409] : [],
    });
  }
  const shown = findRecord(step.reply.json, pair);
  // An answer may repeat its status, and a name is no id where paths take numbers.
  const isId = shown !== undefined && shown.id !== String(step.reply.status) && (await takesId(run, pair, shown.id));
  const answered = isId ? shown : undefined;
  // An answer with the id of the record around it, which the path names, shows that one.
  const isAround = path.split("/").some((segment) => segment === percentEncode(answered?.id ?? "/"));
  const found = isAround ? undefined : answered;
  const place = media?.schema === undefined ? undefined : run.judge.request.place(media.schema);
  const envelope = place === undefined ? undefined : bodyEnvelope(run.judge.request, place);
  const sent = unwrapBody(body?.value, envelope, found?.record);
  if (found !== undefined) {
    const writing = { name: "create", writer: operation, rule: "field-lost", style } as const;
    const made = step;
    await goOn(() => mustHold(run, made, sent, found, writing));
  }
  const chosen = step.reply.text === "" ? chosenId(sent, pair) : undefined;
  const told = found?.id ?? locationId(step.reply.headers.location, pair) ?? chosen;
  const id = told ?? (isAround ? undefined : await sentId(run, pair, path, sent));
  if (id !== undefined) return { id, sent, location: step.reply.headers.location };
  if (isAround) throw new Undecidable("the answer to the create shows the record around the new one");
  if ((shown !== undefined && !isId) || !(await declaresId(run, step, pair)))
    throw new Undecidable("the answer to the create is documented without an id");
  throw new Broken(operation, `create: no id in the answer: ${excerpt(step.reply)}`, { rule: "create-without-id" });
}

/** The id that the client chose: only a property named like the path's parameter is surely the id. */
function chosenId(sent: JsonObject, { parameter, noun }: RawPair): string | undefined {
  const id = idOf(sent, { parameter, noun, collectionPath: "" });
  const name = idName(sent, { parameter, noun, collectionPath: "" });
  return name?.toLowerCase() === parameter.toLowerCase() ? id : undefined;
}

function isEnumerated(run: CheckRun, pair: RawPair): boolean {
  const item = pair.read ?? pair.update ?? pair.remove;
  const parameter = item?.parameters.find(({ in: place, name }) => place === "path" && name === pair.parameter);
  if (parameter?.schema === undefined) return false;
  const { request } = run.judge;
  return asObject(request.at(request.follow(request.place(parameter.schema)))).enum !== undefined;
}

/** A client that goes where `Location` points must find the record. */
async function mustLeadToRecord(
  run: CheckRun,
  { create, read }: { readonly create: RawOperation; readonly read: RawOperation },
  style: Style,
  location: string,
): Promise<void> {
  const url = new URL(location, "http://host.test");
  const request = await buildRequest(run, read, style, url.pathname, { optional: false });
  if (request === undefined) return;
  const query = request.target.split("?")[1] ?? url.search.slice(1);
  const reply = await run.client.send({ ...request, target: query === "" ? url.pathname : `${url.pathname}?${query}` });
  if (reply.status >= 400)
    throw new Broken(create, `Location of the create: GET ${location} answers ${reply.status}: ${excerpt(reply)}`, {
      rule: "location-broken",
    });
}

/** Would an answer along the documented schema let a client know the id? */
async function declaresId(run: CheckRun, { operation, reply }: Step, pair: RawPair): Promise<boolean> {
  const media = responseMedia(operation, reply);
  if (media?.schema === undefined) return false;
  const book = run.judge.response;
  const sample = sampleValue(book.place(media.schema), { book, random: run.random, optionalDepth: 3 });
  const found = findRecord(sample, pair);
  return found !== undefined && (await takesId(run, pair, found.id));
}

async function firstListed(run: CheckRun, pair: RawPair, style: Style, path: string): Promise<Created> {
  const list = pair.list;
  if (list === undefined) throw new Undecidable("neither a list nor a create");
  const listing = await readList(run, { ...pair, list }, style, path, undefined);
  if (listing === undefined) throw new Undecidable("no valid request found for the list");
  if (listing.ids === undefined) throw new Undecidable("the collection's GET answers no list");
  const [id] = listing.ids;
  if (id === undefined) throw new Undecidable(`the list shows no id: ${excerpt(listing.reply)}`);
  return { id, sent: {} };
}

async function mustList(
  run: CheckRun,
  pair: RawPair,
  style: Style,
  path: string,
  { id, record }: { readonly id: string; readonly record: JsonObject },
  isThere: boolean,
): Promise<void> {
  const list = pair.list;
  if (list === undefined) return;
  const listing = await readList(run, { ...pair, list }, style, path, id, record);
  // Not a list by its contract, or one that needs what cannot be made: nothing can be said.
  if (listing === undefined || (listing.ids === undefined && listing.reply.status < 300)) return;
  if (listing.ids === undefined) {
    if (isLocked(run, list, listing.reply)) throw new Undecidable(`the list ${lockReason(run, list)}`);
    const fault = await checkReply(run.judge, listing.reply, { operation: list, exists: true });
    const { status } = listing.reply;
    const rule = fault?.rule ?? "valid-refused";
    throw new Broken(list, `list: ${status} ${excerpt(listing.reply)}`, { rule, aspect: String(status) });
  }
  // By its own id: what is left may well speak of something else with this one.
  if (!isThere && listing.ids.includes(id))
    throw new Broken(pair.remove ?? list, `list after delete: ${id} is still there`, { rule: "delete-listed" });
  if (!isThere || listing.hasWanted || !listing.isWhole) return;
  // The list asks for a filter whose value for this record is not known.
  if (list.parameters.some(({ in: place, name, required }) => required && place === "query" && !isScalar(record[name])))
    return;
  const items = listing.ids.length === 0 ? excerpt(listing.reply) : listing.ids.slice(0, 8).join(", ");
  const message = `list (${listing.request.target}): ${id} is not among ${listing.ids.length} ids: ${items}`;
  throw new Broken(list, message, { rule: "list-misses" });
}

/** Returns the change that was made, if any was. */
async function update(
  run: CheckRun,
  pair: RawPair,
  operation: RawOperation,
  style: Style,
  path: string,
  id: string,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const media = bodyMedia(operation, style);
  if (media === undefined) {
    if (operation.body?.required !== true) await callStep(run, operation, style, path, "update");
    return undefined;
  }
  const planned = await plannedChange(run, { read: pair.read ?? operation, hint: pair }, media, style, current);
  if (planned === undefined) return undefined;
  const body = await withPathIds(run, operation, path, media, planned.body);
  const change = planned.body === planned.sent ? { body, sent: asObject(body) } : planned;
  const step = await callStep(run, operation, style, path, "update", { body: change.body });
  const answered = findRecord(step.reply.json, pair);
  if (
    answered !== undefined &&
    answered.id !== id &&
    answered.at.length === 0 &&
    // A text such as `code: Success` is no id where the record has another property for it.
    (current === undefined || idName(answered.record, pair) === idName(current.record, pair)) &&
    !Object.values(change.sent).map(String).includes(answered.id)
  ) {
    throw new Broken(operation, `update: the id became ${answered.id}, it was ${id}`, { rule: "id-changed" });
  }
  if (pair.read === undefined) return change;
  const after = await callStep(run, pair.read, style, path, "read after update");
  const found = findRecord(after.reply.json, pair);
  if (found === undefined) return change;
  const writing = { name: "read after update", writer: operation, rule: "update-lost", style } as const;
  await mustHold(run, after, change.sent, found, writing);
  if (operation.method !== "PATCH" || current === undefined) return change;
  // A body of none of the record's properties is a language of its own: `{ patch: [{ op, path, value }] }`.
  if (!Object.keys(change.sent).some((name) => Object.hasOwn(found.record, name))) return change;
  const places = recordPlaces(run, pair.read, current);
  const { response } = run.judge;
  const writers = [operation, ...(pair.create?.body ? [pair.create] : [])];
  // The server computes it, maybe from what was sent: `openSlots` of `capacity`. Another record is no computed value.
  const isComputed = (name: string, value: unknown): boolean =>
    (!Object.hasOwn(asObject(value), "id") && !writers.some((writer) => mayWrite(run, writer, name))) ||
    places.flatMap((each) => propertyPlaces(response, each, name)).some((each) => isMarked(response, each, "readOnly"));
  const moved = Object.entries(current.record).filter(
    ([name, value]) =>
      !Object.hasOwn(change.sent, name) &&
      !isClock(name) &&
      !isComputed(name, value) &&
      !isSameJson(value, found.record[name]) &&
      !isReferredTo(name, found.record[name], change.sent),
  );
  const [first] = moved;
  if (first !== undefined) {
    const [name, value] = first;
    const values = `from ${JSON.stringify(value)} to ${JSON.stringify(found.record[name])}`;
    const fault = { rule: "update-touches-others", aspect: name } as const;
    throw new Broken(operation, `update: ${name} was not sent and changed ${values}`, fault);
  }
  return change;
}

/** Deletes that say so leave the record where it is, in another state. */
const KEEPING = /\b(?:de-?activat|archiv|clos|cancel|disabl|suspend|terminat|expir|soft[- ]?delet)/i;

/** A `PATCH` changes what is there; a `PUT` may make it anew. @see RFC 5789, section 2 */
async function mustRefuse(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  path: string,
  { body }: Change,
): Promise<void> {
  const request =
    operation.method === "PATCH"
      ? await buildRequest(run, operation, style, path, { optional: false, body })
      : undefined;
  if (request === undefined) return;
  const reply = await run.client.send(request);
  const details = [`update after delete: ${reply.status} ${excerpt(reply)}`];
  if (reply.status >= 500)
    addFinding(run, operation, "pair", style, { rule: "server-error", aspect: "update after delete", details });
  else if (reply.status < 300) addFinding(run, operation, "pair", style, { rule: "update-of-absent", details });
}

/** True if the request sent `droplet_id` for a record that is shown as `droplet`. */
function isReferredTo(name: string, shown: unknown, sent: JsonObject): boolean {
  if (!isObject(shown)) return false;
  const names = new Set(Object.keys(shown).map((inner) => fold(`${name}${inner}`)));
  return Object.keys(sent).some((each) => names.has(fold(each)));
}

/** Fields that a server may move at each write. */
function isClock(name: string): boolean {
  return /updat|modif|version|etag|revision|chang|last|history/i.test(name);
}

/** Returns `another` where the path now leads to another record of that name. */
async function mustBeGone(
  run: CheckRun,
  pair: RawPair,
  { remove, read }: { readonly remove: RawOperation; readonly read: RawOperation },
  style: Style,
  path: string,
  before: FoundRecord | undefined,
): Promise<"another" | undefined> {
  const request = await buildRequest(run, read, style, path, { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request);
  if (reply.status >= 500) {
    const message = `read after delete: ${reply.status} ${excerpt(reply)}`;
    throw new Broken(read, message, { rule: "server-error", aspect: "read after delete" });
  }
  if (reply.status < 300 && isAnother(before, findRecord(reply.json, pair))) return "another";
  // Some servers answer 403, so that nobody learns what exists.
  if (![403, 404, 410].includes(reply.status)) {
    const message = `read after delete: ${reply.status}, not 404: ${excerpt(reply)}`;
    throw new Broken(remove, message, { rule: "delete-kept" });
  }
  for (const fault of await refusalFaults(run, read, reply)) addFinding(run, read, "pair", style, fault);
  return undefined;
}

/** True for another record, with its own id, that has the name of the first one. */
function isAnother(before: FoundRecord | undefined, after: FoundRecord | undefined): boolean {
  const [first, second] = [before?.record.id, after?.record.id];
  return first !== undefined && second !== undefined && first !== second;
}

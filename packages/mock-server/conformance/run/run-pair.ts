import { asObject, isObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import { bodyEnvelope, unwrapBody } from "../request/body-envelope.js";
import { sampleValue } from "../request/sample-value.js";
import type { Style } from "../request/valid-value.js";
import { NoAnswer } from "./api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "./build-request.js";
import { checkErrorReply, excerpt } from "./check-reply.js";
import type { ConformanceRun, PairFinding } from "./conformance-run.js";
import { type FoundRecord, findRecord, idName, idOf } from "./find-record.js";
import { readList } from "./list-pages.js";
import { type FilledPath, fillPath, locationId } from "./path-values.js";
import { plannedChange } from "./planned-change.js";
import { mustHold, responseMedia } from "./sent-record.js";
import { Broken, callStep, type Step, Undecidable } from "./step.js";

/** Takes one pair through create, read, list, update, read, delete, read again; steps that are not declared are left out. */
export async function runPair(run: ConformanceRun, pair: RawPair, style: Style): Promise<void> {
  const finding = (outcome: PairFinding["outcome"], reason: string): void => {
    run.findings.pairs.push({ pair, style, outcome, reason });
  };
  try {
    await walk(run, pair, style);
    finding("whole", "");
  } catch (error) {
    if (error instanceof Undecidable) finding("undecidable", error.message);
    else if (error instanceof Broken || error instanceof NoAnswer) finding("broken", error.message);
    else throw error;
  }
}

async function walk(run: ConformanceRun, pair: RawPair, style: Style): Promise<void> {
  const collection = pair.create ?? pair.list;
  const parent = collection === undefined ? undefined : await fillPath(run, collection, style);
  if (parent === undefined) throw new Undecidable("no value found for a path parameter of the collection");
  if (isEnumerated(run, pair)) throw new Undecidable("the item path's parameter is an enumeration, not an id");
  const created =
    pair.create === undefined
      ? await firstListed(run, pair, style, parent.path)
      : await create(run, pair, pair.create, style, parent);
  const itemPath = `${parent.path.replace(/\/$/, "")}/${encodeURIComponent(created.id)}`;

  if (pair.read !== undefined && created.location !== undefined)
    await mustLeadToRecord(run, pair.read, style, created.location);
  let current: FoundRecord | undefined;
  if (pair.read !== undefined) {
    const step = await callStep(run, pair.read, style, itemPath, "read");
    current =
      findRecord(step.reply.json, pair) ??
      (isObject(step.reply.json) ? { record: step.reply.json, id: created.id, at: [] } : undefined);
    if (current !== undefined) await mustHold(run, step, created.sent, current, "read after create");
  }
  if (pair.list !== undefined && pair.create !== undefined)
    await mustList(run, pair, style, parent.path, { ...created, record: current?.record ?? created.sent }, true);
  if (pair.update !== undefined) await update(run, pair, pair.update, style, itemPath, created.id, current);
  if (pair.remove !== undefined) {
    await callStep(run, pair.remove, style, itemPath, "delete");
    if (pair.read !== undefined) await mustBeGone(run, pair.read, style, itemPath);
    else if (pair.list !== undefined) await mustList(run, pair, style, parent.path, { ...created, record: {} }, false);
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
  run: ConformanceRun,
  pair: RawPair,
  operation: RawOperation,
  style: Style,
  { path, exists }: FilledPath,
): Promise<Created> {
  const media = bodyMedia(operation, style);
  let body = media === undefined ? undefined : await bodyValue(run, media, style);
  if (media === undefined && operation.body?.required === true)
    throw new Undecidable("the create takes a media type that cannot be written here");
  if (media !== undefined && body === undefined) throw new Undecidable("no valid body found for the create");
  // Where nothing is there that the path could name, and nothing to make it with, that is what the server says.
  const refusals = exists === false ? [404, 409] : [409];
  let step = await callStep(run, operation, style, path, "create", body?.value, refusals);
  if (step.reply.status === 404) throw new Undecidable("no record is there for a path parameter of the collection");
  for (let attempt = 1; step.reply.status === 409 && media !== undefined && attempt < 5; attempt += 1) {
    body = await bodyValue(run, media, "full");
    step = await callStep(run, operation, style, path, "create", body?.value, attempt < 4 ? [409] : []);
  }
  const answered = findRecord(step.reply.json, pair);
  // An answer with the id of the record around it, which the path names, shows that one.
  const isAround = path.split("/").some((segment) => segment === encodeURIComponent(answered?.id ?? "/"));
  const found = isAround ? undefined : answered;
  const place = media?.schema === undefined ? undefined : run.judge.request.place(media.schema);
  const envelope = place === undefined ? undefined : bodyEnvelope(run.judge.request, place);
  const sent = unwrapBody(body?.value, envelope, found?.record);
  if (found !== undefined) await mustHold(run, step, sent, found, "create");
  const sentId = step.reply.text === "" ? chosenId(sent, pair) : undefined;
  const id = found?.id ?? locationId(step.reply.headers.location) ?? sentId;
  if (id !== undefined) return { id, sent, location: step.reply.headers.location };
  if (isAround) throw new Undecidable("the answer to the create shows the record around the new one");
  if (!declaresId(run, step, pair)) throw new Undecidable("the answer to the create is documented without an id");
  throw new Broken(`create: no id in the answer: ${excerpt(step.reply)}`);
}

/** Of what was sent only what is called like the path's parameter is surely the id. */
function chosenId(sent: JsonObject, { parameter, noun }: RawPair): string | undefined {
  const id = idOf(sent, { parameter, noun, collectionPath: "" });
  const name = idName(sent, { parameter, noun, collectionPath: "" });
  return name?.toLowerCase() === parameter.toLowerCase() ? id : undefined;
}

function isEnumerated(run: ConformanceRun, pair: RawPair): boolean {
  const item = pair.read ?? pair.update ?? pair.remove;
  const parameter = item?.parameters.find(({ in: place, name }) => place === "path" && name === pair.parameter);
  if (parameter?.schema === undefined) return false;
  const { request } = run.judge;
  return asObject(request.at(request.follow(request.place(parameter.schema)))).enum !== undefined;
}

/** A client that goes where `Location` points must find the record. */
async function mustLeadToRecord(
  run: ConformanceRun,
  read: RawOperation,
  style: Style,
  location: string,
): Promise<void> {
  const url = new URL(location, "http://host.test");
  const request = await buildRequest(run, read, style, url.pathname, { optional: false });
  if (request === undefined) return;
  const query = request.target.split("?")[1] ?? url.search.slice(1);
  const reply = await run.client.send({ ...request, target: query === "" ? url.pathname : `${url.pathname}?${query}` });
  if (reply.status >= 400)
    throw new Broken(`Location of the create: GET ${location} answers ${reply.status}: ${excerpt(reply)}`);
}

/** Would an answer along the documented schema let a client know the id? */
function declaresId(run: ConformanceRun, { operation, reply }: Step, pair: RawPair): boolean {
  const media = responseMedia(operation, reply);
  if (media?.schema === undefined) return false;
  const book = run.judge.response;
  const sample = sampleValue(book.place(media.schema), { book, random: run.random, optionalDepth: 3 });
  return findRecord(sample, pair) !== undefined;
}

async function firstListed(run: ConformanceRun, pair: RawPair, style: Style, path: string): Promise<Created> {
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
  run: ConformanceRun,
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
  if (listing.ids === undefined) throw new Broken(`list: ${listing.reply.status} ${excerpt(listing.reply)}`);
  // By its own id: what is left may well speak of something else with this one.
  if (!isThere && listing.ids.includes(id)) throw new Broken(`list after delete: ${id} is still there`);
  if (!isThere || listing.hasWanted) return;
  // The list asks for a filter whose value for this record is not known.
  if (
    list.parameters.some(({ in: place, name, required }) => required && place === "query" && !isScalarIn(record, name))
  )
    return;
  const items = listing.ids.length === 0 ? excerpt(listing.reply) : listing.ids.slice(0, 8).join(", ");
  throw new Broken(`list (${listing.request.target}): ${id} is not among ${listing.ids.length} ids: ${items}`);
}

function isScalarIn(record: JsonObject, name: string): boolean {
  return typeof record[name] === "string" || typeof record[name] === "number" || typeof record[name] === "boolean";
}

async function update(
  run: ConformanceRun,
  pair: RawPair,
  operation: RawOperation,
  style: Style,
  path: string,
  id: string,
  current: FoundRecord | undefined,
): Promise<void> {
  const media = bodyMedia(operation, style);
  if (media === undefined) {
    if (operation.body?.required !== true) await callStep(run, operation, style, path, "update", undefined);
    return;
  }
  const change = await plannedChange(run, { read: pair.read ?? operation, hint: pair }, media, style, current);
  if (change === undefined) return;
  const step = await callStep(run, operation, style, path, "update", change.body);
  const answered = findRecord(step.reply.json, pair);
  if (
    answered !== undefined &&
    answered.id !== id &&
    answered.at.length === 0 &&
    // A text such as `code: Success` is no id where the record has another property for it.
    (current === undefined || idName(answered.record, pair) === idName(current.record, pair)) &&
    !Object.values(change.sent).map(String).includes(answered.id)
  ) {
    throw new Broken(`update: the id became ${answered.id}, it was ${id}`);
  }
  if (pair.read === undefined) return;
  const after = await callStep(run, pair.read, style, path, "read after update");
  const found = findRecord(after.reply.json, pair);
  if (found === undefined) return;
  await mustHold(run, after, change.sent, found, "read after update");
  if (operation.method !== "PATCH" || current === undefined) return;
  const moved = Object.entries(current.record).filter(
    ([name, value]) => !Object.hasOwn(change.sent, name) && !isClock(name) && !isSameJson(value, found.record[name]),
  );
  const [first] = moved;
  if (first !== undefined) {
    throw new Broken(
      `update: ${first[0]} was not sent and changed from ${JSON.stringify(first[1])} to ${JSON.stringify(found.record[first[0]])}`,
    );
  }
}

/** Fields that a server may move at each write. */
function isClock(name: string): boolean {
  return /updat|modif|version|etag|revision|chang|last|history/i.test(name);
}

async function mustBeGone(run: ConformanceRun, operation: RawOperation, style: Style, path: string): Promise<void> {
  const request = await buildRequest(run, operation, style, path, { optional: false });
  if (request === undefined) return;
  const reply = await run.client.send(request);
  if (reply.status !== 404 && reply.status !== 410)
    throw new Broken(`read after delete: ${reply.status}, not 404: ${excerpt(reply)}`);
  const fault = await checkErrorReply(run.judge, reply, operation);
  if (fault !== undefined) {
    run.findings.failures.push({ phase: "pair", style, operation: operation.key, fault, request, reply });
  }
}

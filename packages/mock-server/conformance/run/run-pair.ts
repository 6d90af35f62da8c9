import { asObject, isObject, isSameJson, type JsonObject } from "../description/json.js";
import type { RawMediaType, RawOperation } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import type { SchemaPlace } from "../judge/schema-book.js";
import { sampleValue } from "../request/sample-value.js";
import type { Style } from "../request/valid-value.js";
import type { Reply, SentRequest } from "./api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "./build-request.js";
import { checkErrorReply, checkReply, documentedMediaType, documentedResponse, excerpt } from "./check-reply.js";
import { isMarked, lostFields, propertyPlaces } from "./compare-record.js";
import type { ConformanceRun, PairFinding } from "./conformance-run.js";
import { type FoundRecord, findRecord, idOf } from "./find-record.js";
import { readList } from "./list-pages.js";
import { fillPath, locationId } from "./path-values.js";

/** Takes one pair through create, read, list, update, read, delete, read again; steps that are not declared are left out. */
export async function runPair(run: ConformanceRun, pair: RawPair, style: Style): Promise<void> {
  const finding = (outcome: PairFinding["outcome"], reason: string): void => {
    run.findings.pairs.push({ pair, style, outcome, reason });
  };
  try {
    const reason = await walk(run, pair, style);
    finding("whole", reason ?? "");
  } catch (error) {
    if (error instanceof Undecidable) finding("undecidable", error.message);
    else if (error instanceof Broken) finding("broken", error.message);
    else throw error;
  }
}

/** A step that went wrong; the rest of the pair cannot be judged. */
class Broken extends Error {}
/** The contract does not say enough. */
class Undecidable extends Error {}

interface Step {
  readonly operation: RawOperation;
  readonly request: SentRequest;
  readonly reply: Reply;
}

async function walk(run: ConformanceRun, pair: RawPair, style: Style): Promise<string | undefined> {
  const collection = pair.create ?? pair.list;
  const parent = collection === undefined ? undefined : await fillPath(run, collection, style);
  if (parent === undefined) throw new Undecidable("no value found for a path parameter of the collection");
  const created =
    pair.create === undefined
      ? await firstListed(run, pair, style, parent.path)
      : await create(run, pair, pair.create, style, parent.path);
  const itemPath = `${parent.path.replace(/\/$/, "")}/${encodeURIComponent(created.id)}`;

  let current: FoundRecord | undefined;
  if (pair.read !== undefined) {
    const step = await call(run, pair.read, style, itemPath, "read");
    current =
      findRecord(step.reply.json, pair) ??
      (isObject(step.reply.json) ? { record: step.reply.json, id: created.id, at: [] } : undefined);
    if (current !== undefined) await compare(run, step, created.sent, current, "read after create");
  }
  if (pair.list !== undefined && pair.create !== undefined)
    await mustList(run, pair, style, parent.path, created.id, true);
  if (pair.update !== undefined) await update(run, pair, pair.update, style, itemPath, created.id, current);
  if (pair.remove !== undefined) {
    await call(run, pair.remove, style, itemPath, "delete");
    if (pair.read !== undefined) await mustBeGone(run, pair.read, style, itemPath);
    else if (pair.list !== undefined) await mustList(run, pair, style, parent.path, created.id, false);
  }
  return undefined;
}

interface Created {
  readonly id: string;
  /** The record as it was sent; empty for one that was there. */
  readonly sent: JsonObject;
}

async function create(
  run: ConformanceRun,
  pair: RawPair,
  operation: RawOperation,
  style: Style,
  path: string,
): Promise<Created> {
  const media = bodyMedia(operation, style);
  let body = media === undefined ? undefined : await bodyValue(run, media, style);
  if (media === undefined && operation.body?.required === true)
    throw new Undecidable("the create takes a media type that cannot be written here");
  if (media !== undefined && body === undefined) throw new Undecidable("no valid body found for the create");
  let step = await call(run, operation, style, path, "create", body?.value, [409]);
  if (step.reply.status === 409 && media !== undefined) {
    body = await bodyValue(run, media, "full");
    step = await call(run, operation, style, path, "create", body?.value);
  }
  const sent = asObject(body?.value);
  const found = findRecord(step.reply.json, pair);
  if (found !== undefined) await compare(run, step, sent, found, "create");
  const id = found?.id ?? locationId(step.reply.headers.location) ?? idOf(sent, pair);
  if (id !== undefined) return { id, sent };
  if (!declaresId(run, step, pair)) throw new Undecidable("the answer to the create is documented without an id");
  throw new Broken(`create: no id in the answer: ${excerpt(step.reply)}`);
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
  id: string,
  isThere: boolean,
): Promise<void> {
  const list = pair.list;
  if (list === undefined) return;
  const listing = await readList(run, { ...pair, list }, style, path, id);
  // Not a list by its contract, or one that needs what cannot be made: nothing can be said.
  if (listing === undefined || (listing.ids === undefined && listing.reply.status < 300)) return;
  if (listing.ids === undefined) throw new Broken(`list: ${listing.reply.status} ${excerpt(listing.reply)}`);
  const showsIds = listing.ids.length > 0 || !Array.isArray(listing.reply.json);
  if (isThere && !listing.ids.includes(id) && showsIds) {
    const items = listing.ids.length === 0 ? excerpt(listing.reply) : listing.ids.slice(0, 8).join(", ");
    throw new Broken(`list: ${id} is not among ${listing.ids.length} ids: ${items}`);
  }
  if (!isThere && listing.ids.includes(id)) throw new Broken(`list after delete: ${id} is still there`);
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
    if (operation.body?.required !== true) await call(run, operation, style, path, "update", undefined);
    return;
  }
  const change = await plannedChange(run, pair, operation, media, style, current);
  if (change === undefined) return;
  const step = await call(run, operation, style, path, "update", change.body);
  const answered = findRecord(step.reply.json, pair);
  if (
    answered !== undefined &&
    answered.id !== id &&
    answered.at.length === 0 &&
    !Object.values(change.sent).map(String).includes(answered.id)
  ) {
    throw new Broken(`update: the id became ${answered.id}, it was ${id}`);
  }
  if (pair.read === undefined) return;
  const after = await call(run, pair.read, style, path, "read after update");
  const found = findRecord(after.reply.json, pair);
  if (found === undefined) return;
  await compare(run, after, change.sent, found, "read after update");
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

interface Change {
  readonly body: unknown;
  /** The record part of the body. */
  readonly sent: JsonObject;
}

/** A small valid change of one field that reading shows, or the whole body for the client that fills in everything. */
async function plannedChange(
  run: ConformanceRun,
  pair: RawPair,
  operation: RawOperation,
  media: RawMediaType,
  style: Style,
  current: FoundRecord | undefined,
): Promise<Change | undefined> {
  const full = await bodyValue(run, media, style === "examples" ? "examples" : "full");
  const base = await bodyValue(run, media, "required");
  if (full === undefined) return base === undefined ? undefined : { body: base.value, sent: {} };
  const envelope = envelopeOf(full.value, current);
  const inner = (value: unknown): JsonObject => asObject(envelope === undefined ? value : asObject(value)[envelope]);
  if (style !== "required" || base === undefined || media.schema === undefined)
    return { body: full.value, sent: inner(full.value) };
  const place = run.judge.request.place(media.schema);
  const places = recordPlaces(run, pair.read ?? operation, current);
  for (const [name, value] of Object.entries(inner(full.value))) {
    if (
      value === null ||
      isSameJson(value, current?.record[name]) ||
      /^(id|_id)$/i.test(name) ||
      name === pair.parameter
    )
      continue;
    const declared = places.flatMap((each) => propertyPlaces(run.judge, each, name));
    if (
      declared.length === 0 ||
      declared.some((each) => isMarked(run.judge, each, "readOnly") || isMarked(run.judge, each, "writeOnly"))
    )
      continue;
    const sent = { ...inner(base.value), [name]: value };
    const body = envelope === undefined ? sent : { ...asObject(base.value), [envelope]: sent };
    if ((await run.judge.violations("request", place, body)).length === 0) return { body, sent };
  }
  return { body: base.value, sent: inner(base.value) };
}

/** The property that holds the record in a request, when the record is not the body itself. */
function envelopeOf(body: unknown, current: FoundRecord | undefined): string | undefined {
  const [only, ...others] = Object.entries(asObject(body));
  if (only === undefined || others.length > 0 || !isObject(only[1])) return undefined;
  return current === undefined || current.at[0] === only[0] || !Object.hasOwn(current.record, only[0])
    ? only[0]
    : undefined;
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

/** Sends one step. Anything but a success ends the pair; an answer that does not fit is noted as well. */
async function call(
  run: ConformanceRun,
  operation: RawOperation,
  style: Style,
  path: string,
  name: string,
  body?: unknown,
  accepted: readonly number[] = [],
): Promise<Step> {
  const isWrite = name === "create" || name === "update";
  const request = await buildRequest(run, operation, style, path, { optional: false, ...(isWrite ? { body } : {}) });
  if (request === undefined) throw new Undecidable(`no valid request found for the ${name}`);
  const reply = await run.client.send(request).catch((error: unknown) => String(error));
  const common = { phase: "pair", style, operation: operation.key, request } as const;
  run.findings.answers += 1;
  if (typeof reply === "string") {
    run.findings.failures.push({ ...common, fault: { kind: "no answer", details: [reply] }, reply: undefined });
    throw new Broken(`${name}: ${reply}`);
  }
  if (accepted.includes(reply.status)) return { operation, request, reply };
  const fault = await checkReply(run.judge, reply, { operation, exists: name === "create" ? undefined : true });
  if (fault !== undefined) run.findings.failures.push({ ...common, fault, reply });
  if (reply.status >= 300) {
    const successes = operation.responses.filter(({ status }) => /^(2|default)/i.test(status));
    if (successes.length === 0) throw new Undecidable(`the ${name} documents no success`);
    throw new Broken(`${name}: ${reply.status} ${excerpt(reply)}`);
  }
  return { operation, request, reply };
}

async function compare(
  run: ConformanceRun,
  { operation, reply, request }: Step,
  sent: JsonObject,
  found: FoundRecord,
  name: string,
): Promise<void> {
  const places = recordPlaces(run, operation, found, reply);
  const declared = (record: JsonObject): boolean =>
    Object.keys(record).some((key) => places.some((place) => propertyPlaces(run.judge, place, key).length > 0));
  const envelope = envelopeOf(sent, found);
  const record =
    envelope !== undefined && (found.at[0] === envelope || !declared(sent)) ? asObject(sent[envelope]) : sent;
  const lost = await lostFields(run.judge, record, found.record, places);
  if (lost.length > 0)
    throw new Broken(`${name} (${request.method} ${request.target}): ${lost.slice(0, 3).join("; ")}`);
}

/** Schemas of the record in an operation's success. */
function recordPlaces(
  run: ConformanceRun,
  operation: RawOperation,
  found: FoundRecord | undefined,
  reply?: Reply,
): SchemaPlace[] {
  const media = reply === undefined ? successMedia(operation) : responseMedia(operation, reply);
  if (media?.schema === undefined) return [];
  let places = [run.judge.response.place(media.schema)];
  for (const name of found?.at ?? []) places = places.flatMap((place) => propertyPlaces(run.judge, place, name));
  return places;
}

function responseMedia(operation: RawOperation, reply: Reply): RawMediaType | undefined {
  return documentedMediaType(documentedResponse(operation, reply.status)?.content ?? [], reply.mediaType);
}

function successMedia(operation: RawOperation): RawMediaType | undefined {
  const success =
    operation.responses.find(({ status }) => /^2/.test(status)) ??
    operation.responses.find(({ status }) => status === "default");
  return success?.content.find(({ type }) => /json/.test(type));
}

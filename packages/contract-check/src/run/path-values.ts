import { asObject, escapeRegExp, type JsonObject, percentDecode, percentEncode } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import { type RawPair, recordPath, shapeOf } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { validValue } from "../request/valid-value.js";
import { writePath } from "../request/write-parameter.js";
import { type Answered, findAccepted, sentBody } from "./accepted-body.js";
import type { Reply } from "./api-client.js";
import { buildRequest } from "./build-request.js";
import type { CheckRun } from "./check-run.js";
import { findItems, findRecord, idName, idOf, itemId } from "./find-record.js";
import { isLocked } from "./step.js";

/** A path with its parameters filled in. */
export interface FilledPath {
  readonly path: string;
  /** True if all records in the path exist. `undefined`: a parameter belongs to no known resource. */
  readonly exists: boolean | undefined;
}

/**
 * Fills in a path as a careful client does. From the outermost parameter on, it uses ids of listed or newly created
 * records. For a parameter without a resource it uses an example, or else one fixed value of its schema. Unless the
 * server is disposable, only records of the check are changed. Returns a text with the reason if no path was found.
 * @param options.last the record for the last parameter: a new or an existing one. Default: any
 */
export async function fillPath(
  run: CheckRun,
  operation: RawOperation,
  style: Style,
  options: { readonly last?: "fresh" | "present" } = {},
): Promise<FilledPath | string> {
  const isCareful = !run.isDisposable && changesRecord(run, operation);
  if (isCareful && isUnowned(run, operation)) return NOT_OWN;
  let filled = "";
  let template = "";
  let exists: boolean | undefined = true;
  // Some descriptions use a fragment to give one path several operations. Requests never have one.
  const segments = operation.path.replace(/#.*/, "").split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const above = filled;
    template += `/${segment}`;
    const whole = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const isLast = !segments.slice(index + 1).some((later) => later.includes("{"));
    const pair =
      whole === undefined ? undefined : run.pairs.find(({ itemPath }) => shapeOf(itemPath) === shapeOf(template));
    if (whole !== undefined && pair !== undefined) {
      const parent = `${above}${pair.collectionPath.endsWith("/") ? "/" : ""}`;
      // A create that failed may have left a broken record, which the list shows. So prefer a new one.
      const usual = run.failed.has(`${run.basePath(style)}${parent || "/"}`) ? STEPS_FOR.fresh : STEPS;
      const last = options.last === undefined ? usual : STEPS_FOR[options.last];
      const steps = !isLast ? usual : isCareful ? OWN_STEPS : last;
      const id = await firstId(run, pair, parent, style, steps);
      if (id !== undefined && (await fitsParameter(run, operation, whole, id))) {
        filled += `/${percentEncode(id)}`;
        continue;
      }
    }
    const isOwnName = run.current.subject.startsWith("file ");
    if (isCareful && isLast && segment.includes("{") && !isOwnName) return NOT_OWN;
    if (pair !== undefined) exists = false;
    let text = segment;
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
      const value = await plainValue(run, parameter, name, isCareful && isLast);
      if (value === undefined) return "no value found for a path parameter";
      text = text.replace(`{${name}}`, () => value);
      if (exists === true) exists = undefined;
    }
    filled += `/${text}`;
  }
  return { path: filled, exists };
}

const NOT_OWN = "the check has no record of its own to change; --disposable changes others";

/** True if the operation changes or deletes the record in its path. A POST on a collection only adds to it. */
export function changesRecord(run: CheckRun, { method, path }: RawOperation): boolean {
  if (method === "GET" || method === "HEAD" || method === "OPTIONS" || method === "QUERY") return false;
  return method !== "POST" || !run.pairs.some(({ collectionPath }) => shapeOf(collectionPath) === shapeOf(path));
}

/** True for a write without an id in the path. Only a story restores such a document. */
function isUnowned({ current }: CheckRun, { method, path }: RawOperation): boolean {
  return method !== "POST" && !path.includes("{") && current.subject.startsWith("operation ");
}

type FindId = (run: CheckRun, pair: RawPair, parent: string, style: Style) => Promise<string | undefined>;

async function firstId(
  run: CheckRun,
  pair: RawPair,
  parent: string,
  style: Style,
  steps: readonly FindId[],
): Promise<string | undefined> {
  for (const step of steps) {
    const id = await step(run, pair, parent, style);
    if (id !== undefined) return id;
  }
  return undefined;
}

async function listedId(run: CheckRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  if (pair.list === undefined) return undefined;
  const request = await buildRequest(run, pair.list, style, parent || "/", { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request).catch(() => undefined);
  if (reply === undefined || reply.status >= 300) return undefined;
  for (const item of findItems(reply.json, pair) ?? []) {
    const id = itemId(item, pair);
    if (id !== undefined && !run.failed.has(`${run.basePath(style)}${recordPath(pair, parent, id)}`)) return id;
  }
  return undefined;
}

/** Uses a list that a POST asks for, such as `POST /flows/filter`. */
async function searchedId(run: CheckRun, pair: RawPair, parent: string): Promise<string | undefined> {
  const base = pair.collectionPath.replace(/\/$/, "");
  const search = run.operations.find(
    ({ method, path }) => method === "POST" && path.startsWith(`${base}/`) && SEARCHES.test(path.slice(base.length)),
  );
  if (search === undefined) return undefined;
  const path = `${parent.replace(/\/$/, "")}${search.path.slice(base.length)}`;
  const request = await buildRequest(run, search, "required", path, { optional: false });
  const reply = request && (await run.client.send(request).catch(() => undefined));
  const items = reply !== undefined && reply.status < 300 ? (findItems(reply.json, pair) ?? []) : [];
  return items.map((item) => itemId(item, pair)).find((id) => id !== undefined);
}

const SEARCHES = /^\/(?:filter|search|query|list|_search)\/?$/;

async function madeId(run: CheckRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  if (pair.create === undefined) return undefined;
  const refusals: Answered[] = [];
  // A server may reject a body with all fields, for example because of a reference to an absent record. Then try only
  // the required fields.
  for (const filling of new Set<Style>([style, "required"])) {
    const request = await buildRequest(run, pair.create, filling, parent || "/", { optional: false });
    const reply = request && (await run.client.send(request).catch(() => undefined));
    if (request === undefined || reply === undefined) continue;
    if (reply.status < 300) return await newId(run, pair, parent, { request, reply });
    if (!isLocked(run, pair.create, reply)) refusals.push({ request, reply });
  }
  const options = { refusals, isLeastAccepted: false };
  const found = refusals.length === 0 ? undefined : await findAccepted(run, pair.create, parent || "/", options);
  return found && (await newId(run, pair, parent, found));
}

const ownIds = new WeakMap<CheckRun, Map<string, string | undefined>>();

/** The id of a record that the check created only for this purpose, once for each collection. */
export async function ownId(run: CheckRun, pair: RawPair): Promise<string | undefined> {
  const known = ownIds.get(run) ?? new Map<string, string | undefined>();
  ownIds.set(run, known);
  if (!known.has(pair.collectionPath)) {
    // Records of two resources may refer to each other.
    known.set(pair.collectionPath, undefined);
    known.set(pair.collectionPath, await madeId(run, pair, pair.collectionPath, "required"));
  }
  return known.get(pair.collectionPath);
}

interface RelatedRecord {
  readonly subject: string;
  readonly id: string | undefined;
}

const related = new WeakMap<CheckRun, Map<string, RelatedRecord>>();

/**
 * The id of a record that bodies can refer to. Each part of the check creates one, and another one after a conflict,
 * since a record may allow only one reference. If none can be created, uses one from the list.
 */
export async function relatedId(run: CheckRun, pair: RawPair): Promise<string | undefined> {
  const known = related.get(run) ?? new Map<string, RelatedRecord>();
  related.set(run, known);
  const { subject, exchanges } = run.current;
  const { collectionPath } = pair;
  const before = known.get(collectionPath);
  const isTaken = ({ id }: RelatedRecord): boolean =>
    exchanges.some(({ request, reply }) => reply?.status === 409 && request.body?.includes(id ?? "") === true);
  if (before?.subject === subject && (before.id === undefined || !isTaken(before))) return before.id;
  // Records of two resources may refer to each other.
  known.set(collectionPath, { subject, id: undefined });
  const id = await firstId(run, pair, collectionPath, "required", [madeId, listedId]);
  known.set(collectionPath, { subject, id });
  return id;
}

/** The id of a new record at a path without parameters. */
export async function newRecordId(run: CheckRun, pair: RawPair): Promise<string | undefined> {
  return await madeId(run, pair, pair.collectionPath, "required");
}

async function newId(
  run: CheckRun,
  pair: RawPair,
  parent: string,
  { request, reply }: Answered,
): Promise<string | undefined> {
  return (await toldId(run, pair, reply)) ?? (await sentId(run, pair, parent, sentBody(request)));
}

/**
 * The id in the answer to a create. It is taken from the record in the body, unless the value repeats the status, and
 * otherwise from `Location`.
 */
export async function toldId(
  run: CheckRun,
  pair: RawPair,
  { status, json, headers }: Reply,
): Promise<string | undefined> {
  const shown = findRecord(json, pair)?.id ?? idOf(asObject(json), pair);
  const isId = shown !== undefined && shown !== String(status) && (await takesId(run, pair, shown));
  return isId ? shown : locationId(headers.location, pair);
}

/** False if the value cannot be an id of the pair. For example, it is a name and the path takes numbers. */
export async function takesId(run: CheckRun, pair: RawPair, id: string): Promise<boolean> {
  const item = pair.read ?? pair.update ?? pair.remove;
  return item === undefined || (await fitsParameter(run, item, pair.parameter, id));
}

/** The id that the client chose in the body, such as a name. A read must find the record by it. */
export async function sentId(
  run: CheckRun,
  pair: RawPair,
  parent: string,
  sent: JsonObject,
): Promise<string | undefined> {
  const id = idOf(sent, pair);
  const name = idName(sent, pair);
  if (id === undefined || name === undefined || pair.read === undefined) return undefined;
  if (!(await takesId(run, pair, id))) return undefined;
  const request = await buildRequest(run, pair.read, "required", recordPath(pair, parent, id), { optional: false });
  const reply = request && (await run.client.send(request).catch(() => undefined));
  const found = reply !== undefined && reply.status < 300 ? findRecord(reply.json, pair) : undefined;
  return found?.record[name] === sent[name] ? id : undefined;
}

/** Creates a record by a PUT at a path that the client chooses. */
async function putId(run: CheckRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  const put = run.operations.find(({ key }) => key === `PUT ${pair.itemPath}`);
  if (put === undefined) return undefined;
  const parameter = put.parameters.find((each) => each.in === "path" && each.name === pair.parameter);
  const place = parameter?.schema === undefined ? undefined : run.judge.request.place(parameter.schema);
  const value = await validValue(run.judge, place, style, [], run.random);
  if (value === undefined || parameter === undefined) return undefined;
  const id = String(value.value);
  const request = await buildRequest(run, put, style, recordPath(pair, parent, id), { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request).catch(() => undefined);
  return reply === undefined || reply.status >= 300 ? undefined : id;
}

/** The last segment of a `Location` header, unless the header leads to the collection itself. */
export function locationId(
  location: string | undefined,
  { collectionPath }: Pick<RawPair, "collectionPath">,
): string | undefined {
  const [last, collection] = [location?.split(/[?#]/)[0], collectionPath].map((path) =>
    path?.replace(/\/$/, "").split("/").at(-1),
  );
  return last === undefined || last === "" || last === collection ? undefined : percentDecode(last);
}

/**
 * True if the values in the path are valid for this operation. Operations at one path may declare different schemas.
 */
export async function takesPath(run: CheckRun, operation: RawOperation, path: string): Promise<boolean> {
  const names = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const literals = operation.path.split(/\{[^{}]+\}/).map(escapeRegExp);
  const values = new RegExp(`^${literals.join("(.*)")}$`).exec(path)?.slice(1) ?? [];
  for (const [at, name] of names.entries())
    if (!(await fitsParameter(run, operation, name, decodeURIComponent(values[at] ?? "")))) return false;
  return true;
}

async function fitsParameter(run: CheckRun, operation: RawOperation, name: string, id: string): Promise<boolean> {
  const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
  if (parameter?.schema === undefined) return true;
  const place = run.judge.request.place(parameter.schema);
  const readings: unknown[] = /^-?\d+(\.\d+)?$/.test(id) ? [id, Number(id)] : [id];
  for (const reading of readings) {
    if (await run.judge.fits("request", place, reading)) return true;
  }
  return false;
}

/** The order of attempts to get an id: from a list, then by a create. For a delete, a new record comes first. */
const STEPS: readonly FindId[] = [listedId, madeId, putId, searchedId];
const OWN_STEPS: readonly FindId[] = [madeId, putId];
const STEPS_FOR = {
  fresh: [madeId, listedId, putId],
  present: [listedId, searchedId],
};

const plainValues = new WeakMap<CheckRun, Map<string, string>>();

async function plainValue(
  run: CheckRun,
  parameter: RawParameter | undefined,
  name: string,
  isNew: boolean,
): Promise<string | undefined> {
  const known = plainValues.get(run) ?? new Map<string, string>();
  plainValues.set(run, known);
  const key = `${name} ${parameter?.schema === undefined ? "" : run.judge.request.follow(run.judge.request.place(parameter.schema))}`;
  const present = known.get(key);
  if (present !== undefined && !isNew) return present;
  if (parameter === undefined) return "text";
  const place = parameter.schema === undefined ? undefined : run.judge.request.place(parameter.schema);
  const examples = isNew ? [] : parameter.examples;
  const value = await validValue(run.judge, place, "examples", examples, run.random);
  if (value === undefined || value.value === "" || value.value === null) return undefined;
  const text = writePath(parameter, value.value);
  if (text === "") return undefined;
  known.set(key, text);
  return text;
}

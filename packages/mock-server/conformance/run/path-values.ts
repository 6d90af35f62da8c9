import { asObject } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import { type RawPair, shapeOf } from "../description/raw-pair.js";
import type { Style } from "../request/valid-value.js";
import { validValue } from "../request/valid-value.js";
import { writePath } from "../request/write-parameter.js";
import { buildRequest } from "./build-request.js";
import type { ConformanceRun } from "./conformance-run.js";
import { findItems, findRecord, idOf, itemId } from "./find-record.js";

/** A path with its parameters filled in. */
export interface FilledPath {
  readonly path: string;
  /** Do all records it names exist? `undefined`: some parameter belongs to no resource. */
  readonly exists: boolean | undefined;
}

/**
 * Fills in a path as a careful client does: ids of records it has seen in a list or has just made, outermost first;
 * for a parameter of no resource an example, else a value of its schema, the same one each time.
 */
export async function fillPath(
  run: ConformanceRun,
  operation: RawOperation,
  style: Style,
  options: { readonly fresh?: boolean } = {},
): Promise<FilledPath | undefined> {
  let filled = "";
  let template = "";
  let exists: boolean | undefined = true;
  const segments = operation.path.split("/").slice(1);
  for (const [index, segment] of segments.entries()) {
    const parent = filled;
    template += `/${segment}`;
    const whole = /^\{([^{}]+)\}$/.exec(segment)?.[1];
    const isLast = index === segments.length - 1;
    const pair =
      whole === undefined ? undefined : run.pairs.find(({ itemPath }) => shapeOf(itemPath) === shapeOf(template));
    if (whole !== undefined && pair !== undefined) {
      const id = await existingId(run, pair, parent, style, isLast && options.fresh === true);
      if (id !== undefined && (await fitsParameter(run, operation, whole, id))) {
        filled += `/${encodeURIComponent(id)}`;
        continue;
      }
    }
    if (pair !== undefined) exists = false;
    let text = segment;
    for (const [, name = ""] of segment.matchAll(/\{([^{}]+)\}/g)) {
      const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
      const value = await plainValue(run, parameter, name);
      if (value === undefined) return undefined;
      text = text.replace(`{${name}}`, () => value);
      if (exists === true) exists = undefined;
    }
    filled += `/${text}`;
  }
  return { path: filled, exists };
}

/** An id that the list shows, else that of a record made now. */
async function existingId(
  run: ConformanceRun,
  pair: RawPair,
  parent: string,
  style: Style,
  fresh: boolean,
): Promise<string | undefined> {
  const steps = fresh ? [madeId, listedId, putId] : [listedId, madeId, putId];
  for (const step of steps) {
    const id = await step(run, pair, parent, style);
    if (id !== undefined) return id;
  }
  return undefined;
}

async function listedId(run: ConformanceRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  if (pair.list === undefined) return undefined;
  const request = await buildRequest(run, pair.list, style, parent || "/", { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request).catch(() => undefined);
  if (reply === undefined || reply.status >= 300) return undefined;
  for (const item of findItems(reply.json, pair) ?? []) {
    const id = itemId(item, pair);
    if (id !== undefined) return id;
  }
  return undefined;
}

async function madeId(run: ConformanceRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  if (pair.create === undefined) return undefined;
  const request = await buildRequest(run, pair.create, style, parent || "/", { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request).catch(() => undefined);
  if (reply === undefined || reply.status >= 300) return undefined;
  return findRecord(reply.json, pair)?.id ?? idOf(asObject(reply.json), pair) ?? locationId(reply.headers.location);
}

/** Where records are made by a PUT on a path of the client's choice. */
async function putId(run: ConformanceRun, pair: RawPair, parent: string, style: Style): Promise<string | undefined> {
  const put = run.operations.find(({ key }) => key === `PUT ${pair.itemPath}`);
  if (put === undefined) return undefined;
  const parameter = put.parameters.find((each) => each.in === "path" && each.name === pair.parameter);
  const place = parameter?.schema === undefined ? undefined : run.judge.request.place(parameter.schema);
  const value = await validValue(run.judge, place, style, [], run.random);
  if (value === undefined || parameter === undefined) return undefined;
  const id = String(value.value);
  const request = await buildRequest(run, put, style, `${parent}/${encodeURIComponent(id)}`, { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request).catch(() => undefined);
  return reply === undefined || reply.status >= 300 ? undefined : id;
}

/** The last segment of a `Location` header. */
export function locationId(location: string | undefined): string | undefined {
  const last = location?.split(/[?#]/)[0]?.replace(/\/$/, "").split("/").at(-1);
  return last === undefined || last === "" ? undefined : decodeURIComponent(last);
}

async function fitsParameter(run: ConformanceRun, operation: RawOperation, name: string, id: string): Promise<boolean> {
  const parameter = operation.parameters.find((each) => each.in === "path" && each.name === name);
  if (parameter?.schema === undefined) return true;
  const place = run.judge.request.place(parameter.schema);
  const readings: unknown[] = /^-?\d+(\.\d+)?$/.test(id) ? [id, Number(id)] : [id];
  for (const reading of readings) {
    if ((await run.judge.violations("request", place, reading)).length === 0) return true;
  }
  return false;
}

const plainValues = new WeakMap<ConformanceRun, Map<string, string>>();

async function plainValue(
  run: ConformanceRun,
  parameter: RawParameter | undefined,
  name: string,
): Promise<string | undefined> {
  const known = plainValues.get(run) ?? new Map<string, string>();
  plainValues.set(run, known);
  const key = `${name} ${parameter?.schema === undefined ? "" : run.judge.request.follow(run.judge.request.place(parameter.schema))}`;
  const present = known.get(key);
  if (present !== undefined) return present;
  if (parameter === undefined) return "text";
  const place = parameter.schema === undefined ? undefined : run.judge.request.place(parameter.schema);
  const value = await validValue(run.judge, place, "examples", parameter.examples, run.random);
  if (value === undefined || value.value === "" || value.value === null) return undefined;
  const text = writePath(parameter, value.value);
  if (text === "") return undefined;
  known.set(key, text);
  return text;
}

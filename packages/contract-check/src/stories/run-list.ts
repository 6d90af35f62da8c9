import { fold } from "../description/fold.js";
import { asObject, isObject, isScalar, type JsonObject } from "../description/json.js";
import type { RawOperation, RawParameter } from "../description/raw-operation.js";
import type { RawPair } from "../description/raw-pair.js";
import { writeQuery } from "../request/write-parameter.js";
import type { Reply } from "../run/api-client.js";
import { bodyMedia, bodyValue, buildRequest } from "../run/build-request.js";
import { checkReply, excerpt } from "../run/check-reply.js";
import { addFinding, type CheckRun } from "../run/check-run.js";
import { findItems, findRecord, itemId } from "../run/find-record.js";
import { fillPath } from "../run/path-values.js";
import { Broken, isLocked, lockReason, tell, Undecidable } from "../run/step.js";
import {
  CURSOR,
  firstOffset,
  LIMIT,
  linkTarget,
  nextIn,
  nextLink,
  OFFSET,
  PAGE,
  pageNumber,
  pageSizes,
} from "./list-pages.js";
import { isInOrder, sortsOf } from "./sort-order.js";

const STYLE = "full";
/** With three records there are two full pages of one record, whether pages count from 0 or 1. */
const RECORDS = 3;

type ListPair = RawPair & { readonly list: RawOperation };

/** Checks the declared pages, filters and sort orders of a list. */
export async function runList(run: CheckRun, pair: ListPair): Promise<void> {
  const { list } = pair;
  const base = await prepare(run, pair);
  if (base === undefined) return;
  const story = (name: string, walk: () => Promise<void>): Promise<void> =>
    tell(run, { kind: "list", path: `${list.key} ${name}`, style: STYLE }, walk);
  if (list.parameters.some(({ name }) => LIMIT.test(name))) await story("pages", () => checkPages(run, pair, base));
  for (const filter of filtersOf(list, base.records)) {
    await story(filter.parameter.name, () => checkFilter(run, pair, base, filter));
  }
  for (const sort of await sortsOf(run.judge, list, base.records)) {
    await story(sort.parameter.name, async () => {
      const { items } = await ask(run, pair, base, [[sort.parameter, sort.value], ...sort.also]);
      const values = items.map((item) => recordOf(item, pair)[sort.property]);
      if (isInOrder(values, sort.isDescending)) return;
      const message = `${sort.parameter.name}=${sort.value}: ${sort.property} is ${JSON.stringify(values.slice(0, 6))}`;
      throw new Broken(list, message, { rule: "list-sort-ignored", aspect: sort.parameter.name });
    });
  }
}

interface Listed {
  readonly path: string;
  /** True if the records in the path exist. `undefined`: unknown. */
  readonly exists: boolean | undefined;
  readonly items: readonly unknown[];
  /** The items, out of their envelopes. */
  readonly records: readonly JsonObject[];
}

/** The list without optional parameters, after adding a few records. `undefined` if it shows nothing to compare. */
async function prepare(run: CheckRun, pair: ListPair): Promise<Listed | undefined> {
  const parent = await fillPath(run, pair.list, STYLE);
  if (typeof parent === "string") return undefined;
  for (let made = 0; pair.create !== undefined && made < RECORDS; made += 1) {
    const media = bodyMedia(pair.create, STYLE);
    const body = media === undefined ? undefined : await bodyValue(run, media, STYLE);
    const request = await buildRequest(run, pair.create, STYLE, parent.path, { optional: false, body: body?.value });
    if (request !== undefined) await run.client.send(request);
  }
  const limit = pair.list.parameters.find((parameter) => isNumber(run, parameter) && LIMIT.test(parameter.name));
  const base: Listed = { ...parent, items: [], records: [] };
  try {
    const { items } = await ask(run, pair, base, limit === undefined ? [] : [[limit, pageSizes(run, limit).most]]);
    const records = items.map((item) => recordOf(item, pair));
    return { ...base, items, records };
  } catch (error) {
    // The story of the pair reports this.
    if (error instanceof Broken || error instanceof Undecidable) return undefined;
    throw error;
  }
}

function recordOf(item: unknown, pair: RawPair): JsonObject {
  return findRecord(item, pair)?.record ?? asObject(item);
}

interface Answered {
  readonly target: string;
  readonly reply: Reply;
  readonly items: readonly unknown[];
}

type Asked = readonly (readonly [RawParameter, unknown])[];

/** @throws Broken if the list rejects the request; Undecidable if the answer is not a list */
async function ask(run: CheckRun, pair: ListPair, base: Listed, asked: Asked): Promise<Answered> {
  const { list } = pair;
  const request = await buildRequest(run, list, STYLE, base.path, { optional: false });
  if (request === undefined) throw new Undecidable("no valid request found for the list");
  const pieces = asked.flatMap(([parameter, value]) => writeQuery(parameter, value));
  const names = new Set(pieces.map((piece) => piece.split("=")[0]));
  const [before = "", query = ""] = request.target.split("?");
  const kept = query.split("&").filter((piece) => piece !== "" && !names.has(piece.split("=")[0]));
  const all = [...kept, ...pieces].join("&");
  return follow(run, pair, base, all === "" ? before : `${before}?${all}`);
}

async function follow(
  run: CheckRun,
  pair: ListPair,
  { path, exists }: Pick<Listed, "path" | "exists">,
  target: string,
): Promise<Answered> {
  const { list } = pair;
  const request = await buildRequest(run, list, STYLE, path, { optional: false });
  if (request === undefined) throw new Undecidable("no valid request found for the list");
  const reply = await run.client.send({ ...request, target });
  run.findings.answers += 1;
  if (isLocked(run, list, reply)) throw new Undecidable(`the list ${lockReason(run, list)}`);
  if (reply.status === 404 && exists !== true) throw new Undecidable("there is no record for a path parameter");
  const fault = await checkReply(run.judge, reply, { operation: list, exists });
  if (fault !== undefined) addFinding(run, list, "pair", STYLE, fault);
  if (reply.status >= 300) throw new Broken(list, `${target}: ${reply.status} ${excerpt(reply)}`);
  const items = findItems(reply.json, pair);
  if (items === undefined) throw new Undecidable("the collection's GET answers no list");
  return { target, reply, items };
}

async function checkPages(run: CheckRun, pair: ListPair, base: Listed): Promise<void> {
  const { list } = pair;
  const number = (name: RegExp): RawParameter | undefined =>
    list.parameters.find((each) => each.in === "query" && name.test(each.name) && isNumber(run, each));
  const limit = number(LIMIT);
  if (limit === undefined) throw new Undecidable("the page size is no number");
  const size = pageSizes(run, limit).least;
  if (base.items.length < 3 * size) throw new Undecidable("there are too few records for two pages");
  const known = base.items.map((item) => itemId(item, pair)).filter((id) => id !== undefined);
  if (new Set(known).size < known.length) throw new Undecidable("several items of the list have one id");
  const pages = pageNumber(list, limit);
  const page = pages && isNumber(run, pages) ? pages : undefined;
  const first = await ask(run, pair, base, [[limit, size], ...(page === undefined ? [] : [[page, 1] as const])]);
  if (first.items.length > size) {
    const message = `${first.target} has ${first.items.length} items`;
    throw new Broken(list, message, { rule: "list-limit-ignored", aspect: limit.name });
  }
  const second = await secondPage(run, pair, base, { first, limit, size, page, offset: number(OFFSET) });
  if (second === undefined) throw new Undecidable("the description does not say how the next page is asked for");
  if (second.items.length === 0) {
    const message = `${second.target} is empty, and ${first.target} is not the end of the list`;
    throw new Broken(list, message, { rule: "list-page-missing" });
  }
  const ids = new Set(first.items.map((item) => itemId(item, pair)).filter((id) => id !== undefined));
  const repeated = second.items.map((item) => itemId(item, pair)).find((id) => id !== undefined && ids.has(id));
  if (repeated === undefined) return;
  // Another client may have added a record in between and moved the pages. So read the first page again.
  const again = await follow(run, pair, base, first.target);
  if (!again.items.some((item) => itemId(item, pair) === repeated)) return;
  const message = `${second.target} shows ${repeated} like ${first.target}`;
  throw new Broken(list, message, { rule: "list-page-repeats" });
}

interface Paging {
  readonly first: Answered;
  readonly limit: RawParameter;
  readonly size: number;
  readonly page: RawParameter | undefined;
  readonly offset: RawParameter | undefined;
}

async function secondPage(
  run: CheckRun,
  pair: ListPair,
  base: Listed,
  { first, limit, size, page, offset }: Paging,
): Promise<Answered | undefined> {
  if (page !== undefined)
    return ask(run, pair, base, [
      [limit, size],
      [page, 2],
    ]);
  if (offset !== undefined)
    return ask(run, pair, base, [
      [limit, size],
      [offset, firstOffset(run, offset) + size],
    ]);
  const link = nextLink(first.reply) ?? nextIn(first.reply.json, 0);
  if (link === undefined) return undefined;
  const linked = linkTarget(link);
  if (linked !== undefined) return follow(run, pair, base, linked);
  const cursor = pair.list.parameters.find(({ in: place, name }) => place === "query" && CURSOR.test(name));
  return (
    cursor &&
    ask(run, pair, base, [
      [limit, size],
      [cursor, link],
    ])
  );
}

interface Filter {
  readonly parameter: RawParameter;
  readonly property: string;
  /** The parameter's value is the least, or the greatest, that an item may have. */
  readonly side: "equal" | "least" | "greatest";
}

const LEAST = /^(?:min|from|since|after|gte?)$/;
const GREATEST = /^(?:max|to|until|before|lte?)$/;

/**
 * Query parameters with the name of a property in the listed records. A word for one side of a range, such as `min`,
 * may be added.
 */
function filtersOf(list: RawOperation, records: readonly JsonObject[]): Filter[] {
  const properties = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const property = (name: string): string | undefined => properties.find((each) => fold(each) === fold(name));
  return list.parameters.flatMap((parameter): Filter[] => {
    if (parameter.in !== "query" || [LIMIT, PAGE, OFFSET, CURSOR].some((paging) => paging.test(parameter.name)))
      return [];
    const same = property(parameter.name.replace(/^filter\[(.+)\]$/, "$1"));
    if (same !== undefined) return [{ parameter, property: same, side: "equal" }];
    const words = parameter.name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== "");
    for (const [word, rest] of [
      [words[0], words.slice(1)],
      [words.at(-1), words.slice(0, -1)],
    ] as const) {
      const name = word?.toLowerCase() ?? "";
      const side = LEAST.test(name) ? "least" : GREATEST.test(name) ? "greatest" : undefined;
      const found = ["", "at", "on", "date"].map((end) => property(`${rest.join("")}${end}`)).find(Boolean);
      if (side !== undefined && rest.length > 0 && found !== undefined) return [{ parameter, property: found, side }];
    }
    return [];
  });
}

async function checkFilter(run: CheckRun, pair: ListPair, base: Listed, filter: Filter): Promise<void> {
  const { parameter, property } = filter;
  const wanted = await tellingValue(run, base, filter);
  if (wanted === undefined) throw new Undecidable(`no value of ${property} distinguishes records`);
  const limit = pair.list.parameters.find((each) => isNumber(run, each) && LIMIT.test(each.name));
  const paging: Asked = limit === undefined ? [] : [[limit, pageSizes(run, limit).most]];
  const { target, items } = await ask(run, pair, base, [
    [parameter, isArray(run, parameter) ? [wanted] : wanted],
    ...paging,
  ]);
  const values = items.map((item) => recordOf(item, pair)[property]);
  const stray = values.find((value) => value !== undefined && !passes(value, wanted, filter.side));
  if (stray !== undefined) {
    const message = `${target} has an item whose ${property} is ${JSON.stringify(stray)}`;
    throw new Broken(pair.list, message, { rule: "list-filter-ignored", aspect: parameter.name });
  }
  const found = new Set(items.map((item) => itemId(item, pair)));
  const lost = base.items.find((item) => {
    const id = itemId(item, pair);
    const isMatch = isSame(recordOf(item, pair)[property], wanted) && filter.side === "equal";
    return isMatch && id !== undefined && !found.has(id);
  });
  if (lost === undefined || items.length >= base.items.length) return;
  const message = `${target} lacks ${itemId(lost, pair)}, whose ${property} is ${JSON.stringify(wanted)}`;
  throw new Broken(pair.list, message, { rule: "list-filter-loses", aspect: parameter.name });
}

/** A value that the parameter allows and that some records have and others do not match. */
async function tellingValue(
  run: CheckRun,
  { records }: Listed,
  { parameter, property, side }: Filter,
): Promise<unknown> {
  const values = [...new Set(records.map((record) => record[property]).filter(isScalar))];
  for (const value of values) {
    if (value === "" || values.every((other) => passes(other, value, side))) continue;
    const { schema } = parameter;
    if (schema === undefined) return value;
    const sent = isArray(run, parameter) ? [value] : value;
    if (await run.judge.fits("request", run.judge.request.place(schema), sent)) return value;
  }
  return undefined;
}

/** True if an item with this value may be in the filtered list. Text may match in part and in any case. */
function passes(value: unknown, wanted: unknown, side: Filter["side"]): boolean {
  if (side !== "equal") {
    const [left, right] = [rank(value), rank(wanted)];
    if (left === undefined || right === undefined) return true;
    return side === "least" ? left >= right : left <= right;
  }
  if (Array.isArray(value)) return value.some((item) => passes(item, wanted, side));
  if (isObject(value)) return true;
  const text = String(value).toLowerCase();
  return isSame(value, wanted) || (typeof wanted === "string" && text.includes(wanted.toLowerCase()));
}

function isSame(value: unknown, wanted: unknown): boolean {
  return isScalar(value) && String(value).toLowerCase() === String(wanted).toLowerCase();
}

function rank(value: unknown): number | undefined {
  const number = typeof value === "number" ? value : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

function schemaOf(run: CheckRun, { schema }: RawParameter): JsonObject {
  const { request } = run.judge;
  return schema === undefined ? {} : asObject(request.at(request.follow(request.place(schema))));
}

function isNumber(run: CheckRun, parameter: RawParameter): boolean {
  const types = [schemaOf(run, parameter).type].flat();
  return types.includes("integer") || types.includes("number");
}

function isArray(run: CheckRun, parameter: RawParameter): boolean {
  return [schemaOf(run, parameter).type].flat().includes("array");
}

import { getOrMake } from "../../lazy/caches.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { sameNoun } from "../../words/same-noun.js";
import { wordList } from "../../words/word-list.js";
import { hasMost, isSameRecord } from "./same-record.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

/** The array of records in an answer. */
export interface FoundList {
  /** The place of the array. `[]` if it is the answer itself. */
  readonly at: RecordPlace;
  readonly items: JsonSchema;
  /**
   * True if the answer exists for the array: it is the array, or its other members are those of envelopes. False for a
   * record that contains a list.
   */
  readonly isPlain: boolean;
}

interface ListClues {
  /** The last word of the collection path, folded. */
  readonly noun: string;
  /** The record schema, if it is already known from elsewhere. */
  readonly record: JsonSchema | undefined;
}

/**
 * Finds the array of records in an answer, at most two levels deep. `undefined` if there is none, or if several fit
 * equally.
 */
export function findList(reader: SchemaReader, answer: JsonSchema, clues: ListClues): FoundList | undefined {
  const facts = reader.facts(answer);
  if (facts.types.has("array") && facts.items !== undefined && mayBeRecord(reader, facts.items)) {
    return { at: [], items: facts.items, isPlain: true };
  }
  const arrays = arraysIn(reader, answer, [], clues.noun);
  const nested = nestedArrays(reader, answer, clues.noun);
  if (arrays.length === 0 && nested.length === 0) return undefined;
  const isPaged = [...facts.byFoldedName.keys()].some((name) => PAGING.has(name));
  const chosen = choose(reader, nested.length === 0 ? arrays : [...arrays, ...nested], clues, isPaged);
  if (chosen) return { ...chosen, isPlain: isPlain(reader, answer, chosen.at[0]) };
  const [only] = arrays.length > 0 ? arrays : nested;
  const isOnly = (arrays.length || nested.length) === 1;
  return only && isOnly && isPlain(reader, answer, only.at[0]) ? { ...only, isPlain: true } : undefined;
}

/** Like `findList`, but only if the answer exists for the list (`isPlain`). */
export function findPlainList(reader: SchemaReader, answer: JsonSchema, clues: ListClues): FoundList | undefined {
  const facts = reader.facts(answer);
  if (!facts.types.has("array")) {
    let others = 0;
    for (const name of facts.properties.keys()) {
      if (!isBeside(reader, facts, name)) others += 1;
      if (others > 1) return undefined;
    }
  }
  const found = findList(reader, answer, clues);
  return found?.isPlain ? found : undefined;
}

/** The arrays inside the only object of an answer that is an envelope. */
function nestedArrays(reader: SchemaReader, answer: JsonSchema, noun: string): FoundArray[] {
  const { properties } = reader.facts(answer);
  // HAL has its lists in `_embedded`, whatever is next to it.
  let only = properties.has("_embedded") ? "_embedded" : undefined;
  for (const name of only === undefined ? properties.keys() : []) {
    if (isAside(name)) continue;
    if (only !== undefined) return [];
    only = name;
  }
  const schema = only === undefined ? undefined : properties.get(only);
  if (only === undefined || schema === undefined || !mayHoldList(reader, schema)) return [];
  return arraysIn(reader, schema, [only], noun);
}

/** True for an object that may be an envelope of a list. False for a record that contains a list. */
export function mayHoldList(reader: SchemaReader, json: JsonSchema): boolean {
  const { types, byFoldedName } = reader.facts(json);
  return !types.has("array") && !OWN_IDS.some((name) => byFoldedName.has(name));
}

/** True for names of members that envelopes have and records do not. */
export function isAside(name: string): boolean {
  const folded = foldName(name);
  return ASIDE.has(folded) || META.test(folded) || name.startsWith("@odata");
}

/** Names such as `list_metadata`, `paginationInfo` and `current_page_backwards`. */
const META =
  /^(?:list|pag(?:e|ing|ination)|cursors?|results?|response)(?:meta|metadata|info|information|context)$|^(?:current|next|prev(?:ious)?)page/;

type FoundArray = Omit<FoundList, "isPlain">;

function arraysIn(reader: SchemaReader, json: JsonSchema, at: RecordPlace, noun: string): FoundArray[] {
  const found: FoundArray[] = [];
  const facts = reader.facts(json);
  const isLarge = facts.properties.size > LARGE;
  for (const { name, schema } of candidatesIn(facts)) {
    const folded = foldName(name);
    const isNamed = sameNoun(folded, noun);
    if (NEVER.has(folded) && !isNamed) continue;
    // A large object is usually a record, so references in it are only followed if the name suggests a list.
    if (isLarge && !isNamed && !USUAL_NAMES.includes(folded) && !mayBeArray(schema, true)) continue;
    const { types, items } = reader.facts(schema);
    if (!types.has("array") || items === undefined) continue;
    if (mayBeRecord(reader, items)) found.push({ at: [...at, name], items });
  }
  return found;
}

interface Candidate {
  readonly name: string;
  readonly schema: JsonSchema;
}

const candidates = new WeakMap<SchemaFacts, readonly Candidate[]>();

/** The properties that may be arrays. They are cached, because thousands of collections may share one schema. */
function candidatesIn(facts: SchemaFacts): readonly Candidate[] {
  return getOrMake(candidates, facts, () =>
    [...facts.properties].flatMap(([name, schema]) => (mayBeArray(schema, false) ? { name, schema } : [])),
  );
}

function mayBeArray(json: JsonSchema, onlyInline: boolean): boolean {
  if (typeof json === "boolean") return false;
  if (json.type === undefined) return !onlyInline || json.items !== undefined;
  return json.type === "array" || (typeof json.type !== "string" && json.type.includes("array"));
}

function choose(
  reader: SchemaReader,
  arrays: readonly FoundArray[],
  { noun, record }: ListClues,
  isPaged: boolean,
): FoundArray | undefined {
  if (record !== undefined) {
    const same = arrays.find(({ items }) => isSameRecord(reader, items, record));
    if (same) return same;
    const alike = arrays.filter(({ items }) => hasMost(reader, items, record));
    if (alike.length === 1) return alike[0];
  }
  const named =
    arrays.find(({ at }) => sameNoun(foldName(at.at(-1) ?? ""), noun)) ??
    arrays.find(({ at }) => sameNoun(foldName(at.at(-1) ?? "").replace(/list$/, ""), noun));
  if (named) return named;
  // For `runs` below `/model_evaluation_runs`, if the list has pages.
  const [ending, ...others] = isPaged ? arrays.filter(({ at }) => isEnding(foldName(at.at(-1) ?? ""), noun)) : [];
  if (ending && others.length === 0) return ending;
  for (const usual of USUAL_NAMES) {
    const found = arrays.find(({ at }) => foldName(at.at(-1) ?? "") === usual);
    if (found) return found;
  }
  return undefined;
}

function isEnding(name: string, noun: string): boolean {
  return name.length >= MIN_ENDING && noun.endsWith(name);
}

const MIN_ENDING = 4;
const PAGING = new Set(["meta", "pagination", "paging", "pageinfo", "links", "total", "totalcount", "count", "next"]);

function isPlain(reader: SchemaReader, answer: JsonSchema, first: string | undefined): boolean {
  const facts = reader.facts(answer);
  for (const name of facts.properties.keys()) {
    if (name !== first && !isBeside(reader, facts, name)) return false;
  }
  return true;
}

/**
 * True for a member that envelopes have next to the records, or for an object with only such members. `order` next to
 * `offset` is the order of the page.
 */
export function isBeside(reader: SchemaReader, { byFoldedName, properties }: SchemaFacts, name: string): boolean {
  if (isAside(name) || (name === "order" && byFoldedName.has("offset"))) return true;
  const schema = properties.get(name) ?? true;
  const inner = [...reader.facts(schema).properties];
  const isAlsoAside = ([inside, json]: readonly [string, JsonSchema]): boolean =>
    isAside(inside) && !reader.facts(json).types.has("array");
  return saysTotal(reader, schema) || (inner.length > 0 && inner.every(isAlsoAside));
}

/** True for a number with a description such as "The total number of results", whatever its name. */
export function saysTotal(reader: SchemaReader, json: JsonSchema): boolean {
  return reader.facts(json).types.has("integer") && TOTAL.test(descriptionOf(reader, json));
}

const TOTAL =
  /\btotal (?:(?:number|count|amount) of (?!pages?\b)|sum of (?:items|records|results|entries|documents)\b)/i;

/** The description next to a reference, or else the one of its target. */
export function descriptionOf(reader: SchemaReader, json: JsonSchema): string {
  const texts = [json, reader.facts(json).json].map((one) => (typeof one === "object" ? one.description : undefined));
  return texts.find((text) => typeof text === "string") ?? "";
}

function mayBeRecord(reader: SchemaReader, items: JsonSchema): boolean {
  const { types, properties } = reader.facts(items);
  return types.size === 0 ? true : types.has("object") || properties.size > 0;
}

const NEVER = new Set(
  wordList(`
  errors error messages warnings links included includes notices actions facets aggregations
`),
);
/** The maximum number of properties of an envelope. */
const LARGE = 12;
const OWN_IDS = ["id", "uuid", "guid", "uid", "gid", "sid"];
const USUAL_NAMES = wordList(`
  data items results result entries records values value list rows content objects collection elements hits docs
  documents resources nodes
`);
const ASIDE = new Set(
  wordList(`
  meta metadata pagination paging page pageinfo listinfo pages paginator resultinfo responsemetadata links link self href
  url uri next prev previous first last current total totalcount totalitems totalresults totalsize totalelements
  totalpages totalrecords totalentries totalhits count size limit offset start skip perpage pagesize pagenumber
  recordindex pagelen lastpage numpages numberofelements number empty sort pageable itemcount
  resultcount resultsetsize totalsetsize startposition endposition nexturi previousuri nexturl previousurl
  nextresults nextcursor previouscursor prevcursor nexttoken
  startat maxresults islast nextlink cursor cursors continue continuation continuationtoken marker nextmarker prevmarker previousmarker hasmore hasmoreitems moreitems moreitemsincollection hasnext hasprevious
  hasprev hasnextpage more truncated istruncated incompleteresults remainingitemcount scrollid
  object kind apiversion type success status statuscode code message error errors
  messages warnings notices ok requestid traceid timestamp time took duration usage jsonapi included includes etag query
  version schemas facets aggregations filters debug info context iterator previterator nextiterator done msg
  httpcode httpstatus httpstatuscode responsecode responsemsg responsemessage responsestatus resultcode resultmessage
  returncode returnmessage errorcode errormessage statusmessage statusmsg statustext
`),
);

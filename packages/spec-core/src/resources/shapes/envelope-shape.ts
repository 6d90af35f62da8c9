import type { Parameter } from "../../model/api-description.js";
import type { EnvelopeShape, ListShape } from "../../model/list-convention.js";
import type { RecordPlace } from "../../model/resource.js";
import type { JsonSchema } from "../../schema/schema.js";
import { foldName } from "../../words/fold-name.js";
import { wordList } from "../../words/word-list.js";
import { descriptionOf, isBeside, saysTotal } from "./list-shape.js";
import type { SchemaFacts, SchemaReader } from "./schema-reader.js";

type Counter = Exclude<keyof EnvelopeShape, "kind" | "itemsAt" | "alsoPageAt" | "alsoLimitAt">;

/**
 * Finds the counters and links of a list's envelope, up to four levels deep but never inside the records.
 * @param parameters the list's query parameters: if two names fit the next page, the one that is also a parameter wins
 */
export function readEnvelope(
  reader: SchemaReader,
  answer: JsonSchema,
  itemsAt: RecordPlace,
  parameters: readonly Parameter[],
): ListShape {
  if (itemsAt.length === 0) return { kind: "array" };
  const members = membersOf(reader, answer, itemsAt);
  const asked = new Set(parameters.map(({ name }) => foldName(name)));
  const found: Partial<Record<Counter, RecordPlace>> = {};
  for (const counter of COUNTERS) {
    const place = best(members, counter, asked);
    if (place && (!BESIDE_ITEMS.has(counter) || place.length === itemsAt.length)) found[counter] = place;
  }
  const ofItems = members.find((member) => isCountOf(member, foldName(itemsAt.at(-1) ?? "")));
  if (ofItems && !found.totalAt) found.totalAt = ofItems.place;
  const taken = new Set(Object.values(found));
  const described = members.find((member) => member.isTotal && !isOfThisPage(member) && !taken.has(member.place));
  if (described && !found.totalAt) found.totalAt = described.place;
  const isSize = (member: Member): boolean =>
    member.name === "size" && isOfThisPage(member) && !taken.has(member.place);
  const count = members.find((member) => fits(member, "countAt")) ?? members.find(isSize);
  // A `count` without a total is the total (Django REST, Medusa), unless its description says that it is of this page.
  if (count && !found.totalAt && !isOfThisPage(count)) found.totalAt = count.place;
  else if (count) found.countAt = count.place;
  const again = (counter: "pageAt" | "limitAt"): RecordPlace | undefined =>
    members.find((member) => {
      const isNew = member.place !== found[counter] && member.place !== found.countAt && member.place !== found.totalAt;
      return found[counter] && isNew && member.facts.types.has("integer") && fits(member, counter);
    })?.place;
  const alsoPageAt = again("pageAt");
  const alsoLimitAt = again("limitAt");
  return {
    kind: "envelope",
    itemsAt,
    ...found,
    ...(alsoPageAt ? { alsoPageAt } : {}),
    ...(alsoLimitAt ? { alsoLimitAt } : {}),
  };
}

/** Members with these names only count next to the list. In other places they have another meaning: `sort.empty`. */
const BESIDE_ITEMS: ReadonlySet<Counter> = new Set<Counter>(["isFirstAt", "isEmptyAt", "firstIdAt", "lastIdAt"]);

interface Member {
  readonly place: RecordPlace;
  readonly name: string;
  /** The folded names of the objects around the member and its own, joined: `linkspagesnext`. */
  readonly path: string;
  readonly facts: SchemaFacts;
  readonly description: string;
  /** True if the description says so: "The total number of results." */
  readonly isTotal: boolean;
}

function membersOf(reader: SchemaReader, answer: JsonSchema, itemsAt: RecordPlace): Member[] {
  const found: Member[] = [];
  visit(answer, []);
  // Outer members precede inner ones with the same name: `pages.per_page` before `pages.next.per_page`.
  return found.sort((a, b) => a.place.length - b.place.length);

  function visit(json: JsonSchema, at: RecordPlace): void {
    const around = reader.facts(json);
    for (const [name, schema] of around.properties) {
      const place = [...at, name];
      if (place.length === itemsAt.length && place.every((part, index) => part === itemsAt[index])) continue;
      const facts = reader.facts(schema);
      const leadsToItems = name === itemsAt[at.length] && at.every((part, index) => part === itemsAt[index]);
      if (facts.properties.size > 0 && !facts.types.has("array") && place.length < MAX_DEPTH) {
        if (leadsToItems || isBeside(reader, around, name)) visit(schema, place);
      }
      const path = place.map(foldName).join("");
      const description = descriptionOf(reader, schema);
      found.push({ place, name: foldName(name), path, facts, description, isTotal: saysTotal(reader, schema) });
    }
  }
}

const MAX_DEPTH = 4;

function best(members: readonly Member[], counter: Counter, asked: ReadonlySet<string>): RecordPlace | undefined {
  if (counter === "countAt") return undefined;
  const isNext = counter === "nextAt";
  const fitting = members.filter((member) => fits(member, counter) || (isNext && isAskedNext(member, asked)));
  if (counter === "nextAt" || counter === "previousAt") {
    const repeated = fitting.find((member) => asked.has(member.name) || isAskedNext(member, asked));
    if (repeated) return repeated.place;
  }
  for (const name of NAMES[counter]) {
    const found = fitting.find((member) => member.name === name || (PATHS.has(name) && member.path.endsWith(name)));
    if (found) return found.place;
  }
  return fitting[0]?.place;
}

function fits({ name, path, facts }: Member, counter: Counter): boolean {
  if (!NAMES[counter].some((known) => name === known || (PATHS.has(known) && path.endsWith(known)))) return false;
  const { types, properties } = facts;
  switch (counter) {
    case "isFirstAt":
    case "isLastAt":
    case "isEmptyAt":
      return types.has("boolean");
    case "hasMoreAt":
      return types.size === 0 || types.has("boolean");
    case "nextAt":
    case "previousAt":
    case "firstIdAt":
    case "lastIdAt":
      return properties.size === 0 && !types.has("array") && !types.has("boolean") && !types.has("object");
    case "totalAt":
    case "countAt":
    case "pageAt":
    case "limitAt":
    case "offsetAt":
    case "pagesAt":
      if (types.size === 0) return properties.size === 0;
      return types.has("integer") || types.has("number") || (types.has("string") && WRITTEN_COUNTS.has(name));
  }
}

/** True for `ordersCount` and `total_orders` next to `orders`. */
function isCountOf(member: Member, items: string): boolean {
  const { name, facts } = member;
  const names = [items, items.replace(/s$/, "")].flatMap((one) => [`${one}count`, `${one}total`, `total${one}`]);
  return names.includes(name) && (facts.types.has("integer") || facts.types.has("number")) && !isOfThisPage(member);
}

/** True for `next_page.offset` if there is a parameter `offset`. */
function isAskedNext({ name, path, facts }: Member, asked: ReadonlySet<string>): boolean {
  const { types, properties } = facts;
  if (!asked.has(name) || !path.slice(0, -name.length).includes("next")) return false;
  return !types.has("object") && !types.has("array") && !LIMIT_NAMES.has(name) && properties.size === 0;
}

function isOfThisPage({ description }: Member): boolean {
  // "The number of groups that matched (may be more than those in the result set)."
  const isWhole = /\bmatched\b|\bmore than\b/i.test(description);
  return (
    !isWhole &&
    /\b(?:this|the|current|per|each|a) (?:page|response|request|result set|batch)\b|\breturned\b/i.test(description)
  );
}

const COUNTERS: readonly Counter[] = [
  "totalAt",
  "nextAt",
  "previousAt",
  "hasMoreAt",
  "isLastAt",
  "isFirstAt",
  "isEmptyAt",
  "firstIdAt",
  "lastIdAt",
  "pageAt",
  "limitAt",
  "offsetAt",
  "pagesAt",
];

/** Folded names of members, the most likely first. */
const NAMES: Readonly<Record<Counter, readonly string[]>> = {
  totalAt: wordList(`
    totalcount total totalitems totalresults totalentries totalrecords totalelements totalsize totalhits
    totalnumber totalsetsize totalrows totalrowcount numfound numbermatched itemcount recordcount hits
  `),
  countAt: wordList(`
    count resultcount returned returnedresults numberofelements numberreturned returnedcount pagecountitems resultsetsize
    numresults currentpageitems pageitems itemsonpage currentitemcount
  `),
  nextAt: wordList(`
    nextcursor nextpagetoken nexttoken nextpagecursor nextmarker continuationtoken continuation continue
    nextstartingafter nextafter nextoffset nextpageoffset cursorsafter cursorsnext endcursor nextpageuri nextpageurl nexturi nexturl nextlink
    nextpage nexthref next cursor marker after scrollid iterator nextiterator
  `),
  previousAt: wordList(`
    previouscursor prevcursor previouspagetoken prevpagetoken previoustoken cursorsbefore cursorsprevious startcursor
    previouspageuri previouspageurl previouspagecursor prevpagecursor previousuri previousurl prevurl previouslink previouspage prevpage
    previoushref prevhref previous prev before previterator previousiterator
  `),
  hasMoreAt: wordList(`
    hasmore hasnext hasnextpage hasmoreitems moreitems moreitemsincollection more ismore moreavailable truncated istruncated moredata
  `),
  isLastAt: ["done", "isdone", "last", "islast", "lastpage", "islastpage", "finished", "isfinished"],
  isFirstAt: ["first", "isfirst", "firstpage", "isfirstpage"],
  isEmptyAt: ["empty", "isempty"],
  firstIdAt: ["firstid"],
  lastIdAt: ["lastid"],
  pageAt: ["page", "pagenumber", "currentpage", "pageindex", "pageno", "pagenum", "number"],
  limitAt: ["limit", "perpage", "pagesize", "pagelen", "itemsperpage", "pagelimit", "size", "maxresults"],
  offsetAt: ["offset", "skip", "startindex", "startposition", "startat", "start", "pageoffset"],
  pagesAt: wordList(`
    totalpages pagecount maxpage maxpages pages numpages lastpage pagetotal pagestotal numberofpages last
  `),
};

/** Counters that may be strings, because some APIs write every number as one. These names have no other meaning. */
const WRITTEN_COUNTS = new Set(
  wordList(`
  resultsetsize totalsetsize startposition totalcount totalresults totalrecords
`),
);

const LIMIT_NAMES = new Set(NAMES.limitAt);

/**
 * Names that consist of an object's name and a member's: `next: { href }`, `next_page: { offset }`,
 * `cursors: { after }`.
 */
const PATHS = new Set(
  wordList(`
  nexthref nextstartingafter nextafter nextoffset nexturl nexturi nextcursor nexttoken cursorsafter cursorsnext nextpageuri
  nextpageurl previoushref prevhref cursorsbefore cursorsprevious previouspageuri previouspageurl
`),
);

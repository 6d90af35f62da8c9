import { getOrMake } from "../../lazy/caches.js";
import type { Operation, Parameter } from "../../model/api-description.js";
import type { CursorParameters, EnvelopeShape, ListShape, PageParameter } from "../../model/list-convention.js";
import { foldName } from "../../words/fold-name.js";
import { wordList } from "../../words/word-list.js";
import type { PropertyFinder } from "../shapes/property-finder.js";
import type { SchemaFacts, SchemaReader } from "../shapes/schema-reader.js";

interface PagingParameters {
  readonly limit: Parameter | undefined;
  readonly otherLimits: readonly Parameter[];
  readonly offset: Parameter | undefined;
  readonly firstOffset: 0 | 1;
  readonly page: PageParameter | undefined;
  readonly cursor: CursorParameters | undefined;
}

/** Finds the query parameters that select a page of a list. Names decide, and the schema must fit. */
export function findPagingParameters(
  parameters: readonly Parameter[],
  shape: ListShape,
  finder: PropertyFinder,
): PagingParameters {
  const { reader } = finder;
  const byName = groupByName(parameters);
  const isFirst = ({ types }: SchemaFacts, parameter: Parameter): boolean =>
    types.has("string") && isInclusive(parameter);
  const after = pick(AFTER, (facts, parameter) => isCursor(facts, parameter, finder)) ?? pick(FIRST, isFirst);
  const first = pick(BEFORE, (facts, parameter) => isCursor(facts, parameter, finder));
  // If the answer contains a value for the next page, only this parameter can send it, even if the value is a moment.
  const isGoingOn = after === undefined && shape.kind === "envelope" && answersToken(shape);
  // `first` is a limit. Next to `max` it is an offset (Keycloak, JPA).
  const offset = pick(
    byName.has("max") ? [...OFFSET, "first"] : OFFSET,
    (facts, parameter) => parameter !== after && isCount(facts, parameter) && (isGoingOn || !isPointInTime(parameter)),
  );
  const page = pick(PAGE, isCount);
  // A string named `offset` or `page` may be a token (Asana, Stripe's search).
  const said = after ?? pick(OFFSET, isToken) ?? pick(PAGE, isToken);
  // If the answer contains a next page and `before_id` is the only cursor, the list goes back in time.
  const isBack = said === undefined && offset === undefined && page === undefined && isGoingOn;
  const [token, before] = isBack ? [first, undefined] : [said, first];
  const isPaged = offset !== undefined || page !== undefined || token !== undefined;
  const isOwn = (one: Parameter) => one !== offset && (isPaged || finder.exact(one.name) === undefined);
  const limits = LIMIT.flatMap((name) => byName.get(name) ?? []).filter((one) => isCount(factsOf(one), one));
  const [limit, ...otherLimits] = [
    ...limits.filter((one) => !isDeprecated(one)),
    ...limits.filter(isDeprecated),
    ...(limits.length > 0
      ? []
      : [
          pick(WEAK_LIMIT, (facts, parameter) => isCount(facts, parameter) && isOwn(parameter)),
          pick(["amount"], (facts, parameter) => isCount(facts, parameter) && isHowMany(parameter)),
        ]),
  ].filter((one) => one !== undefined);
  return {
    limit,
    otherLimits,
    offset,
    firstOffset: offset && startsAtOne(reader, offset) ? 1 : 0,
    page: page && { parameter: page, ...firstPage(reader, page) },
    cursor:
      token || before
        ? {
            after: token,
            before,
            kind: cursorKind(token ?? before, shape, finder),
            isInclusive: token !== undefined && isInclusive(token),
          }
        : undefined,
  };

  function pick(
    names: readonly string[],
    accepts: (facts: SchemaFacts, parameter: Parameter) => boolean,
  ): Parameter | undefined {
    return firstNamed(byName, names, (parameter) => accepts(factsOf(parameter), parameter));
  }

  function factsOf({ schema }: Parameter): SchemaFacts {
    return reader.facts(schema.json);
  }
}

/** True if the description speaks of a number of records. Usually an `amount` is money. */
function isHowMany({ description = "" }: Parameter): boolean {
  return /\b(?:how many|number of)\b/i.test(description);
}

function isDeprecated({ deprecated, description = "" }: Parameter): boolean {
  return deprecated || /\bdeprecated\b/i.test(description);
}

/** True for a moment instead of an offset: `from`, "Rooms that were made after this time". */
function isPointInTime({ name, description = "" }: Parameter): boolean {
  return MAY_BE_MOMENTS.has(foldName(name)) && SPEAKS_OF_TIME.test(description);
}

/** True for a number, also if it is declared as a string. */
function isCount(facts: SchemaFacts, parameter: Parameter): boolean {
  const { types, format, values } = facts;
  if (types.size === 0 || types.has("integer") || types.has("number")) return true;
  const isNumber = format === undefined || /^u?int(?:eger|32|64)?$/.test(format);
  return types.has("string") && isNumber && values === undefined && !isToken(facts, parameter);
}

function isToken({ types }: SchemaFacts, { description = "" }: Parameter): boolean {
  return types.has("string") && !types.has("integer") && /\b(?:token|cursor|opaque|continuation)\b/i.test(description);
}

function isMoment(format: string | undefined): boolean {
  return format !== undefined && /^(?:date|time)/.test(format);
}

/**
 * True if a parameter may be a cursor. `after`, `before` and `since` may also be dates, and a number only makes sense
 * as an id.
 */
function isCursor(facts: SchemaFacts, parameter: Parameter, finder: PropertyFinder): boolean {
  if (facts.types.has("object") || facts.types.has("boolean") || isMoment(facts.format)) return false;
  if (SPEAKS_OF_ACCESS.test(parameter.description ?? "")) return false;
  if (finder.exact(parameter.name) !== undefined && WEAK_CURSOR.has(foldName(parameter.name))) return false;
  if (!AMBIGUOUS_CURSOR.has(foldName(parameter.name))) return true;
  const id = finder.id?.facts.types;
  const text = parameter.description ?? "";
  const mayBeNumber = id === undefined || id.size === 0 || id.has("integer");
  if (facts.types.has("integer")) return mayBeNumber && !SPEAKS_OF_TIME.test(text);
  return !/\b(?:time|timestamp|date|ISO[ -]?8601|RFC[ -]?3339)\b/i.test(text) || /\bcursor\b/i.test(text);
}

/**
 * True if the page starts with the record that the cursor identifies: `from`, "Provide an ID to start the result set
 * from the item with that ID".
 */
function isInclusive({ name, description = "" }: Parameter): boolean {
  return FIRST.includes(foldName(name)) && SPEAKS_OF_IDS.test(description);
}

const FIRST = ["from", "fromid", "startat", "startingat", "startfrom"];

const SPEAKS_OF_TIME = /\b(?:time|timestamp|date|seconds)\b/i;
const SPEAKS_OF_ACCESS = /\b(?:authentication|authorization|access|auth|bearer|api) token\b/i;
const SPEAKS_OF_IDS = /\bids?\b|\bidentifier\b/i;

function cursorKind(
  parameter: Parameter | undefined,
  shape: ListShape,
  { reader, id }: PropertyFinder,
): "id" | "token" {
  if (!parameter) return "token";
  const name = foldName(parameter.name);
  const text = parameter.description ?? "";
  const speaksOfIds = SPEAKS_OF_IDS.test(text);
  if (isInclusive(parameter)) return "id";
  if (isWrittenAsId(reader.facts(parameter.schema.json), id?.facts)) return "id";
  if (/token|cursor|continu|marker|offset|page|bookmark|scroll|iterator/.test(name) && name !== "marker")
    return "token";
  const { types } = reader.facts(parameter.schema.json);
  if (types.has("integer") && id?.facts.types.has("integer")) return "id";
  if (shape.kind === "envelope" && answersToken(shape)) return "token";
  if (/id$/.test(name) || /^(?:starting|ending)/.test(name)) return "id";
  // An answer with `hasMore` only contains ids that could be a cursor.
  if (shape.kind === "envelope" && shape.hasMoreAt && (speaksOfIds || text === "")) return "id";
  if (/\b(?:cursor|token|opaque)\b/i.test(text)) return "token";
  if (speaksOfIds) return "id";
  const format = reader.facts(parameter.schema.json).format;
  return format !== undefined && format === id?.facts.format ? "id" : "token";
}

/** True if the parameter and the id have the same pattern: `^app_[A-Za-z0-9]{27}$`. */
function isWrittenAsId({ json }: SchemaFacts, id: SchemaFacts | undefined): boolean {
  const own = id?.json;
  return (
    typeof json === "object" && json.pattern !== undefined && typeof own === "object" && own.pattern === json.pattern
  );
}

function answersToken({ nextAt }: EnvelopeShape): boolean {
  return nextAt !== undefined;
}

/**
 * True if the first record has offset 1: by the minimum, the description, or a default of 1, since a default never
 * skips the first record.
 */
function startsAtOne(reader: SchemaReader, { schema, description = "" }: Parameter): boolean {
  const { json } = reader.facts(schema.json);
  const { minimum, default: given } = typeof json === "object" ? json : {};
  return minimum === 1 || given === 1 || /\b(?:one|1)[- ](?:based|indexed)\b/i.test(description);
}

/** The number of the first page: 1, unless the schema, an example or the description starts at 0. */
function firstPage(
  reader: SchemaReader,
  { schema, examples, description = "" }: Parameter,
): Pick<PageParameter, "first" | "isGuess"> {
  const { json } = reader.facts(schema.json);
  const keywords = [schema.json, json].filter((part) => typeof part === "object");
  if (keywords.some((part) => (part.minimum ?? 0) >= 1 || (part.exclusiveMinimum ?? -1) >= 0))
    return { first: 1, isGuess: false };
  const given = keywords.flatMap((part) => [part.default, part.minimum, ...(part.examples ?? [])]);
  const isZero = [...given, ...examples.map(({ value }) => value)].some((value) => value === 0 || value === "0");
  if (isZero || COUNTS_FROM_0.test(description)) return { first: 0, isGuess: false };
  if (DEFAULTS_TO_0.test(description)) return { first: 0, isGuess: true };
  const isOne = keywords.some((part) => String(part.default) === "1") || COUNTS_FROM_1.test(description);
  return { first: 1, isGuess: !isOne };
}

/**
 * The first page by the parameter's name, if the lists that define one agree. Other lists then use it instead of a
 * guess.
 */
export function saidFirstPages(reader: SchemaReader, lists: readonly Operation[]): ReadonlyMap<string, 0 | 1> {
  const said = new Map<string, Set<0 | 1>>();
  for (const parameter of lists.flatMap(({ parameters }) => parameters)) {
    const { name, schema } = parameter;
    if (!PAGE.includes(foldName(name)) || !isCount(reader.facts(schema.json), parameter)) continue;
    const { first, isGuess } = firstPage(reader, parameter);
    if (!isGuess) getOrMake(said, name, () => new Set()).add(first);
  }
  return new Map(
    [...said].flatMap(([name, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[name, first]],
    ),
  );
}

const COUNTS_FROM_0 = /\b(?:zero|0)[- ](?:based|indexed)|\b(?:start|begin)(?:s|ing)?\b[^.;]{0,30}\b(?:0|zero)\b/i;
/** Not certain: Strapi's description says so, but its pages start at 1. */
const DEFAULTS_TO_0 = /\bdefault(?:s|ing)?\b[^.;]{0,30}\b(?:0|zero)\b/i;
const COUNTS_FROM_1 =
  /\b(?:one|1)[- ](?:based|indexed)|\b(?:start|begin|default|first)(?:s|ing)?\b[^.;]{0,30}\b(?:1|one)\b/i;

/** Folded names, the most likely first. A name in brackets, `page[size]`, is folded to `pagesize`. */
const LIMIT = wordList(`
  limit perpage pagesize pagelimit maxresults maxitems maxpagesize maxrecords maxkeys itemsperpage resultsperpage
  recordsperpage entriesperpage rowsperpage pagelength pagelen paginationlimit paginationpagesize limitto
  maxentries maxcount numresults numberofresults
`);
/** Names that may also be names of properties. */
const WEAK_LIMIT = wordList(`take top count size per first max rows num length results batchsize`);
const OFFSET = [
  ...["offset", "skip", "pageoffset", "startindex", "startposition", "startat", "firstresult", "recordoffset"],
  ...["resultoffset", "paginationoffset", "paginationstart", "start", "from", "begin"],
];
const MAY_BE_MOMENTS = new Set(["from", "start", "begin"]);
const PAGE = wordList(`
  page pagenumber pageno pagenum pageindex currentpage paginationpage pageid paged p
`);
const AFTER = wordList(`
  startingafter cursor pagecursor pagetoken nextpagetoken nexttoken nextcursor nextpagecursor pageafter continue
  continuationtoken continuation paginationtoken paginationcursor aftercursor skiptoken startafterid after startafter
  afterid
  lastid sinceid lastkey exclusivestartkey marker nextmarker scrollid bookmark startcursor nextpage next token
  since iterator
`);
const BEFORE = wordList(`
  endingbefore pagebefore before beforeid previouscursor prevcursor beforecursor previouspagetoken prevpagetoken
  previouspagecursor prevpagecursor endbefore
`);
const WEAK_CURSOR = new Set(["token", "next", "marker", "continue", "bookmark", "cursor"]);
const AMBIGUOUS_CURSOR = new Set(["after", "before", "since", "startafter", "endbefore"]);

/** Parameters by their folded names; `page[size]` is `pagesize`. */
type ParametersByName = ReadonlyMap<string, readonly Parameter[]>;

export function groupByName(parameters: readonly Parameter[]): ParametersByName {
  const groups = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const folded = foldName(parameter.name);
    getOrMake(groups, folded, () => []).push(parameter);
  }
  return groups;
}

/** The first accepted parameter with one of these names, which are folded and ordered by preference. */
export function firstNamed(
  parameters: ParametersByName,
  names: readonly string[],
  accepts: (parameter: Parameter) => boolean,
): Parameter | undefined {
  if (parameters.size === 0) return undefined;
  for (const name of names) {
    const found = parameters.get(name)?.find(accepts);
    if (found) return found;
  }
  return undefined;
}

import {
  type Answer,
  coerceValue,
  listOfTexts,
  type RequestValues,
  type ResponsePlan,
  schemaAt,
} from "@onespec/http-contract";
import {
  foldName,
  getOrMake,
  isObject,
  isPagination,
  type LinkedFilter,
  type ListConvention,
  type ListRole,
  type Operation,
  type RecordPlace,
  schemaShape,
  type ViewRole,
  valueAtPlace,
} from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { endLiteral } from "../model/path-words.js";
import type { RecordAddress } from "../model/resource-states.js";
import { propertiesOf } from "../model/schema-questions.js";
import { filledPath } from "../model/state-key.js";
import { withIgnored } from "../response/answer-headers.js";
import { createListAnswer } from "../response/list-answer.js";
import { OWN_CURSOR, withOwnCursor } from "../response/list-envelope.js";
import { type AskedPage, listPages } from "../response/page-request.js";
import { type Awaitable, after, type Condition, type RecordPage, type RecordQuery } from "../store/record-store.js";
import { keptIds, setOfList } from "./record/id-set.js";
import { absentAncestorOf, absentParent, absentRecord, addressReader } from "./record/record-address.js";
import { keyInRecord } from "./record/record-key.js";
import { createRequiredValues } from "./record/required-values.js";
import { selectionReader } from "./selection/list-filters.js";
import { unknownCursor } from "./selection/unknown-cursor.js";

/** `GET /pets`, and other lists over the same records such as `GET /pets/sold`. */
export function createListBehaviour(
  context: MockContext,
  operation: Operation,
  given: ListRole | ViewRole,
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states } = context;
  const role = shownMembers(given);
  const { resource } = role;
  const search = role.kind === "view" ? role.search : undefined;
  const told = search ?? role.list;
  const list = search ? told : withOwnCursor(schemas, told, plan);
  const state = states.of(resource);
  const answer = createListAnswer(context, plan, resource, list);
  const select = selectionReader(schemas, resource, list);
  const pages = listPages(schemas, list, plan.preferred?.schema);
  const read = addressReader(schemas, states, operation, resource, role.kind === "view" ? role.scope : undefined);
  const required = createRequiredValues(context, resource);
  const linked = linkedReader(context, operation, role);
  const readAround = role === given ? undefined : addressReader(schemas, states, operation, given.resource);
  const flags = role.kind === "view" && !search && !linked ? flagsOf(schemas, operation, resource) : [];
  const ownId = role.kind === "view" ? ownIdParameter(operation, role) : undefined;

  const listing = (query: RequestValues["query"]): Listing => {
    const { fields, unknown, ...selection } = select(query);
    const asked = pages.read(query);
    return {
      fields,
      unknown: [...unknown, ...asked.unread],
      asked,
      query: {
        ...selection,
        ...(isNewestFirst(list, query) && !selection.sort && { isNewestFirst: true }),
        offset: asked.offset,
        ...(asked.limit === undefined ? {} : { limit: asked.limit }),
        ...(asked.after === undefined ? {} : { after: asked.after }),
        ...(asked.before === undefined ? {} : { before: asked.before }),
      },
    };
  };
  // Equal query texts are parsed into the same object.
  const listings = new WeakMap<RequestValues["query"], Listing>();
  const listingOf = (query: RequestValues["query"]): Listing => getOrMake(listings, query, () => listing(query));

  const answerPage = (call: Call, { fields, unknown, asked }: Listing, page: RecordPage): Awaitable<Answer> => {
    const links = () => pages.links(asked, page, call.target.query);
    const answered = answer(call, { page, asked, links, fields });
    return unknown.length === 0 ? answered : after(answered, (whole) => withIgnored(whole, unknown));
  };
  const answerList = (call: Call, { scope, where: narrowing }: RecordAddress): Awaitable<Answer> => {
    const listed = search
      ? listing({ ...call.query, ...searchedBody(operation, call.body) })
      : list === told
        ? listingOf(call.query)
        : listing({ ...call.query, ...ownCursor(call) });
    const { query } = listed;
    const isWhole = scope.length === 0 && narrowing.length === 0;
    const own = isWhole ? query : { ...query, scope, where: [...(query.where ?? []), ...narrowing] };
    return after(required.fillAskedBy(query), () =>
      after(isFromFirst ? pageFrom(own, listed.asked) : state.collection.list(own), (found) =>
        found.records.length > 0 ? answerPage(call, listed, found) : answerNone(call, listed, found, scope),
      ),
    );
  };
  const isFromFirst = list.cursor?.isInclusive;
  /** Returns the page that starts with the record of a key. Its `next` is the first key of the following page. */
  const pageFrom = async (query: RecordQuery, { after: key, limit }: AskedPage): Promise<RecordPage> => {
    const first = key === undefined ? undefined : await state.find({ scope: query.scope ?? [], where: [] }, key);
    const most = limit === undefined ? {} : { limit: first ? limit : limit + 1 };
    const found = await state.collection.list({ ...query, ...most });
    const records = first ? [first, ...found.records] : found.records;
    return {
      records: records.slice(0, limit),
      total: found.total,
      start: first ? Math.max(0, found.start - 1) : found.start,
      next: limit === undefined ? undefined : records[limit]?.key,
    };
  };
  const answerNone = async (
    call: Call,
    listed: Listing,
    found: RecordPage,
    scope: RecordAddress["scope"],
  ): Promise<Answer> => {
    const { query } = listed;
    if (ownId !== undefined) {
      const key = call.pathTexts[ownId] ?? "";
      const record = await state.find({ scope, where: [] }, key);
      if (!record) return context.refuse(operation, absentRecord(resource, ownId, key));
      // Either the query excludes the record, or the path has another of its ids.
      const isLeftOut = record.key === key || (query.where ?? []).length > 0;
      return answerPage(call, listed, isLeftOut ? found : { ...found, records: [record], total: 1 });
    }
    const answered = await answerPage(call, listed, found);
    return withIgnored(answered, await unknownCursor(list, listed.asked, (key) => state.collection.has(scope, key)));
  };
  const isTop = resource.parents.length === 0 && !linked;
  return (call) => {
    const address = read(call.pathTexts);
    const where = ownId === undefined ? address.where : withSeveralIds(address.where, call.pathTexts[ownId] ?? "");
    const narrowed = { ...address, where: flags.length === 0 ? where : [...where, ...flags] };
    return isTop ? answerList(call, narrowed) : answerBelow(call, narrowed);
  };

  /** Reads several ids from a path parameter whose name ends in `ids`: `/questions/1;2`, `/roads/A1,A2`. */
  function withSeveralIds(where: readonly Condition[], text: string): readonly Condition[] {
    const ids = /ids$/i.test(ownId ?? "") ? text.split(/[;,|]/) : [];
    if (ids.length < 2) return where;
    const json = schemaAt(schemas, resource.schema, resource.id.property ?? [])?.json ?? true;
    const value = ids.map((id) => coerceValue(schemas, json, id.trim()));
    return where.map((one) => (one.property === resource.id.property ? { ...one, operator: "in", value } : one));
  }

  async function answerBelow(call: Call, address: RecordAddress): Promise<Answer> {
    const absent = readAround
      ? await absentParent(states, given.resource, readAround(call.pathTexts).parents)
      : await absentParent(states, resource, address.parents);
    if (absent) return context.refuse(operation, absent);
    await context.seeds.fill(resource, address.scope);
    if (!linked) return answerList(call, address);
    const absentAncestor = await linked.absentAncestor?.(call.pathTexts);
    if (absentAncestor) return context.refuse(operation, absentAncestor);
    return answerList(call, { ...address, where: [...address.where, ...(await linked.conditions(call))] });
  }
}

/** A list of records that are made below another one is a view of their resource. */
function shownMembers(role: ListRole | ViewRole): ListRole | ViewRole {
  const { members, parents } = role.resource;
  if (role.kind === "view" || !members?.isMade) return role;
  const scope = parents.map(({ parameter }, index) => ({
    parameter,
    parent: members.resource.parents[index]?.parameter,
    property: undefined,
    ...(index === parents.length - 1 && { through: { links: role.resource, shows: "members" as const } }),
  }));
  return { kind: "view", resource: members.resource, scope, list: role.list, search: undefined };
}

/** The condition in the last word of a path: `GET /integrations/active` lists the records with `active: true`. */
function flagsOf(
  schemas: MockContext["schemas"],
  operation: Operation,
  { schema }: ViewRole["resource"],
): readonly Condition[] {
  const word = foldName(endLiteral(operation));
  const flag = propertiesOf(schemas, schema.json).find(
    ({ name, schema: json }) =>
      [word, `is${word}`].includes(foldName(name)) && schemaShape(schemas, json).types.has("boolean"),
  );
  return word === "" || !flag ? [] : [{ property: [flag.name], operator: "eq", value: true }];
}

/** For lists of records that are linked to a record of the path or the query: reads the links as conditions. */
function linkedReader(context: MockContext, operation: Operation, role: ListRole | ViewRole) {
  const { schemas, states, seeds } = context;
  const { resource } = role;
  const found: readonly RequestLink[] =
    role.kind === "list"
      ? role.linked
      : role.scope.flatMap(({ parameter, through }) => (through ? [{ named: parameter, through }] : []));
  const property = resource.id.property;
  if (found.length === 0 || !property) return undefined;
  const json = schemaAt(schemas, resource.schema, property)?.json ?? true;
  const keysOf = async ({ named, through }: RequestLink, texts: Call["pathTexts"]): Promise<readonly string[]> => {
    if (through.shows === "added") return (await keptIds(context, setOfList(filledPath(through.key, texts)))) ?? [];
    const { links, shows } = through;
    const text = texts[named] ?? "";
    const { collection, find } = states.of(links);
    if (shows === "paired") {
      const { by, at } = through;
      const scopeOf = (place: RecordPlace, key: string | undefined) => (place.length === 0 ? [key] : []);
      const around = [...scopeOf(by, text), ...scopeOf(at, undefined)];
      await seeds.fill(links, around);
      const where: Condition[] = by.length > 0 ? [{ property: by, operator: "in", value: [text, Number(text)] }] : [];
      const { records } = await collection.list({ scope: around, where });
      return records.map(({ scope, value }) => String(at.length > 0 ? valueAtPlace(value, at) : scope[0]));
    }
    if (shows === "named") {
      await seeds.fill(links, []);
      const record = await find({ scope: [], where: [], parameter: named }, text);
      const ids = [valueAtPlace(record?.value, through.at) ?? []].flat();
      return ids.flatMap((one) => (isObject(one) ? (keyInRecord(resource, one) ?? []) : String(one)));
    }
    const around = links.parents.slice(0, -1).map(({ parameter: outer }) => texts[outer] ?? "");
    const linked = [...around, shows === "members" ? text : undefined];
    await seeds.fill(links, linked);
    if (shows === "members") return (await collection.list({ scope: linked })).records.map(({ key }) => key);
    const id = links.id.property;
    const where: Condition[] = id ? [{ property: id, operator: "in", value: [text, Number(text)] }] : [];
    const { records } = await collection.list({ scope: linked, where });
    return records.filter(({ key }) => key === text).map(({ scope }) => scope.at(-1) ?? "");
  };
  /** The path texts of a call. If the link reads a query parameter, one set of texts for each of its values. */
  const textsOf = ({ named, parameter }: RequestLink, { pathTexts, query }: Call): readonly Call["pathTexts"][] =>
    parameter ? sentTexts(query[parameter.name]).map((text) => ({ ...pathTexts, [named]: text })) : [pathTexts];
  return {
    absentAncestor: role.kind === "view" ? absentAncestorOf(context, operation) : undefined,
    conditions: async (call: Call): Promise<readonly Condition[]> => {
      const asked = found.map((link) => ({ link, texts: textsOf(link, call) })).filter(({ texts }) => texts.length > 0);
      const keys = await Promise.all(
        asked.map(async ({ link, texts }) => (await Promise.all(texts.map((one) => keysOf(link, one)))).flat()),
      );
      return keys.map((some) => ({
        property,
        operator: "in",
        value: some.map((key) => coerceValue(schemas, json, key)),
      }));
    },
  };
}

/** One text or number, a list of them, or a text with commas between them. */
function sentTexts(sent: unknown): readonly string[] {
  return listOfTexts([sent ?? []].flat().map(String));
}

/** A link with one end in a path parameter or a query parameter. */
type RequestLink = Pick<LinkedFilter, "named" | "through"> & Partial<Pick<LinkedFilter, "parameter">>;

function ownCursor({ target }: Call): Readonly<Record<string, unknown>> {
  const cursor = new URLSearchParams(target.query).get(OWN_CURSOR);
  return cursor === null ? {} : { [OWN_CURSOR]: cursor };
}

/** Reads the body of a search as query parameters. A body that is a list gets the last word of the path as its name. */
function searchedBody({ template }: Operation, body: unknown): Readonly<Record<string, unknown>> {
  const word = template.segments.at(-1);
  if (Array.isArray(body) && word?.kind === "literal") return { [word.text]: body };
  if (!isObject(body)) return {};
  const inner = Object.entries(body).map(([name, value]) =>
    isPagination(name) && isObject(value) ? value : { [name]: value },
  );
  return Object.assign({}, ...inner);
}

function isNewestFirst({ age, isNewestFirst: isUsual }: ListConvention, query: RequestValues["query"]): boolean {
  const asked = age && String(query[age.name] ?? "");
  if (asked === "true" || asked === "false") return isUsual !== (asked === "true");
  return asked ? /^(?:desc|-)/i.test(asked) || (isUsual && !/^(?:asc|\+|1)/i.test(asked)) : isUsual;
}

/** The parts of a list query. */
interface Listing {
  readonly fields: readonly string[] | undefined;
  readonly unknown: readonly string[];
  readonly asked: AskedPage;
  readonly query: RecordQuery;
}

/** The path parameter with the id of the record, if the path of one record answers a list. */
function ownIdParameter({ path }: Operation, { resource, scope }: ViewRole): string | undefined {
  if (path !== resource.itemPath) return undefined;
  return scope.find(({ parent, property }) => parent === undefined && property === resource.id.property)?.parameter;
}

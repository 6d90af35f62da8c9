import { valueAtPlace, withValueAt } from "@onespec/spec-core";
import { literal, memberAccess, propertyName } from "../../emit/escape.js";
import { Expression, valueText } from "../../emit/value-text.js";
import type { AddressOptions } from "../../services/addresses.js";
import type {
  ActionWork,
  CountWork,
  ListEnvelope,
  ListWork,
  ManyWork,
  PageFact,
  RecordWork,
  StubWork,
} from "../plan/contract-plan.js";

/** The statements of an imported action. @param states the service for operations that are not written yet */
export function emitHandler(work: ActionWork, states: string): readonly string[] {
  switch (work.kind) {
    case "stub":
      return stubHandler(work, `services${memberAccess(states)}`);
    case "list":
      return listHandler(work);
    case "count":
      return countHandler(work);
    case "createMany":
      return manyHandler(work);
    case "create":
    case "read":
    case "update":
    case "replace":
    case "delete":
      return recordHandler(work);
  }
}

function stubHandler({ owner, first, record }: StubWork, states: string): readonly string[] {
  const answer = record && placedText(record.siblings, record.reply, pickText("record", record.only));
  if (first && answer) {
    const service = `services${memberAccess(first)}`;
    return [
      "// Not written yet: the first record stands for the client.",
      `const first = await ${service}.first();`,
      `const record = first && (await ${service}.get(first));`,
      `return ${states}.answer(request${answer === "record" ? ", record" : `, record && ${answer}`});`,
    ];
  }
  const found = owner && `await services${memberAccess(owner)}.get(request.params);`;
  if (!found || !answer)
    return [
      "// Not written yet: the answer is generated; values that clients send are stored.",
      ...(found ? [found] : []),
      `return ${states}.answer(request);`,
    ];
  return [
    "// Not written yet: the record does not change.",
    `const record = ${found}`,
    `return ${states}.answer(request, ${answer});`,
  ];
}

function listHandler(work: ListWork): readonly string[] {
  const { service, view, envelope, told, item, only, ids, isOfRecord, params } = work;
  const asked = queryText(work);
  const bodies =
    work.asksByBody && [[], ...work.asksByBody.map((name) => [name])].map((place) => `...${bodyText(place)}`);
  const query = bodies ? `{ ...${asked}, ${bodies.join(", ")} }` : asked;
  const target = `services${memberAccess(service)}`;
  const call = `await ${target}.list(${paramsText(params)}, ${query}${view === undefined ? "" : `, ${literal(view)}`})`;
  const id = `${target}.idOf(record)`;
  const one = ids ? (ids.areNumbers ? `Number(${id})` : id) : pickText("record", only);
  const records =
    item.length === 0 && only === undefined && ids === undefined
      ? "page.records"
      : `page.records.map((record) => ${item.length === 0 ? one : `(${placedText({}, item, one)})`})`;
  const body = envelope === undefined ? records : envelopeText(envelope, records);
  return [
    ...(isOfRecord ? [`await ${target}.get(${paramsText(params)});`] : []),
    `const page = ${call};`,
    told
      ? `return reply(${told.status}, ${body}, pageHeaders(request, page, ${valueText(told.headers)}));`
      : `return ${body};`,
  ];
}

function queryText({ asksAsSent }: ListWork | CountWork): string {
  return asksAsSent ? "sentQuery(request)" : "request.query";
}

function countHandler(work: CountWork): readonly string[] {
  const { service, view, at, siblings } = work;
  const call = `services${memberAccess(service)}.list(request.params, ${queryText(work)}, ${literal(view)})`;
  return [`const { total } = await ${call};`, `return ${placedText(siblings, at, "total")};`];
}

function envelopeText({ siblings, itemsAt, facts, omitsEmpty }: ListEnvelope, records: string): string {
  const items = omitsEmpty ? `page.records.length === 0 ? undefined : ${records}` : records;
  let value = withValueAt(siblings, itemsAt, new Expression(items));
  for (const { fact, at, asText, empty } of facts)
    value = withValueAt(value, at, new Expression(factText(fact, asText, empty)));
  for (const { fact, holder } of facts) {
    if (!holder) continue;
    const none = holder.isNullable ? "null" : "undefined";
    const held = `page.${fact} === undefined ? ${none} : ${valueText(valueAtPlace(value, holder.at), 3)}`;
    value = withValueAt(value, holder.at, new Expression(held));
  }
  return valueText(value, 2);
}

const COUNTS: ReadonlySet<PageFact> = new Set(["total", "count", "page", "limit", "offset", "pages"]);

const FLAGS: Partial<Record<PageFact, string>> = {
  hasMore: "page.hasMore",
  isLast: "!page.hasMore",
  isFirst: "page.offset === 0",
  isEmpty: "page.count === 0",
};

function factText(fact: PageFact, asText: boolean, empty: ListEnvelope["facts"][number]["empty"]): string {
  const none = empty === "null" ? " ?? null" : empty === "text" ? ' ?? ""' : "";
  const flag = FLAGS[fact];
  if (flag !== undefined) return flag;
  if (fact === "nextUrl" || fact === "previousUrl") return `pageAddress(request, page.${fact})${none}`;
  if (fact === "start") return asText ? "String(page.offset + 1)" : "page.offset + 1";
  if (COUNTS.has(fact)) return asText ? `String(page.${fact})` : `page.${fact}`;
  return asText ? `page.${fact}?.toString()${none}` : `page.${fact}${none}`;
}

function recordHandler(work: RecordWork): readonly string[] {
  const { kind, service, status, reply, siblings, createdStatus, location, only, shownAs, copied = [], idAt } = work;
  const target = `services${memberAccess(service)}`;
  const sent = work.takesPatches
    ? `await changesOf(request.body, () => ${target}.get(${paramsText(work.params)}))`
    : work.sentId === undefined
      ? bodyText(work.body)
      : `{ ${propertyName(work.sentId)}: ${bodyText(work.body)} }`;
  const body = [sent, ...(work.replaced === undefined ? [] : [literal(work.replaced)])].join(", ");
  const puts = kind === "replace" && createdStatus !== undefined;
  const isShown = shownAs !== undefined && reply !== undefined;
  const isTold = puts || isShown || work.isTold === true || location !== undefined;
  if (reply?.length === 0 && only === undefined && !isTold) return [`return ${callText(work, target, body)};`];
  const members: Record<string, unknown> = {};
  if (siblings !== undefined && (reply !== undefined || !puts)) {
    for (const name of copied) members[name] = new Expression(`record${memberAccess(name)}`);
    const id = `${target}.idOf(record)`;
    if (idAt !== undefined) members[idAt.name] = new Expression(idAt.isNumber ? `Number(${id})` : id);
  }
  const hasMembers = Object.keys(members).length > 0;
  const needsRecord = reply !== undefined || hasMembers || location !== undefined;
  const call = puts
    ? `const { created${reply === undefined ? "" : ", record"} } = await ${target}.put(${paramsText(work.params, work.idIn)}, ${body});`
    : `${needsRecord ? "const record = " : ""}await ${callText(work, target, body)};`;
  const rest = hasMembers ? { ...(siblings as object), ...members } : siblings;
  const answer = answerText(reply, rest, pickText(isShown ? "shown" : "record", only));
  return [
    call,
    ...(isShown ? [`const shown = await ${target}.shownAs(${literal(shownAs)}, record);`] : []),
    ...returnLines(
      isTold ? (puts ? `created ? ${createdStatus} : ${status}` : `${status}`) : undefined,
      answer,
      location && addressText(target, location),
    ),
  ];
}

function manyHandler(work: ManyWork): readonly string[] {
  const { service, body, status, reply, shows, only, params, isTold } = work;
  const call = `await services${memberAccess(service)}.createMany(${paramsText(params)}, ${bodyText(body)});`;
  const one = pickText("record", only);
  const all = only === undefined ? "records" : `records.map((record) => ${one})`;
  return [
    `${reply === undefined ? "" : `const ${shows === "all" ? "records" : "[record]"} = `}${call}`,
    ...returnLines(isTold ? `${status}` : undefined, answerText(reply, work.siblings, shows === "all" ? all : one)),
  ];
}

/** The source text of the answer, with the value at its place if it has one; `undefined` for an empty answer. */
function answerText(reply: readonly string[] | undefined, siblings: unknown, value: string): string | undefined {
  if (reply !== undefined) return placedText(siblings, reply, value);
  return siblings === undefined ? undefined : valueText(siblings, 2);
}

/** @param status of an answer that has to name it */
function returnLines(status: string | undefined, answer: string | undefined, location?: string): readonly string[] {
  if (status === undefined) return answer === undefined ? [] : [`return ${answer};`];
  const body = answer ?? (location && "undefined");
  const parts = [status, body, location && `{ location: ${location} }`].filter((part) => part !== undefined);
  return [`return reply(${parts.join(", ")});`];
}

/** The code for a record, or for the members of it that the answer may contain. */
function pickText(record: string, only: readonly string[] | undefined): string {
  return only === undefined ? record : `pick(${record}, ${valueText(only, 2)})`;
}

/** The code of an answer with a value at a place. */
function placedText(siblings: unknown, place: readonly string[], value: string): string {
  return place.length === 0 ? value : valueText(withValueAt(siblings, place, new Expression(value)), 2);
}

/** `request.body?.data` */
function bodyText(place: readonly string[]): string {
  return place.reduce(
    (text, name) => `${text}${memberAccess(name).replace(/^(?=[.[])/, "?")}`.replace("?[", "?.["),
    "request.body",
  );
}

function callText(work: RecordWork, target: string, body: string): string {
  switch (work.kind) {
    case "create":
    case "update":
    case "replace":
      return `${target}.${work.kind}(${paramsText(work.params, work.idIn)}, ${body})`;
    case "read":
      return `${target}.get(${paramsText(work.params, work.idIn)})`;
    case "delete":
      return `${target}.remove(${paramsText(work.params, work.idIn)})`;
  }
}

function paramsText(params: RecordWork["params"], idIn?: RecordWork["idIn"]): string {
  if (params === undefined && idIn === undefined) return "request.params";
  const members = Object.entries(params ?? {}).map(
    ([name, own]) => `${propertyName(name)}: request.params${memberAccess(own)}`,
  );
  if (params === undefined) members.push("...request.params");
  if (idIn !== undefined) members.push(`${propertyName(idIn.parameter)}: ${bodyText(idIn.place)}`);
  return `{ ${members.join(", ")} }`;
}

function addressText(target: string, location: AddressOptions): string {
  const options = Object.keys(location).length === 0 ? "" : `, ${valueText(location)}`;
  return `recordAddress(request, ${target}.idOf(record)${options})`;
}

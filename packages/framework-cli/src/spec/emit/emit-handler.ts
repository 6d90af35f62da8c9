import type { Handler } from "../../emit/emit-controller.js";
import { literal, memberAccess, propertyName } from "../../emit/escape.js";
import { Expression, valueText } from "../../emit/value-text.js";
import type { AddressOptions } from "../../services/addresses.js";
import { withValueAt } from "../../services/nested-members.js";
import type { ActionWork, ListEnvelope, PageFact } from "../plan/contract-plan.js";

/** The statements of an imported action. @param states the service that answers what nobody has written yet */
export function emitHandler(work: ActionWork, states: string): Handler {
  switch (work.kind) {
    case "stub":
      return stubHandler(work, `services${memberAccess(states)}`);
    case "list":
      return listHandler(work);
    case "createMany":
      return manyHandler(work);
    case "create":
    case "read":
    case "update":
    case "replace":
    case "delete": {
      const handler = recordHandler(work);
      return work.takesPatches ? { ...handler, imports: ["changesOf", ...handler.imports] } : handler;
    }
  }
}

function stubHandler({ owner, record }: Extract<ActionWork, { kind: "stub" }>, states: string): Handler {
  const found = owner && `await services${memberAccess(owner)}.get(request.params);`;
  if (found && record) {
    const { siblings, reply, only } = record;
    const answer = placedText(siblings, reply, pickText("record", only));
    const lines = ["// Not written yet: the record does not change.", `const record = ${found}`];
    const imports = only === undefined ? [] : ["pick"];
    return { imports, uses: "both", lines: [...lines, `return ${states}.answer(request, ${answer});`] };
  }
  const lines = [
    "// Not written yet: the answer is generated; values that clients send are stored.",
    ...(found ? [found] : []),
  ];
  return { imports: [], uses: "both", lines: [...lines, `return ${states}.answer(request);`] };
}

type ListWork = Extract<ActionWork, { kind: "list" }>;
type ManyWork = Extract<ActionWork, { kind: "createMany" }>;
type RecordWork = Exclude<ActionWork, { kind: "stub" } | { kind: "list" } | { kind: "createMany" }>;

function listHandler(work: ListWork): Handler {
  const { service, view, envelope, told, item, only, ids, asksAsSent, isOfRecord, params } = work;
  const query = asksAsSent ? "sentQuery(request)" : "request.query";
  const target = `services${memberAccess(service)}`;
  const found = isOfRecord ? [`await ${target}.get(${paramsText(params)});`] : [];
  const call = `await ${target}.list(${paramsText(params)}, ${query}${view === undefined ? "" : `, ${literal(view)}`})`;
  const needed = [...(asksAsSent ? ["sentQuery"] : []), ...(only ? ["pick"] : [])];
  const id = `${target}.idOf(record)`;
  const one = ids ? (ids.areNumbers ? `Number(${id})` : id) : pickText("record", only);
  const records =
    item.length === 0 && only === undefined && ids === undefined
      ? "page.records"
      : `page.records.map((record) => ${item.length === 0 ? one : `(${placedText({}, item, one)})`})`;
  const body = envelope === undefined ? records : envelopeText(envelope, records);
  const answer = told ? `reply(${told.status}, ${body}, pageHeaders(request, page, ${valueText(told.headers)}))` : body;
  const imports = [
    ...needed,
    ...(envelope?.facts.some(({ fact }) => fact.endsWith("Url")) ? ["pageAddress"] : []),
    ...(told ? ["pageHeaders", "reply"] : []),
  ];
  return { imports, uses: "both", lines: [...found, `const page = ${call};`, `return ${answer};`] };
}

function envelopeText({ siblings, itemsAt, facts, omitsEmpty }: ListEnvelope, records: string): string {
  const items = omitsEmpty ? `page.records.length === 0 ? undefined : ${records}` : records;
  let value = withValueAt(siblings, itemsAt, new Expression(items));
  for (const { fact, at, asText, empty } of facts)
    value = withValueAt(value, at, new Expression(factText(fact, asText, empty)));
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

function recordHandler(work: RecordWork): Handler {
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
  const isReplied = puts || isShown || work.isTold === true || location !== undefined;
  if (reply?.length === 0 && only === undefined && !isReplied)
    return { imports: [], uses: "both", lines: [`return ${callText(work, target, body)};`] };
  const members: Record<string, unknown> = {};
  if (reply === undefined && siblings !== undefined && !puts) {
    for (const name of copied) members[name] = new Expression(`record${memberAccess(name)}`);
    const id = `${target}.idOf(record)`;
    if (idAt !== undefined) members[idAt.name] = new Expression(idAt.isNumber ? `Number(${id})` : id);
  }
  const hasMembers = Object.keys(members).length > 0;
  const needsRecord = reply !== undefined || hasMembers || location !== undefined;
  const call = puts
    ? `const { created${reply === undefined ? "" : ", record"} } = await ${target}.put(${paramsText(work.params, work.idIn)}, ${body});`
    : `${needsRecord ? "const record = " : ""}await ${callText(work, target, body)};`;
  const answer =
    reply !== undefined
      ? placedText(siblings, reply, pickText(isShown ? "shown" : "record", only))
      : hasMembers
        ? valueText({ ...(siblings as object), ...members }, 2)
        : siblings === undefined
          ? undefined
          : valueText(siblings, 2);
  const replied = [
    puts ? `created ? ${createdStatus} : ${status}` : `${status}`,
    ...(answer === undefined && location === undefined ? [] : [answer ?? "undefined"]),
    ...(location === undefined ? [] : [`{ location: ${addressText(target, location)} }`]),
  ];
  return {
    imports: [
      ...(isReplied ? ["reply"] : []),
      ...(location === undefined ? [] : ["recordAddress"]),
      ...(only === undefined ? [] : ["pick"]),
    ],
    uses: "both",
    lines: [
      call,
      ...(isShown ? [`const shown = await ${target}.shownAs(${literal(shownAs)}, record);`] : []),
      ...(isReplied ? [`return reply(${replied.join(", ")});`] : answer === undefined ? [] : [`return ${answer};`]),
    ],
  };
}

function manyHandler({
  service,
  body,
  status,
  reply,
  shows,
  siblings,
  only,
  params,
  isTold = false,
}: ManyWork): Handler {
  const call = `await services${memberAccess(service)}.createMany(${paramsText(params)}, ${bodyText(body)})`;
  const all = only === undefined ? "records" : `records.map((record) => ${pickText("record", only)})`;
  const shown = shows === "all" ? all : pickText("record", only);
  const answer =
    reply !== undefined
      ? placedText(siblings, reply, shown)
      : siblings === undefined
        ? undefined
        : valueText(siblings, 2);
  const told = [`${status}`, ...(answer === undefined ? [] : [answer])].join(", ");
  return {
    imports: [...(isTold ? ["reply"] : []), ...(reply === undefined || only === undefined ? [] : ["pick"])],
    uses: "both",
    lines: [
      `${reply === undefined ? "" : `const ${shows === "all" ? "records" : "[record]"} = `}${call};`,
      ...(isTold ? [`return reply(${told});`] : answer === undefined ? [] : [`return ${answer};`]),
    ],
  };
}

/** A record, or the members of it that the answer may hold. */
function pickText(record: string, only: readonly string[] | undefined): string {
  return only === undefined ? record : `pick(${record}, ${valueText(only, 2)})`;
}

/** An answer that holds a value at a place. */
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

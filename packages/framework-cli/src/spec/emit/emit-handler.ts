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
    const one = only === undefined ? "record" : `pick(record, ${valueText(only, 2)})`;
    const answer = valueText(withValueAt(siblings, reply, new Expression(one)), 2);
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

function listHandler({ service, view, envelope, told, item, only, hasDefaultFilter }: ListWork): Handler {
  const query = hasDefaultFilter ? "sentQuery(request)" : "request.query";
  const call = `await services${memberAccess(service)}.list(request.params, ${query}${view === undefined ? "" : `, ${literal(view)}`})`;
  const needed = [...(hasDefaultFilter ? ["sentQuery"] : []), ...(only ? ["pick"] : [])];
  const one = only === undefined ? "record" : `pick(record, ${valueText(only, 2)})`;
  const records =
    item.length === 0
      ? only === undefined
        ? "page.records"
        : `page.records.map((record) => ${one})`
      : `page.records.map((record) => (${valueText(withValueAt({}, item, new Expression(one)), 2)}))`;
  const body = envelope === undefined ? records : envelopeText(envelope, records);
  const answer = told ? `reply(${told.status}, ${body}, pageHeaders(request, page, ${valueText(told.headers)}))` : body;
  const imports = [
    ...needed,
    ...(envelope?.facts.some(({ fact }) => fact.endsWith("Url")) ? ["pageAddress"] : []),
    ...(told ? ["pageHeaders", "reply"] : []),
  ];
  return { imports, uses: "both", lines: [`const page = ${call};`, `return ${answer};`] };
}

function envelopeText({ siblings, itemsAt, facts }: ListEnvelope, records: string): string {
  let value = withValueAt(siblings, itemsAt, new Expression(records));
  for (const { fact, at, asText, empty } of facts)
    value = withValueAt(value, at, new Expression(factText(fact, asText, empty)));
  return valueText(value, 2);
}

const COUNTS: ReadonlySet<PageFact> = new Set(["total", "count", "page", "limit", "offset", "pages"]);

function factText(fact: PageFact, asText: boolean, empty: ListEnvelope["facts"][number]["empty"]): string {
  const none = empty === "null" ? " ?? null" : empty === "text" ? ' ?? ""' : "";
  if (fact === "hasMore") return "page.hasMore";
  if (fact === "nextUrl" || fact === "previousUrl") return `pageAddress(request, page.${fact})${none}`;
  if (COUNTS.has(fact)) return asText ? `String(page.${fact})` : `page.${fact}`;
  return asText ? `page.${fact}?.toString()${none}` : `page.${fact}${none}`;
}

function recordHandler(work: RecordWork): Handler {
  const { kind, service, status, reply, siblings, createdStatus, location } = work;
  const target = `services${memberAccess(service)}`;
  const sent = work.takesPatches
    ? `await changesOf(request.body, () => ${target}.get(request.params))`
    : work.sentId === undefined
      ? bodyText(work.body)
      : `{ ${propertyName(work.sentId)}: ${bodyText(work.body)} }`;
  const body = [sent, ...(work.replaced === undefined ? [] : [literal(work.replaced)])].join(", ");
  const { only } = work;
  const needed = only === undefined ? [] : ["pick"];
  const chosen = (record: string): string => (only === undefined ? record : `pick(${record}, ${valueText(only, 2)})`);
  const answer = (whole: string): string => {
    const record = whole === "" ? whole : chosen(whole);
    return reply === undefined
      ? valueText(siblings, 2)
      : reply.length === 0
        ? record
        : valueText(withValueAt(siblings, reply, new Expression(record)), 2);
  };
  const hasAnswer = reply !== undefined || siblings !== undefined;
  if (work.shownAs !== undefined && reply !== undefined) return shownHandler(work, work.shownAs, target, body, answer);

  if (kind === "replace" && createdStatus !== undefined) {
    const { text, imports } = replyText(
      `created ? ${createdStatus} : ${status}`,
      hasAnswer ? answer("record") : undefined,
    );
    return {
      imports: [...imports, ...needed],
      uses: "both",
      lines: [
        `const { created${hasAnswer && reply ? ", record" : ""} } = await ${target}.put(${paramsText(work.idIn)}, ${body});`,
        text,
      ],
    };
  }
  const call = callText(work, target, body);
  if (location && reply !== undefined) {
    return {
      imports: ["recordAddress", "reply", ...needed],
      uses: "both",
      lines: [
        `const record = ${call};`,
        `return reply(${status}, ${answer("record")}, { location: ${addressText(target, location)} });`,
      ],
    };
  }
  const { copied = [], idAt, isTold = false } = work;
  const address = location ? `, { location: ${addressText(target, location)} }` : "";
  const more = location ? ["recordAddress", "reply", ...needed] : undefined;
  const told = (text: string): string => (isTold || location ? `reply(${status}, ${text}${address})` : text);
  const tells = more ?? (isTold ? ["reply", ...needed] : needed);
  if (!hasAnswer && location)
    return { imports: tells, uses: "both", lines: [`const record = ${call};`, `return ${told("undefined")};`] };
  if (!hasAnswer)
    return isTold
      ? { imports: ["reply"], uses: "both", lines: [`${call};`, `return reply(${status});`] }
      : { imports: [], uses: "both", lines: [`${call};`] };
  if (reply !== undefined)
    return {
      imports: tells,
      uses: "both",
      lines:
        reply.length === 0 && only === undefined && !isTold
          ? [`return ${call.slice("await ".length)};`]
          : [`const record = ${call};`, `return ${told(answer("record"))};`],
    };
  const members: Record<string, unknown> = Object.fromEntries(
    copied.map((name) => [name, new Expression(`record${memberAccess(name)}`)]),
  );
  if (idAt !== undefined) {
    const id = `${target}.idOf(record)`;
    members[idAt.name] = new Expression(idAt.isNumber ? `Number(${id})` : id);
  }
  if (Object.keys(members).length === 0 && !location) {
    return { imports: tells, uses: "both", lines: [`${call};`, `return ${told(answer(""))};`] };
  }
  return {
    imports: tells,
    uses: "both",
    lines: [`const record = ${call};`, `return ${told(valueText({ ...(siblings as object), ...members }, 2))};`],
  };
}

function manyHandler({ service, body, status, reply, shows, siblings, only, isTold = false }: ManyWork): Handler {
  const call = `await services${memberAccess(service)}.createMany(request.params, ${bodyText(body)})`;
  const imports = isTold ? ["reply"] : [];
  const told = (text: string): string => `return ${isTold ? `reply(${status}, ${text})` : text};`;
  if (reply === undefined) {
    const answer =
      siblings === undefined ? (isTold ? [`return reply(${status});`] : []) : [told(valueText(siblings, 2))];
    return { imports, uses: "both", lines: [`${call};`, ...answer] };
  }
  const one = only === undefined ? "record" : `pick(record, ${valueText(only, 2)})`;
  const all = only === undefined ? "records" : `records.map((record) => ${one})`;
  const shown = shows === "all" ? all : one;
  return {
    imports: only === undefined ? imports : [...imports, "pick"],
    uses: "both",
    lines: [
      `const ${shows === "all" ? "records" : "[record]"} = ${call};`,
      told(reply.length === 0 ? shown : valueText(withValueAt(siblings, reply, new Expression(shown)), 2)),
    ],
  };
}

/** `request.body?.data` */
function bodyText(place: readonly string[]): string {
  return place.reduce(
    (text, name) => `${text}${memberAccess(name).replace(/^(?=[.[])/, "?")}`.replace("?[", "?.["),
    "request.body",
  );
}

function callText({ kind, idIn }: RecordWork, target: string, body: string): string {
  switch (kind) {
    case "create":
    case "update":
    case "replace":
      return `await ${target}.${kind}(${paramsText(idIn)}, ${body})`;
    case "read":
      return `await ${target}.get(request.params)`;
    case "delete":
      return `await ${target}.remove(request.params)`;
  }
}

function paramsText(idIn: RecordWork["idIn"]): string {
  if (idIn === undefined) return "request.params";
  return `{ ...request.params, ${propertyName(idIn.parameter)}: ${bodyText(idIn.place)} }`;
}

function addressText(target: string, location: AddressOptions): string {
  const options = Object.keys(location).length === 0 ? "" : `, ${valueText(location)}`;
  return `recordAddress(request, ${target}.idOf(record)${options})`;
}

/** The record is kept as its own schema says, and shown as another. */
function shownHandler(
  work: RecordWork,
  shape: string,
  target: string,
  body: string,
  answer: (record: string) => string,
): Handler {
  const { kind, status, createdStatus, location, only } = work;
  const puts = kind === "replace" && createdStatus !== undefined;
  const first = puts
    ? `const { created, record } = await ${target}.put(${paramsText(work.idIn)}, ${body});`
    : `const record = ${callText(work, target, body)};`;
  const told = puts ? `created ? ${createdStatus} : ${status}` : `${status}`;
  const headers = location ? `, { location: ${addressText(target, location)} }` : "";
  return {
    imports: ["reply", ...(location ? ["recordAddress"] : []), ...(only === undefined ? [] : ["pick"])],
    uses: "both",
    lines: [
      first,
      `const shown = await ${target}.shownAs(${JSON.stringify(shape)}, record);`,
      `return reply(${told}, ${answer("shown")}${headers});`,
    ],
  };
}

function replyText(status: string, answer: string | undefined): { text: string; imports: string[] } {
  return { text: `return reply(${status}${answer === undefined ? "" : `, ${answer}`});`, imports: ["reply"] };
}

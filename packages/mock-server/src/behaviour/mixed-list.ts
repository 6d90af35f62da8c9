import type { PageRequest, ResponsePlan } from "@onespec/http-contract";
import type { Operation, ViewRole } from "@onespec/spec-core";
import type { Behaviour, Call, MockContext } from "../model/mock-context.js";
import { withIgnored } from "../response/answer-headers.js";
import { createListAnswer } from "../response/list-answer.js";
import { listPages } from "../response/page-request.js";
import type { RecordPage, StoredRecord } from "../store/record-store.js";
import { absentAncestorOf, addressReader } from "./record/record-address.js";
import { selectionReader } from "./selection/list-filters.js";
import { unknownCursor } from "./selection/unknown-cursor.js";

/** `GET /folders/{id}/items` with files and folders: lists all records of one kind, then those of the next, and pages them as one list. */
export function createMixedListBehaviour(
  context: MockContext,
  operation: Operation,
  views: readonly ViewRole[],
  plan: ResponsePlan,
): Behaviour {
  const { schemas, states, seeds } = context;
  const [first] = views;
  if (!first) throw new TypeError("A mixed list has no kind of records.");
  const { list } = first;
  const answer = createListAnswer(context, plan, first.resource, list);
  const pages = listPages(schemas, list, plan.preferred?.schema);
  const absentAncestor = absentAncestorOf(context, operation);
  const kinds = views.map(({ resource, scope, list: own }) => ({
    resource,
    state: states.of(resource),
    read: addressReader(schemas, states, operation, resource, scope),
    select: selectionReader(schemas, resource, own),
  }));

  const recordsOf = async ({ resource, state, read, select }: (typeof kinds)[number], call: Call) => {
    const { scope, where: narrowing } = read(call.pathTexts);
    const { fields: _, unknown: __, ...selection } = select(call.query);
    await seeds.fill(resource, scope);
    const where = [...(selection.where ?? []), ...narrowing];
    const { records } = await state.collection.list({ ...selection, scope, where });
    return records;
  };

  return async (call) => {
    const absent = await absentAncestor?.(call.pathTexts);
    if (absent) return context.refuse(operation, absent);
    const all: StoredRecord[] = [];
    for (const kind of kinds) all.push(...(await recordsOf(kind, call)));
    const asked = pages.read(call.query);
    const page = pageOf(all, asked);
    const links = () => pages.links(asked, page, call.target.query);
    const answered = await answer(call, { page, asked, links, fields: kinds[0]?.select(call.query).fields });
    return withIgnored(answered, await unknownCursor(list, asked, (key) => all.some((record) => record.key === key)));
  };
}

/** Cuts a page out of all records. A cursor is the key of the record before or after the page. */
function pageOf(
  all: readonly StoredRecord[],
  { offset, limit = all.length, after: from, before }: PageRequest,
): RecordPage {
  const place = (key: string): number => all.findIndex((record) => record.key === key);
  const behind = (key: string): number => (place(key) < 0 ? all.length : place(key) + 1);
  const end = before === undefined ? undefined : Math.max(0, place(before));
  const start = end === undefined ? (from === undefined ? offset : behind(from)) : Math.max(0, end - limit);
  return { records: all.slice(start, end ?? start + limit), total: all.length, start };
}

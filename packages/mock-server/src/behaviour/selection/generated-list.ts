import type { Answer, ResponsePlan } from "@onespec/http-contract";
import { isObject, type Operation, valueAtPlace } from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { withIgnored } from "../../response/answer-headers.js";
import { createListAnswer } from "../../response/list-answer.js";
import { itemsPlace, listPages } from "../../response/page-request.js";
import { createMemoryStore } from "../../store/memory-store.js";
import type { JsonObject } from "../../store/record-store.js";
import { keyInRecord } from "../record/record-key.js";
import { selectionReader } from "./list-filters.js";
import { hasOwnState } from "./listed-records.js";

/** A list that is read page by page and holds the records of no collection. */
export interface GeneratedList {
  /** The request without its page and order: what is generated does not depend on them. */
  whole(call: Call): Call;
  /** @param value the generated answer */
  page(value: unknown, call: Call): Promise<Answer>;
}

/** `undefined` for other operations, and where an example says the answer. */
export function createGeneratedList(
  context: MockContext,
  operation: Operation,
  plan: ResponsePlan,
): GeneratedList | undefined {
  const { schemas, api } = context;
  const { preferred } = plan;
  const isGenerated = hasOwnState(operation) && preferred?.schema && preferred.examples.length === 0;
  const resource = isGenerated ? api.listOf(operation) : undefined;
  const list = resource?.list;
  if (!resource || !list) return undefined;
  const select = selectionReader(schemas, resource, list);
  const pages = listPages(schemas, list, preferred?.schema);
  const answer = createListAnswer(context, plan, resource, list);
  const { limit, otherLimits, offset, page, cursor, sort, fields } = list;
  const asking = [limit, ...otherLimits, offset, page?.parameter, cursor?.after, cursor?.before, fields];
  const names = new Set([...asking, sort?.parameter, sort?.direction].flatMap((one) => one?.name ?? []));
  return {
    whole: (call) => ({
      ...call,
      query: Object.fromEntries(Object.entries(call.query).filter(([name]) => !names.has(name))),
    }),
    async page(value, call) {
      const items = valueAtPlace(value, itemsPlace(list.shape));
      const collection = createMemoryStore().collection(resource.name);
      for (const [index, item] of (Array.isArray(items) ? items : []).filter(isObject).entries()) {
        const own = { scope: [], value: item as JsonObject };
        const isNew = await collection.insert({ ...own, key: keyInRecord(resource, item) ?? String(index) });
        if (!isNew) await collection.insert({ ...own, key: `${index} of ${operation.id}` });
      }
      const { sort: order, fields: shown, unknown } = select(call.query);
      const asked = pages.read(call.query);
      const { limit: most, after, before } = asked;
      const found = await collection.list({
        offset: asked.offset,
        ...(order && { sort: order }),
        ...(most !== undefined && { limit: most }),
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
      });
      const links = () => pages.links(asked, found, call.target.query);
      const answered = await answer(call, { page: found, asked, links, fields: shown });
      // The filters of a list select nothing of what is generated.
      const isShown = (name: string): boolean => isObject(value) && Object.hasOwn(value, name);
      const others = Object.keys(call.query).filter((name) => !names.has(name) && !isShown(name));
      return withIgnored(answered, [...new Set([...others, ...unknown, ...asked.unread])]);
    },
  };
}

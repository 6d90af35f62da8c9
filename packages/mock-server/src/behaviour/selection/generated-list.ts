import { type Answer, type ResponsePlan, schemaAt } from "@onespec/http-contract";
import {
  type Filter,
  isObject,
  keywordsOf,
  type ListConvention,
  type Operation,
  schemaShape,
  valueAtPlace,
  withValueAt,
} from "@onespec/spec-core";
import type { Call, MockContext } from "../../model/mock-context.js";
import { withIgnored } from "../../response/answer-headers.js";
import { createListAnswer } from "../../response/list-answer.js";
import { itemsPlace, listPages } from "../../response/page-request.js";
import { createMemoryStore } from "../../store/memory-store.js";
import type { JsonObject } from "../../store/record-store.js";
import { keyInRecord } from "../record/record-key.js";
import { createRecordSampler } from "../record/record-sampler.js";
import { selectionReader } from "./list-filters.js";
import { hasOwnState } from "./listed-records.js";

/** A generated list that has pages or filters, and whose items belong to no collection. */
export interface GeneratedList {
  /** The request without its page, order and filters: the generated records do not depend on them. */
  whole(call: Call): Call;
  /** Makes the records of a generated answer distinct, and as many as `--seed` says. */
  withRecords(value: unknown): unknown;
  /** @param value the generated answer */
  page(value: unknown, call: Call): Promise<Answer>;
}

/** `undefined` for other operations, and if an example gives the answer. */
export function createGeneratedList(
  context: MockContext,
  operation: Operation,
  plan: ResponsePlan,
): GeneratedList | undefined {
  const { schemas, api, seeds } = context;
  const { preferred } = plan;
  const isGenerated = hasOwnState(operation) && preferred?.schema && preferred.examples.length === 0;
  const resource = isGenerated ? api.listOf(operation) : undefined;
  const list = resource?.list;
  if (!resource || !list) return undefined;
  const selecting = { ...list, filters: optionalFilters(list), selectors: [], search: undefined };
  const select = selectionReader(schemas, resource, selecting);
  const sample = createRecordSampler(schemas, context.fitting, resource, { isVaried: true });
  const place = itemsPlace(list.shape);
  const array = preferred?.schema && schemaAt(schemas, preferred.schema, place);
  const pages = listPages(schemas, list, preferred?.schema);
  const answer = createListAnswer(context, plan, resource, list);
  const { limit, otherLimits, offset, page, cursor, sort, fields } = list;
  const asking = [limit, ...otherLimits, offset, page?.parameter, cursor?.after, cursor?.before, fields];
  const filtering = selecting.filters.map(({ parameter }) => parameter);
  const names = new Set([...asking, sort?.parameter, sort?.direction, ...filtering].flatMap((one) => one?.name ?? []));
  // An object parameter without declared properties may have any names, so the server need not understand it.
  const takesAny = new Set(
    operation.parameters.flatMap((one) => {
      const { types, properties } = schemaShape(schemas, one.schema.json);
      return types.has("object") && properties.size === 0 ? one.name : [];
    }),
  );
  return {
    whole: (call) => ({
      ...call,
      query: Object.fromEntries(Object.entries(call.query).filter(([name]) => !names.has(name))),
    }),
    withRecords(value) {
      const items = valueAtPlace(value, place);
      if (!Array.isArray(items) || !items.every(isObject)) return value;
      const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = array ? keywordsOf(schemas, array.json) : {};
      const count = seeds.count === 0 ? items.length : Math.max(minItems, Math.min(seeds.count, maxItems));
      const records = new Map<unknown, JsonObject>();
      for (let index = 0; index < count; index += 1) {
        // An example gives every generated record the same id.
        for (const record of [items[index], sample(`${operation.id} ${index}`)]) {
          const key = keyInRecord(resource, record) ?? index;
          if (!isObject(record) || records.has(key)) continue;
          records.set(key, record as JsonObject);
          break;
        }
      }
      return records.size < minItems ? value : withValueAt(value, place, [...records.values()]);
    },
    async page(value, call) {
      const items = valueAtPlace(value, place);
      const collection = createMemoryStore().collection(resource.name);
      for (const [index, item] of (Array.isArray(items) ? items : []).filter(isObject).entries()) {
        const key = keyInRecord(resource, item) ?? String(index);
        await collection.insert({ scope: [], value: item as JsonObject, key });
      }
      const { where, sort: order, fields: shown, unknown } = select(call.query);
      const asked = pages.read(call.query);
      const { limit: most, after, before } = asked;
      const found = await collection.list({
        offset: asked.offset,
        ...(where && { where }),
        ...(order && { sort: order }),
        ...(most !== undefined && { limit: most }),
        ...(after !== undefined && { after }),
        ...(before !== undefined && { before }),
      });
      const links = () => pages.links(asked, found, call.target.query);
      const answered = await answer(call, { page: found, asked, links, fields: shown });
      // A search and required filters have no effect, because no generated record would match.
      const isShown = (name: string): boolean => isObject(value) && Object.hasOwn(value, name);
      const others = Object.keys(call.query).filter(
        (name) => !names.has(name) && !takesAny.has(name) && !isShown(name),
      );
      return withIgnored(answered, [...new Set([...others, ...unknown, ...asked.unread])]);
    },
  };
}

/** The optional filters. A required filter says which list is meant, and no generated record would match it. */
function optionalFilters({ filters }: ListConvention): readonly Filter[] {
  return filters.filter(({ parameter }) => !parameter.required);
}

import type { ApiError } from "../errors.js";
import type { ListSpec } from "../resource-spec.js";
import { parameterValue } from "./parameter-value.js";
import { largestPage } from "./push-down.js";
import { type ReadPage, readPage } from "./read-pages.js";
import { notePaging, shownPaging } from "./shown-paging.js";
import { isSameRecord, type SkipPush } from "./skip-by-offset.js";

/**
 * Asks for one page, if the skip is a multiple of the limit. The first query with a size tests page number and size: the list has to
 * begin with a page of this size and another record. Otherwise the list is read from its beginning.
 */
export const skipByPage: SkipPush = {
  ask(context, list, { skip, limit = 0, parameters }) {
    const [page, size] = namesOf(list);
    const [least, most] = [list.limit?.minimum ?? 1, largestPage(list)];
    if (skip % limit !== 0 || limit < least || limit > most)
      return { reason: `it is not a multiple of a limit from ${least} to ${most}` };
    const first = list.page?.first ?? list.numbers?.first(context, list);
    const isIgnored = shownPaging(context, list, `${page} of ${limit}`).isHeeded === false;
    if (first === undefined || isIgnored || (parameters[page] ?? parameters[size]) !== undefined)
      return {
        reason: `${first === undefined ? "nothing tells" : isIgnored ? "the server ignores" : "params sets"} ${page} or ${size}`,
      };
    const number = first + skip / limit;
    return { parameters: { [page]: parameterValue(list, page, number) }, reason: `page ${number} of ${limit} records` };
  },
  async run(execution, { resource, state: { skip, limit = 0 }, fetching }) {
    const { context } = execution;
    const list = resource.list as ListSpec;
    const [page] = namesOf(list);
    const key = `${page} of ${limit}`;
    const { parameters = {} } = (fetching.kind === "pages" && fetching.requests[0]) || {};
    let read: ReadPage;
    try {
      read = await readPage(execution, resource, parameters, skip);
    } catch (error) {
      // Some servers reject pages after the last one.
      if (/^4(00|04|16|22)$/.test(String((error as Partial<ApiError>).status))) return undefined;
      throw error;
    }
    const { records, total = skip + 1, next } = read;
    const count = records.length;
    if (!shownPaging(context, list, key).isHeeded) {
      const { [page]: _, ...atStart } = parameters;
      const first = (await readPage(execution, resource, atStart)).records;
      const isHeeded =
        count > 0 ? first.length === limit && !isSameRecord(resource, first[0], records[0]) : first.length <= limit;
      if (count > 0 || !isHeeded) notePaging(context, list, key, { isHeeded });
      if (!isHeeded) return undefined;
    }
    // A page that repeats the last one, or that misses records.
    if (count > 0 && (total <= skip || (count < limit && next))) return undefined;
    return count > limit ? undefined : [records];
  },
};

function namesOf({ page, limit }: ListSpec): [page: string, size: string] {
  return [page?.parameter ?? "", limit?.parameter ?? ""];
}

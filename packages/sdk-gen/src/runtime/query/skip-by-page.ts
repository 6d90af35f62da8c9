import { ApiError } from "../errors.js";
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
  ask(context, list, { skip, limit, parameters }) {
    const [page, size] = namesOf(list);
    const given = [page, size].find((name) => parameters[name] !== undefined);
    if (given !== undefined) return `params sets ${given}`;
    if (limit === undefined) return "the server skips whole pages only: set a limit";
    if (skip % limit !== 0)
      return `the server skips whole pages only, and ${skip} is not a multiple of the limit ${limit}`;
    const [least, most] = [list.limit?.minimum ?? 1, largestPage(list)];
    if (limit < least || limit > most) return `the limit ${limit} is not a page size from ${least} to ${most}`;
    if (shownPaging(context, list, pagesBySize(list, limit)).isHeeded === false)
      return `the server ignores ${page}, or ${size}: ${limit}`;
    const number = (list.page?.first ?? 1) + skip / limit;
    const parameter = { [page]: parameterValue(list, page, number) };
    return { parameter: page, parameters: parameter, reason: `${page} ${number} with ${limit} records a page` };
  },
  async run(execution, plan) {
    const { context } = execution;
    const { resource, state, fetching } = plan;
    const { skip, limit = 0 } = state;
    const { list } = resource;
    const parameters = fetching.kind === "pages" ? fetching.requests[0]?.parameters : undefined;
    if (!list || !parameters) return undefined;
    let page: ReadPage;
    try {
      page = await readPage(execution, resource, parameters, skip);
    } catch (error) {
      // Some servers refuse pages after the last one.
      if (error instanceof ApiError && [400, 404, 416, 422].includes(error.status)) return undefined;
      throw error;
    }
    const { records, total, next } = page;
    const key = pagesBySize(list, limit);
    if (!shownPaging(context, list, key).isHeeded) {
      const [page] = namesOf(list);
      const { [page]: _, ...atStart } = parameters;
      const first = (await readPage(execution, resource, atStart)).records;
      const isHeeded =
        records.length === 0
          ? first.length <= limit
          : first.length === limit && records.length <= limit && !isSameRecord(resource, first[0], records[0]);
      if (!isHeeded || records.length > 0) notePaging(context, list, key, { isHeeded });
      if (!isHeeded) return undefined;
    }
    const isPastEnd = records.length > 0 && Number(total) <= skip;
    const isShort = records.length > 0 && records.length < limit && next !== undefined;
    return isPastEnd || isShort || records.length > limit ? undefined : [records];
  },
};

function namesOf({ page, limit }: ListSpec): [page: string, size: string] {
  return [page?.parameter ?? "", limit?.parameter ?? ""];
}

/** Pages of one size. Servers may limit the size without saying so. */
function pagesBySize(list: ListSpec, size: number): string {
  return `${namesOf(list)[0]} of ${size}`;
}

import type { ApiError } from "../errors.js";
import type { ListSpec } from "../resource-spec.js";
import { numberedParameter } from "./numbered-parameter.js";
import { largestPage } from "./push-down.js";
import { type ReadPage, readPage } from "./read-pages.js";
import { shownPaging } from "./shown-paging.js";
import { isSameRecord, type SkipPush } from "./skip-by-offset.js";

/**
 * Asks for one page, if the skip is a multiple of the limit. The first query with a size tests page number and size: the list has to
 * begin with a page of this size and another record. Otherwise the list is read from its beginning.
 */
export const skipByPage: SkipPush = {
  ask(context, list, { skip, limit = 0, parameters }) {
    const { page = { parameter: "" }, limit: size = { parameter: "" }, numbers } = list;
    const [least, most] = [size.minimum ?? 1, largestPage(list)];
    if (skip % limit !== 0 || limit < least || limit > most)
      return { reason: `it is not a multiple of a limit from ${least} to ${most}` };
    const first = page.first ?? numbers?.first(context, list);
    const why =
      first === undefined
        ? "nothing tells"
        : shownPaging(context, list, `${page.parameter} of ${limit}`).isHeeded === false
          ? "the server ignores"
          : (parameters[page.parameter] ?? parameters[size.parameter]) !== undefined && "params sets";
    if (why || first === undefined) return { reason: `${why} ${page.parameter} or ${size.parameter}` };
    const number = first + skip / limit;
    return {
      parameters: numberedParameter(list, page.parameter, number),
      reason: `page ${number} of ${limit} records`,
    };
  },
  async run(execution, { resource, state: { skip, limit = 0 }, fetching }) {
    const list = resource.list as ListSpec;
    const page = list.page?.parameter ?? "";
    const { parameters = {} } = (fetching.kind === "pages" && fetching.requests[0]) || {};
    const read = await readPage(execution, resource, parameters, skip).catch((error: Partial<ApiError>) => {
      // Some servers reject pages after the last one.
      if (!/^4(00|04|16|22)$/.test(String(error.status))) throw error;
    });
    if (!read) return undefined;
    const { records, total = skip + 1, next }: ReadPage = read;
    const count = records.length;
    const shown = shownPaging(execution.context, list, `${page} of ${limit}`);
    if (!shown.isHeeded) {
      const { [page]: _, ...atStart } = parameters;
      const { records: start } = await readPage(execution, resource, atStart);
      const isHeeded =
        count > 0 ? start.length === limit && !isSameRecord(resource, start[0], records[0]) : start.length <= limit;
      if (count > 0 || !isHeeded) shown.isHeeded = isHeeded;
      if (!isHeeded) return undefined;
    }
    // A page that repeats the last one, that misses records, or that has too many.
    const isWrong = count > limit || (count > 0 && (total <= skip || (count < limit && next)));
    return isWrong ? undefined : [records];
  },
};

import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { numberedParameter } from "./numbered-parameter.js";
import type { Parameters } from "./query-plan.js";
import type { Progress } from "./read-pages.js";

/**
 * The parameters of the next page by counting, if the page is not the last one. Lists with an offset or with page numbers bring it along.
 * @param more a has-more flag
 */
export function countedPage(
  context: ClientContext,
  list: ListSpec,
  parameters: Parameters,
  { records, read, total, isTrial }: Progress,
  more: unknown,
): Parameters | undefined {
  const { page, offset, limit } = list;
  const size = Number(limit && parameters[limit.parameter]);
  if (total === undefined ? more !== true && records.length < size && !isTrial : read >= total) return undefined;
  // Where a list has both, only one of them goes with the size; a page that the caller asks for is followed by the next one.
  const number = page && parameters[page.parameter];
  const [name = "", next] =
    page && (!offset || number !== undefined)
      ? [page.parameter, Number(number ?? page.first ?? list.numbers?.first(context, list) ?? 0) + 1]
      : [offset, Number(parameters[offset ?? ""] ?? 0) + records.length];
  return { ...parameters, ...numberedParameter(list, name, next) };
}

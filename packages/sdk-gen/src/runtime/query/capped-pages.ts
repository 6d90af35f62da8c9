import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import type { Parameters } from "./query-plan.js";
import { pagingParameter, shownPaging } from "./shown-paging.js";

/**
 * True if the server may have made the page smaller than asked, as some do without a word: no page was larger yet, and the number is one
 * that people choose. Lists whose description declares no maximum bring it along.
 */
export function cappedPages(context: ClientContext, list: ListSpec, parameters: Parameters, length: number): boolean {
  const start = pagingParameter(list);
  // Some servers have another size for the first page, if it is asked for without a start.
  const kinds = (start in parameters ? [start] : ["", start]).map((kind) => shownPaging(context, list, kind));
  const [{ largest = 10 } = {}] = kinds;
  for (const shown of kinds) if (length > largest) shown.largest = length;
  return (
    length >= largest &&
    length < Number(parameters[list.limit?.parameter ?? ""]) &&
    [5, 8, 12].some((step) => length % step === 0)
  );
}

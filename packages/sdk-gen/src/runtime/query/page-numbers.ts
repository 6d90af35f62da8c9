import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";
import { numberedParameter } from "./numbered-parameter.js";
import type { Parameters } from "./query-plan.js";
import { shownPaging } from "./shown-paging.js";

/** Finds out the number of the first page. Lists whose description does not tell it bring it along. */
export const pageNumbers = {
  /** Absent until a second page is read. */
  first: (context: ClientContext, list: ListSpec): number | undefined => shownPaging(context, list, "first page").first,
  /** Learns from the second page that is read, asked for as page 1. @returns the parameters of page 2, if page 1 is the first one */
  learn(context: ClientContext, list: ListSpec, parameters: Parameters, hasRepeated: boolean): Parameters | undefined {
    const { parameter = "" } = list.page ?? {};
    const shown = shownPaging(context, list, "first page");
    if (Number(parameters[parameter]) !== 1 || shown.first !== undefined) return undefined;
    shown.first = hasRepeated ? 1 : 0;
    return hasRepeated ? { ...parameters, ...numberedParameter(list, parameter, 2) } : undefined;
  },
};

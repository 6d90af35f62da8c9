import type { Parameter } from "../../model/api-description.js";
import type { ListConvention } from "../../model/list-convention.js";

/** The query parameters, or the properties of the body of a search, that a list reads. */
export function usedParameters(list: ListConvention): readonly Parameter[] {
  const { limit, otherLimits, offset, page, cursor, sort, age, fields, expand, search } = list;
  const paging = [limit, ...otherLimits, offset, page?.parameter, cursor?.after, cursor?.before];
  const others = [sort?.parameter, sort?.direction, age, fields, expand, search];
  const named = [...list.filters, ...list.selectors, ...list.wrapped].map(({ parameter }) => parameter);
  return [...paging, ...others, ...named].filter((parameter) => parameter !== undefined);
}

/** True if clients can ask for a part of the list. */
export function hasPages({ limit, offset, page, cursor }: ListConvention): boolean {
  return (limit ?? offset ?? page ?? cursor) !== undefined;
}

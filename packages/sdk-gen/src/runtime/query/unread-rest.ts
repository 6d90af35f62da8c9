import { ClientError } from "../errors.js";
import { nameInCall, parametersOf } from "../parameters-of.js";
import type { Place, ResourceSpec } from "../resource-spec.js";
import { filtersOf } from "./filters-of.js";
import type { Parameters } from "./query-plan.js";
import type { ReadPage } from "./read-pages.js";
import { valueAt } from "./value-at.js";

/**
 * The error for a list that has more records than its first page, if no parameter can ask for them. Lists whose answers report more records, and that have no parameter for the next page, bring it along. A caller that gives a parameter of another
 * meaning may have asked for a page.
 */
export function unreadRest(
  { name, list }: ResourceSpec,
  parameters: Parameters,
  body: unknown,
  { read, total }: Pick<ReadPage, "read" | "total">,
): ClientError | undefined {
  if (!list) return undefined;
  const told = (place: Place | undefined): unknown => place && valueAt(body, place);
  const { limit, sort, fields, expand, operation } = list;
  const known = [limit?.parameter, sort?.parameter, sort?.direction?.parameter, fields, expand];
  const named = new Set([...known, ...filtersOf(list).map(({ parameter }) => parameter)]);
  const isAsked = parametersOf(operation).some(
    (spec) => spec.in === "query" && parameters[nameInCall(spec)] !== undefined && !named.has(nameInCall(spec)),
  );
  const isWhole = total === undefined ? !told(list.hasMore) && !told(list.next) : total <= read;
  if (isAsked || isWhole) return undefined;
  return new ClientError(
    "LIST_INCOMPLETE",
    `${name}: the server gave ${read}${total === undefined ? "" : ` of ${total}`} records, and the description declares no parameter for the rest. Ask for it with params(), or take the first ones with limit(${read}).`,
  );
}

import type { ListSpec, ResourceSpec } from "../resource-spec.js";
import type { Parameters } from "./query-plan.js";
import { valueAt } from "./value-at.js";

/**
 * The parameters of the next page after the last record, if there is a has-more flag. Lists with a cursor bring it along.
 * @param more the flag; `undefined` without one
 */
export function cursorPages(
  { id }: ResourceSpec,
  { cursor }: ListSpec,
  parameters: Parameters,
  records: readonly unknown[],
  more: unknown,
): Parameters | undefined {
  if (cursor?.kind !== "id" || !id || more === undefined) return undefined;
  const last = valueAt(records.at(-1), id);
  return last === undefined ? undefined : { ...parameters, [cursor.parameter]: last };
}

import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";

/** Observations about a list of a server. */
interface Shown {
  /** True if the server obeys the parameter. */
  readonly isHeeded?: boolean;
  /** True if a page had only records of previous pages. */
  readonly hasRepeated?: boolean;
  /** The largest number of records that a page had. */
  readonly largest?: number;
  /** The number of the first page. */
  readonly first?: number;
}

/** In place of a parameter: whether paths take the ids of records. Descriptions say id where the server takes a name. */
export const BY_ID = "by id";

const known = new WeakMap<ClientContext, Map<string, Shown>>();

export function shownPaging(context: ClientContext, list: ListSpec, parameter: string): Shown {
  return known.get(context)?.get(keyOf(list, parameter)) ?? {};
}

export function notePaging(context: ClientContext, list: ListSpec, parameter: string, shown: Shown): void {
  const all = known.get(context) ?? new Map<string, Shown>();
  known.set(context, all.set(keyOf(list, parameter), { ...shownPaging(context, list, parameter), ...shown }));
}

/** The parameter for the start of a page; empty if only links tell it. */
export function pagingParameter({ cursor, page, offset }: ListSpec): string {
  return cursor?.parameter ?? offset ?? page?.parameter ?? "";
}

function keyOf({ operation }: ListSpec, parameter: string): string {
  return `${operation.route} ${parameter}`;
}

import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";

/** Observations about a list of a server. */
interface Shown {
  /** True if the server obeys the parameter. */
  isHeeded?: boolean;
  /** True if a page had only records of previous pages. */
  hasRepeated?: boolean;
  /** The largest number of records that a page had. */
  largest?: number;
  /** The number of the first page. */
  first?: number;
}

/**
 * Used in place of a parameter's name, to remember whether paths take the ids of records, and answer the properties of
 * the list. Some descriptions say id where the server needs a name.
 */
export const BY_ID = "by id";

const known = new WeakMap<ClientContext, Map<string, Shown>>();

/** The observations of a client about a parameter. Callers set members as they learn more. */
export function shownPaging(context: ClientContext, { operation }: ListSpec, parameter: string): Shown {
  const all = known.get(context) ?? new Map<string, Shown>();
  const key = `${operation.route} ${parameter}`;
  const shown = all.get(key) ?? {};
  known.set(context, all.set(key, shown));
  return shown;
}

/** The parameter for the start of a page. Empty if only links lead to the next page. */
export function pagingParameter({ cursor, page, offset }: ListSpec): string {
  return cursor?.parameter ?? offset ?? page?.parameter ?? "";
}

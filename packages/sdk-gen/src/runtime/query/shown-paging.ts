import type { ListSpec } from "../resource-spec.js";
import type { ClientContext } from "../send.js";

/** What the answers of one server have shown of one list. */
interface Shown {
  /** Does a page begin where it was asked to? */
  readonly isHeeded?: boolean;
  /** A page held nothing but records of pages before. */
  readonly hasRepeated?: boolean;
}

const known = new WeakMap<ClientContext, Map<string, Shown>>();

export function shownPaging(context: ClientContext, list: ListSpec, parameter: string): Shown {
  return known.get(context)?.get(keyOf(list, parameter)) ?? {};
}

export function notePaging(context: ClientContext, list: ListSpec, parameter: string, shown: Shown): void {
  const all = known.get(context) ?? new Map<string, Shown>();
  known.set(context, all.set(keyOf(list, parameter), { ...shownPaging(context, list, parameter), ...shown }));
}

/** The parameter that says where a page begins; empty where only links do. */
export function pagingParameter({ cursor, page, offset }: ListSpec): string {
  return cursor?.parameter ?? page?.parameter ?? offset ?? "";
}

function keyOf({ operation }: ListSpec, parameter: string): string {
  return `${operation.route} ${parameter}`;
}

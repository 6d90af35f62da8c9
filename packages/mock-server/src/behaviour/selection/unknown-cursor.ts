import type { PageRequest } from "@onespec/http-contract";
import type { ListConvention } from "@onespec/spec-core";
import type { Awaitable } from "../../store/record-store.js";

/**
 * The names of cursor parameters whose record does not exist. They are reported, because the empty page looks like the end of the list.
 * They are not rejected, because the description allows any text.
 * @param has true if a record has this key
 */
export async function unknownCursor(
  { cursor }: ListConvention,
  { after, before }: PageRequest,
  has: (key: string) => Awaitable<boolean>,
): Promise<readonly string[]> {
  const key = after ?? before;
  const parameter = after === undefined ? cursor?.before : cursor?.after;
  return !parameter || key === undefined || (await has(key)) ? [] : [parameter.name];
}

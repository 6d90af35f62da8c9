import type { ListConvention } from "@onespec/spec-core";
import type { PageRequest } from "../response/page-request.js";
import type { Awaitable } from "../store/record-store.js";

/**
 * The name of a cursor parameter that leads nowhere: an empty page alone would look like the end of the list. It is not rejected, because
 * the description allows any text.
 * @param has tells whether there is a record with this key
 */
export async function unknownCursor(
  { cursor }: ListConvention,
  { after, before }: PageRequest,
  has: (key: string) => Awaitable<boolean>,
): Promise<string | undefined> {
  const key = after ?? before;
  const parameter = after === undefined ? cursor?.before : cursor?.after;
  return key === undefined || (await has(key)) ? undefined : parameter?.name;
}

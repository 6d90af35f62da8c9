import { isScalar, type JsonObject } from "../description/json.js";
import { checkReply, excerpt } from "../run/check-reply.js";
import { findItems } from "../run/find-record.js";
import { Broken, isLocked, lockReason, Undecidable } from "../run/step.js";
import { readList } from "./list-pages.js";
import type { NewRecord } from "./new-record.js";
import type { PairStory } from "./pair-story.js";

/** @throws Undecidable if the list shows no id */
export async function firstListed({ run, pair, style }: PairStory, path: string): Promise<NewRecord> {
  const list = pair.list;
  if (list === undefined) throw new Undecidable("neither a list nor a create");
  const listing = await readList(run, { ...pair, list }, style, path, undefined);
  if (listing === undefined) throw new Undecidable("no valid request found for the list");
  if (listing.ids === undefined) throw new Undecidable("the collection's GET answers no list");
  const [id] = listing.ids;
  if (id === undefined) throw new Undecidable(`the list shows no id: ${excerpt(listing.reply)}`);
  return { id, sent: {} };
}

/** @param isThere whether the list has to show the record */
export async function mustList(
  { run, pair, style }: PairStory,
  path: string,
  { id, record }: { readonly id: string; readonly record: JsonObject },
  isThere: boolean,
): Promise<void> {
  const list = pair.list;
  if (list === undefined) return;
  const listing = await readList(run, { ...pair, list }, style, path, id, record);
  // The answer is not a list, or no valid request could be built. Nothing can be judged.
  if (listing === undefined || (listing.ids === undefined && listing.reply.status < 300)) return;
  if (listing.ids === undefined) {
    if (isLocked(run, list, listing.reply)) throw new Undecidable(`the list ${lockReason(run, list)}`);
    const fault = await checkReply(run.judge, listing.reply, { operation: list, exists: true });
    const { status } = listing.reply;
    const rule = fault?.rule ?? "valid-refused";
    throw new Broken(list, `list: ${status} ${excerpt(listing.reply)}`, { rule, aspect: String(status) });
  }
  // Compares only ids: remaining records may mention the deleted one in another property.
  if (!isThere && listing.ids.includes(id))
    throw new Broken(pair.remove ?? list, `list after delete: ${id} is still there`, { rule: "delete-listed" });
  if (!isThere || listing.hasWanted || !listing.isWhole) return;
  // The list requires a filter, and its value for this record is unknown.
  if (list.parameters.some(({ in: place, name, required }) => required && place === "query" && !isScalar(record[name])))
    return;
  if (listing.ids.length === 0 && (findItems(listing.reply.json, pair) ?? []).length > 0)
    throw new Undecidable(`the list shows no id: ${excerpt(listing.reply)}`);
  const items = listing.ids.length === 0 ? excerpt(listing.reply) : listing.ids.slice(0, 8).join(", ");
  const message = `list (${listing.request.target}): ${id} is not among ${listing.ids.length} ids: ${items}`;
  throw new Broken(list, message, { rule: "list-misses" });
}

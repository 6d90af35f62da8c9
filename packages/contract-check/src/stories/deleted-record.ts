import type { RawOperation } from "../description/raw-operation.js";
import { buildRequest } from "../run/build-request.js";
import { excerpt, refusalFaults } from "../run/check-reply.js";
import { addFinding } from "../run/check-run.js";
import { type FoundRecord, findRecord } from "../run/find-record.js";
import { Broken } from "../run/step.js";
import type { PairStory } from "./pair-story.js";
import type { Change } from "./planned-change.js";

/**
 * Checks that a deleted record cannot be read. Returns `another` if the path now leads to another record with that
 * name.
 */
export async function mustBeGone(
  { run, pair, style }: PairStory,
  { remove, read }: { readonly remove: RawOperation; readonly read: RawOperation },
  path: string,
  before: FoundRecord | undefined,
): Promise<"another" | undefined> {
  const request = await buildRequest(run, read, style, path, { optional: false });
  if (request === undefined) return undefined;
  const reply = await run.client.send(request);
  if (reply.status >= 500) {
    const message = `read after delete: ${reply.status} ${excerpt(reply)}`;
    throw new Broken(read, message, { rule: "server-error", aspect: "read after delete" });
  }
  if (reply.status < 300 && isAnother(before, findRecord(reply.json, pair))) return "another";
  // Some servers answer 403 to hide which records exist.
  if (![403, 404, 410].includes(reply.status)) {
    const message = `read after delete: ${reply.status}, not 404: ${excerpt(reply)}`;
    throw new Broken(remove, message, { rule: "delete-kept" });
  }
  for (const fault of await refusalFaults(run, read, reply)) addFinding(run, read, "pair", style, fault);
  return undefined;
}

/** True for another record, with a different id, that has the same name. */
function isAnother(before: FoundRecord | undefined, after: FoundRecord | undefined): boolean {
  const [first, second] = [before?.record.id, after?.record.id];
  return first !== undefined && second !== undefined && first !== second;
}

/**
 * Checks that an update of a deleted record is rejected. A `PUT` may create it again; a `PATCH` may not. @see RFC 5789,
 * section 2
 */
export async function mustRefuse(
  { run, style }: PairStory,
  operation: RawOperation,
  path: string,
  { body }: Change,
): Promise<void> {
  const request =
    operation.method === "PATCH"
      ? await buildRequest(run, operation, style, path, { optional: false, body })
      : undefined;
  if (request === undefined) return;
  const reply = await run.client.send(request);
  const details = [`update after delete: ${reply.status} ${excerpt(reply)}`];
  if (reply.status >= 500)
    addFinding(run, operation, "pair", style, { rule: "server-error", aspect: "update after delete", details });
  else if (reply.status < 300) addFinding(run, operation, "pair", style, { rule: "update-of-absent", details });
}

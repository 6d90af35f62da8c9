import { HttpError } from "../http-error.js";
import { jsonText } from "../json-text.js";
import { Reply } from "../reply.js";
import type { ActionCall } from "./action-call.js";
import { entityTag, namesTag } from "./entity-tag.js";
import type { ResponsePlan } from "./response-plan.js";

/** Runs what changes something only if that is still as the client believes. */
export type WriteGuard = (call: ActionCall, write: () => unknown) => unknown;

/** What `GET` on the path of a write answers; its success documents an `ETag`. */
export interface TaggedReader {
  readonly plan: () => ResponsePlan;
  /** @throws HttpError 404 when there is nothing */
  read(call: ActionCall): unknown;
  /** Do the policies of that `GET` let the caller in? Who may write need not be one who may read. */
  mayRead(call: ActionCall): Promise<boolean>;
}

/**
 * Holds `If-Match` and `If-None-Match` of a write against the entity tag of what is there now: 412 when that has changed. Writes of one
 * path wait for each other, so that of clients that saw the same thing one wins; in other processes they do not.
 * @see RFC 9110, section 13.1
 */
export function createWriteGuard({ plan, read, mayRead }: TaggedReader): WriteGuard {
  const last = new Map<string, Promise<unknown>>();

  const check = async (call: ActionCall): Promise<void> => {
    const { "if-match": wanted, "if-none-match": unwanted } = call.exchange.headers;
    if (wanted === undefined && unwanted === undefined) return;
    const tag = await currentTag(call, wanted !== undefined);
    if (tag === undefined) return;
    const told = async (): Promise<string | undefined> => ((await mayRead(call)) ? tag : undefined);
    if (wanted !== undefined && !namesTag(wanted, tag)) throw failed("If-Match", await told());
    if (unwanted !== undefined && namesTag(unwanted, tag)) throw failed("If-None-Match", await told());
  };

  /** @param isNeeded then the 404 of what is not there is the answer */
  const currentTag = async (call: ActionCall, isNeeded: boolean): Promise<string | undefined> => {
    try {
      const given = await read(call);
      const own = given instanceof Reply ? ownTag(given) : undefined;
      if (own !== undefined) return own;
      const body = given instanceof Reply ? given.body : given;
      return body === undefined ? undefined : entityTag(jsonText(plan().shown(200, body)));
    } catch (error) {
      if (!isNeeded && error instanceof HttpError && error.status === 404) return undefined;
      throw error;
    }
  };

  return async (call, write) => {
    const place = call.url.replace(/\?.*$/, "");
    const before = last.get(place);
    const mine = (async () => {
      await before?.catch(() => undefined);
      await check(call);
      return write();
    })();
    last.set(place, mine);
    try {
      return await mine;
    } finally {
      if (last.get(place) === mine) last.delete(place);
    }
  };
}

function ownTag({ headers }: Reply): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === "etag")?.[1];
}

/** @param current `undefined` for who may not know */
function failed(header: string, current: string | undefined): HttpError {
  const now = current === undefined ? "" : `: its entity tag is ${current}`;
  const detail = {
    in: "header",
    path: `/${header.toLowerCase()}`,
    message: `What the request is for does not meet ${header}${now}`,
    hint: "Read it again and repeat the change.",
  };
  return new HttpError(412, "Precondition failed", {
    details: [current === undefined ? detail : { ...detail, current }],
  });
}

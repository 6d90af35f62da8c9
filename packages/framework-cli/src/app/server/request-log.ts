import type { ActionLog } from "../action.js";
import type { AppLog } from "../create-log.js";

/** The log of one request; made when something is logged, since most requests log nothing. */
export type RequestLog = (requestId: string) => ActionLog;

const nothing = (): void => {};

/** Logs nothing. */
export const SILENT_LOG: ActionLog = { debug: nothing, info: nothing, warn: nothing, error: nothing };

export function createRequestLog(log: AppLog | undefined): RequestLog {
  return log === undefined ? () => SILENT_LOG : (reqId) => log.child({ reqId });
}

/** How a request is called in the log. Queries are left out: they may hold secrets. */
export function requestLine({ method, url }: { readonly method: string; readonly url: string }): string {
  return `${method} ${url.replace(/\?.*$/s, "")}`;
}

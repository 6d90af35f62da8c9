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

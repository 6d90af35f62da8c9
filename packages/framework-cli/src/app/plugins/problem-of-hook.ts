import { STATUS_CODES } from "node:http";
import type { Problem } from "../problem.js";

/**
 * What a client is told of an error that a hook, or a plugin's route, ends a request with; `undefined` when it says no status, or
 * 500: then it is a mistake, whose words are not for clients.
 */
export function problemOfHook(error: unknown): Problem | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  const status = Number(error.statusCode);
  const title = STATUS_CODES[status];
  if (status < 400 || status === 500 || title === undefined) return undefined;
  const message = "message" in error && typeof error.message === "string" ? error.message : title;
  return { status, code: `status-${status}`, message: title, details: [{ message }] };
}

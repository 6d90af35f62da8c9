import { STATUS_CODES } from "node:http";
import type { Problem } from "../model/problem.js";

/**
 * The problem for an error that Fastify, a hook or a plugin throws. `undefined` if the error has no status, or 500:
 * then its message is not meant for clients.
 */
export function problemOfError(error: unknown): Problem | undefined {
  if (typeof error !== "object" || error === null || !("statusCode" in error)) return undefined;
  if ("code" in error && error.code === "FST_ERR_BAD_URL") return MALFORMED_PATH;
  if ("code" in error && error.code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return MALFORMED_TYPE;
  const status = Number(error.statusCode);
  const title = STATUS_CODES[status];
  if (status < 400 || status === 500 || title === undefined) return undefined;
  const message = "message" in error && typeof error.message === "string" ? error.message : title;
  return { status, code: `status-${status}`, message: title, details: [{ message }] };
}

const MALFORMED_PATH: Problem = {
  status: 400,
  code: "malformed-path",
  message: "Malformed path",
  details: [{ message: "The path has percent-encoding that is not UTF-8", hint: "Send a percent sign as %25." }],
};

const MALFORMED_TYPE: Problem = {
  status: 415,
  code: "unsupported-media-type",
  message: "Unsupported media type",
  details: [
    { in: "header", path: "/content-type", message: "Content-Type must be a media type such as application/json" },
  ],
};

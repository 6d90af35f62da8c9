import type { Readable } from "node:stream";
import { HttpError } from "../http-error.js";
import { type IncomingBody, readIncomingBody } from "../server/incoming-body.js";
import { problemOfHook } from "./problem-of-hook.js";

/**
 * Reads a body from the stream that a hook has put in its place: one that decodes it, say. It may wait to be started, and break.
 *
 * @param limit in bytes
 * @throws HttpError with the status that the error names, else 400
 */
export function readReplacedBody(body: Readable, limit: number): Promise<IncomingBody> {
  const reading = readIncomingBody(body, undefined, limit);
  const broken = new Promise<never>((_, reject) => {
    body.once("error", (cause: Error) => {
      const { status, message, details } = problemOfHook(cause) ?? {
        status: 400,
        message: "Bad Request",
        details: [{ in: "body", path: "", message: cause.message }],
      };
      reject(new HttpError(status, message, { details, cause }));
    });
  });
  body.resume();
  return Promise.race([reading, broken]);
}

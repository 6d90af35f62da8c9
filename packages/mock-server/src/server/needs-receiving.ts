import type { Readable } from "node:stream";
import { contentCodings } from "@onespec/http-requests";
import type { ReceivedBody } from "../request/receive-body.js";
import { isUploadType, LARGEST_IN_MEMORY } from "../request/upload.js";
import { headerText, type RequestHeaders } from "./mock-request.js";

/** Reads a body that is more than plain bytes of a modest size. */
export type ReceiveBody = (source: Readable, headers: RequestHeaders) => Promise<ReceivedBody>;

/** Must the body be decoded, or may it be too large for memory? Every request with a body is asked. */
export function needsReceiving(headers: RequestHeaders): boolean {
  const coding = headerText(headers, "content-encoding");
  if (coding !== undefined && contentCodings(coding).length > 0) return true;
  const length = headers["content-length"];
  if (length !== undefined && !(Number(length) > LARGEST_IN_MEMORY)) return false;
  return isUploadType(headerText(headers, "content-type"));
}

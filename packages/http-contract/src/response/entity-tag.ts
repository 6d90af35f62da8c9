import { hash } from "node:crypto";
import { isUint8Array } from "node:util/types";
import type { Answer } from "../model/message.js";
import type { ResponsePlan } from "./response-plan.js";

/** A strong validator of these bytes. @see RFC 9110, section 8.8.3 */
export function entityTag(content: string | Uint8Array): string {
  return `"${hash("sha1", content, "base64url").slice(0, 22)}"`;
}

/** The tag of another representation of the same thing, which must not be the same one. @param variant such as a media type */
export function variantTag(tag: string, variant: string): string {
  return `${tag.slice(0, -1)}.${variant}"`;
}

/** The tag that all variants have in common. */
export function commonTag(tag: string): string {
  const [common = tag] = tag.split(".");
  return common.endsWith('"') ? common : `${common}"`;
}

/** Adds a documented `ETag`, computed from the answer's bytes, if the handler set none. */
export function withTag(
  plan: ResponsePlan,
  answer: Answer,
  tagOf: (body: string | Uint8Array) => string = entityTag,
): Answer {
  const { body, headers, status } = answer;
  const isOwn = headers.etag !== undefined && headers.etag !== plan.headers.etag;
  if (isOwn || status !== plan.status || !(typeof body === "string" || isUint8Array(body))) return answer;
  return { ...answer, headers: { ...headers, etag: tagOf(body) } };
}

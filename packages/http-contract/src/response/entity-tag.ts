import { hash } from "node:crypto";

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

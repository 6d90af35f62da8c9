import { percentEncode } from "@onespec/spec-core";

/**
 * Encodes characters that a URI cannot contain (RFC 3986, appendix A). In a header such as `<...>; rel="next"` the
 * address then cannot end the brackets early.
 */
export function uriText(address: string): string {
  return address.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, percentEncode);
}

import { percentEncode } from "@onespec/spec-core";

/**
 * An address as headers may hold it: what no URI has (RFC 3986, appendix A) is encoded, so that nothing of it passes for the header's own
 * marks, `<...>; rel="next"`.
 */
export function uriText(address: string): string {
  return address.replace(/[^\w\-.~:/?#[\]@!$&'()*+,;=%]/gu, percentEncode);
}

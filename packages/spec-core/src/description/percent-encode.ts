/** A text for one place in a URL (RFC 3986, section 2.1). Half a surrogate pair, which UTF-8 cannot say, becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

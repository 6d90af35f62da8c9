/** Is it an absolute `http:` or `https:` address? */
export function isHttpUrl(text: unknown): text is string {
  return typeof text === "string" && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

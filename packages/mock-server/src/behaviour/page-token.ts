/** An opaque cursor for the record with this key. */
export function pageToken(key: string): string {
  return Buffer.from(key).toString("base64url");
}

/** The key inside a cursor. Text that is no cursor of ours is nobody's key, and gives an empty page. */
export function pageKey(token: string): string {
  const key = Buffer.from(token, "base64url").toString();
  return pageToken(key) === token ? key : token;
}

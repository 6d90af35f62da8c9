/** A name without case and marks, so that `created_at`, `createdAt` and `Created-At` are one. */
export function foldName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const text = /^[a-z0-9]*$/.test(name) ? name : name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  if (folded.size < MAX_KEPT && name.length < MAX_LENGTH) folded.set(name, text);
  return text;
}

// A pure function's results: descriptions use the same few thousand names again and again.
const folded = new Map<string, string>();
const MAX_KEPT = 20_000;
const MAX_LENGTH = 64;

/** Maximum number of records, or items of a stream, in the result of a call. */
export const MOST_RECORDS = 50;
/** Writes a result as JSON: bigints as texts, files as their size, streams as their first items. */
export async function resultText(value: unknown): Promise<string> {
  let result = value;
  if (isStream(value)) {
    const items: unknown[] = [];
    for await (const item of value) if (items.push(item) >= MOST_RECORDS) break;
    result = { items };
  }
  return JSON.stringify(result ?? null, (_name, inner) => {
    if (typeof inner === "bigint") return String(inner);
    return inner instanceof Blob ? { file: inner.type, bytes: inner.size } : inner;
  });
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

import type { JsonObject } from "./record-store.js";

/** Records written together in one turn of the event loop before they are answered. */
const REMEMBERED = 32;
/** Longer texts are not cached, in characters. The cache takes at most half a megabyte. */
const LONGEST = 16 * 1024;

const values: (JsonObject | undefined)[] = Array.from({ length: REMEMBERED }, () => undefined);
const texts: string[] = Array.from({ length: REMEMBERED }, () => "");
let last = 0;

/**
 * A record's value as JSON. The text is made once, for the journal and the answer. The cache recognises a value by
 * identity, so the value must never change in place.
 */
export function recordText(value: JsonObject): string {
  // Newest first.
  for (let age = 0; age < REMEMBERED; age++) {
    const place = (last - age) & (REMEMBERED - 1);
    if (values[place] === value) return texts[place] as string;
  }
  const text = JSON.stringify(value);
  if (text.length > LONGEST) return text;
  last = (last + 1) & (REMEMBERED - 1);
  values[last] = value;
  texts[last] = text;
  return text;
}

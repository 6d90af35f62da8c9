import type { JsonObject } from "./record-store.js";

/** As many as are written together in one turn of the event loop, and then answered. */
const REMEMBERED = 32;
/** Longer ones are written out again, so that no more than half a megabyte is remembered. In characters. */
const LONGEST = 16 * 1024;

const values: (JsonObject | undefined)[] = Array.from({ length: REMEMBERED }, () => undefined);
const texts: string[] = Array.from({ length: REMEMBERED }, () => "");
let last = 0;

/**
 * A record's value as JSON. The journal needs it, then the answer: it is written out once for both. Only for what nobody changes in
 * place, as it is known again by its identity.
 */
export function recordText(value: JsonObject): string {
  // The newest is looked at first, then those before it.
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

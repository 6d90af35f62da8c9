import type { Operation } from "../../model/api-description.js";
import { nameWords } from "../../words/name-words.js";

/** True if the description says that it creates a record or updates an existing one: "Creates a new or updates the specified object". */
export function saysUpsert({ id, summary, description }: Operation): boolean {
  return UPSERT.test([...nameWords(id), summary, description].join(" "));
}

const UPSERT =
  /\bupserts?\b|\b(?:creates?|adds?|inserts?)(?: an?)?(?: new)? (?:or|and) (?:updates?|replaces?|overwrites?)\b|\b(?:updates?|replaces?) or (?:creates?|adds?|inserts?)\b|\bor updates? (?:an |the )?existing\b|\balready exists?,? (?:it|they) (?:will be|is|are|gets?) updated\b/i;

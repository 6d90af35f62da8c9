import type { Operation } from "../../model/api-description.js";
import { nameWords } from "../../words/name-words.js";

/** True if the description says that it creates a record or updates an existing one: "Creates a new or updates the specified object". */
export function saysUpsert({ id, summary, description }: Operation): boolean {
  return UPSERT.test([...nameWords(id), summary, description].join(" "));
}

const UPSERT =
  /\bupserts?\b|\b(?:creat(?:es?|ing)|adds?|inserts?)(?: an?)?(?: new)? (?:or|and) (?:updat(?:es?|ing)|replaces?|overwrites?)\b|\b(?:updates?|replaces?) or (?:creates?|adds?|inserts?)\b|\bor updates? (?:an |the )?existing\b|\balready exists?,? (?:it|they) (?:will be|is|are|gets?) updated\b/i;

/** The texts of an operation and its success, if they say that it answers an existing record: "If the name already exists, returns it". */
export function saidOfExisting({ summary, description, responses }: Operation): string | undefined {
  const successes = responses.filter(({ status }) => status.startsWith("2")).map((response) => response.description);
  const text = [summary, description, ...successes].join(". ");
  return EXISTING.test(text) ? text : undefined;
}

const EXISTING = /\balready exists?\b[^.]*\breturns?\b|\breturns? (?:the|an) existing\b/i;

import type { Operation } from "../../model/api-description.js";
import { nameWords } from "../../words/name-words.js";

/**
 * True if the description says that the operation creates a record or updates an existing one: "Creates a new or
 * updates the specified object", or "Customer created or updated" for its success.
 */
export function saysUpsert(operation: Operation): boolean {
  const { id, summary, description } = operation;
  return UPSERT.test([...nameWords(id), summary, description, ...successTexts(operation)].join(" "));
}

const UPSERT =
  /\bupserts?\b|\b(?:creat(?:e[sd]?|ing)|adds?|inserts?)(?: an?)?(?: new)? (?:or|and) (?:updat(?:e[sd]?|ing)|replaces?|overwrites?)\b|\b(?:updates?|replaces?) or (?:creates?|adds?|inserts?)\b|\bor updates? (?:an |the )?existing\b|\balready exists?,? (?:it|they) (?:will be|is|are|gets?) updated\b/i;

/**
 * The texts of an operation and its success, if they say that it may return an existing record: "If the name already
 * exists, returns it", `getOrCreate`. `undefined` if they do not.
 */
export function saidOfExisting(operation: Operation): string | undefined {
  const { id, summary, description } = operation;
  const text = [nameWords(id).join(" "), summary, description, ...successTexts(operation)].join(". ");
  return EXISTING.test(text) ? text : undefined;
}

function successTexts({ responses }: Operation): readonly (string | undefined)[] {
  return responses.filter(({ status }) => status.startsWith("2")).map(({ description }) => description);
}

const EXISTING =
  /\balready exists?\b[^.]*\breturns?\b|\breturns? (?:the|an) existing\b|\b(?:get|find)s? or creates?\b/i;

/** Rules that a server breaks, by code, as one line about any operation. */
const ERRORS = {
  "no-answer": "The server does not answer, or its answer does not end.",
  "server-error": "The server fails (5xx).",
  "status-undocumented": "The status is not documented.",
  "media-type-undocumented": "The media type of the answer is not documented.",
  "body-not-json": "The body is not JSON, although its media type is.",
  "body-invalid": "The body does not fit its schema.",
  "body-not-empty": "The answer has a body where there can be none.",
  "header-missing": "A required header is missing.",
  "header-invalid": "A header does not fit its schema.",
  "valid-refused": "A valid request is rejected.",
  "invalid-accepted": "An invalid request is accepted.",
  "error-body-unclear": "The answer to an invalid request does not say what is wrong.",
  "method-undocumented": "A method that is not documented is answered.",
  "allow-incomplete": "`Allow` does not name every documented method.",
  "reads-differ": "Two reads of one address differ.",
  "record-not-found": "An existing record is not found.",
  "create-without-id": "The answer to the create has no id.",
  "location-broken": "The create's `Location` leads nowhere.",
  "field-lost": "A field that was sent is lost, or has another value afterwards.",
  "write-only-shown": "A writeOnly field is in an answer.",
  "id-changed": "An update changes the id.",
  "update-lost": "An update is not there afterwards.",
  "update-touches-others": "An update changes fields that were not sent.",
  "update-of-absent": "An update of a deleted record is accepted.",
  "delete-kept": "A deleted record can still be read.",
  "delete-listed": "A deleted record is still in the list.",
  "list-misses": "An existing record is not in the list.",
  "list-limit-ignored": "A page has more items than were asked for.",
  "list-page-repeats": "A page shows items of the page before.",
  "list-page-missing": "A page is empty although there are more items.",
  "list-filter-ignored": "A filtered list has items that do not match.",
  "list-filter-loses": "A filtered list lacks an item that matches.",
  "list-sort-ignored": "A sorted list is not in order.",
  "etag-stale": "The entity tag stays the same although the record changed.",
  "etag-not-modified": "A read with a current entity tag is not answered with 304, as documented.",
  "etag-precondition-ignored": "An update with a stale entity tag is accepted.",
  "idempotency-ignored": "A repeated request with the same idempotency key takes effect twice.",
  "auth-ignored": "A request without credentials is accepted.",
  "upload-differs": "A file is not what was uploaded.",
} as const;

/** Rules that never fail a check, because they do not prove a mistake of the server. */
const NOTES = {
  "absent-undocumented": "404 for an absent record is not documented.",
  "refusal-undocumented": "The status of a rejection is not documented.",
  "odd-refused": "Rare values are rejected, although their schema allows them.",
  "allow-undocumented": "`Allow` names methods that are not documented.",
  "body-undocumented": "The answer has a body, and the description documents none.",
  "schema-contradictory": "No answer could fit the schema: it contradicts itself.",
} as const;

export type RuleCode = keyof typeof ERRORS | keyof typeof NOTES;

/** The titles of all rules. */
export const RULES: Readonly<Record<RuleCode, string>> = { ...ERRORS, ...NOTES };

export function isNote(rule: RuleCode): boolean {
  return Object.hasOwn(NOTES, rule);
}

import { escapePart, joinParts } from "./join-parts.js";

/** What a record is found by: its scope and key in one text. */
export function rowName(scope: readonly string[], key: string): string {
  return scope.length === 0 ? escapePart(key) : joinParts([...scope, key]);
}

import { joinParts } from "./join-parts.js";

/** What a record is found by: its scope and key in one text. */
export function rowName(scope: readonly string[], key: string): string {
  return joinParts(scope.length === 0 ? [key] : [...scope, key]);
}

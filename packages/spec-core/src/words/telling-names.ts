import { foldName } from "./fold-name.js";

/** True for a name that means the same in every object. An `email` next to a user is the user's email. */
export function isTelling(name: string): boolean {
  return TELLING.has(foldName(name));
}

const TELLING: ReadonlySet<string> = new Set(["email", "phone", "phonenumber", "username", "login", "currency"]);

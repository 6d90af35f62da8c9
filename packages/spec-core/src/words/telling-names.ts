import { foldName } from "./fold-name.js";

/** True for a name that means the same in whatever object it stands: an `email` beside a user is the user's. */
export function isTelling(name: string): boolean {
  return TELLING.has(foldName(name));
}

const TELLING: ReadonlySet<string> = new Set(["email", "phone", "phonenumber", "username", "login", "currency"]);

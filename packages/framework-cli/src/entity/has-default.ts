import type { Field } from "./entity.js";

/**
 * True if a new record gets a value although the client sends none. The value may come from the database, the
 * application or a function of the model.
 */
export function hasDefault({ default: value, hasOwnDefault }: Field): boolean {
  return value !== undefined || hasOwnDefault === true;
}

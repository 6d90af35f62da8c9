import type { Field } from "./entity.js";

/** True if new records have a value without a client that sends one: of the database, of the application, or of a function of the model. */
export function hasDefault({ default: value, hasOwnDefault }: Field): boolean {
  return value !== undefined || hasOwnDefault === true;
}

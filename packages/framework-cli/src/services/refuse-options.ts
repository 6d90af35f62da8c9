import { DatabaseError } from "../errors/database-error.js";
import { isJsonObject } from "./nested-members.js";

/**
 * Refuses an object behind the arguments of a service's method: nobody would read it. Other values pass, so that
 * `ids.map(books.get)` works.
 *
 * @throws DatabaseError VALUE_REFUSED
 */
export function refuseOptions(model: string, call: string, others: readonly unknown[]): void {
  const options = others.find(isJsonObject);
  if (options === undefined) return;
  throw new DatabaseError("VALUE_REFUSED", `${call} has no option ${Object.keys(options).join(", ") || "{}"}.`, {
    hint: `The repository has options: repository("${model}").get(id, { lock: true }).`,
  });
}

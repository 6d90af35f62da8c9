import type { Entity } from "../entity/entity.js";
import { DatabaseError } from "../errors/database-error.js";
import type { Where } from "./repository.js";

/** `{ id: undefined }` would change or remove everything. @throws DatabaseError VALUE_REFUSED */
export function refuseUndefined(where: Where, entity: Entity): void {
  for (const name in where) {
    if (where[name] !== undefined) continue;
    throw new DatabaseError("VALUE_REFUSED", `${entity.name}.${name} is undefined in the condition of a change.`, {
      hint: "Leave the field out to change every record, or give it a value.",
      fields: [name],
    });
  }
}

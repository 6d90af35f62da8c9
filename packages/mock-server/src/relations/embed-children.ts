import type { Resource } from "@onespec/spec-core";
import { recordSeed } from "../response/record-answer.js";
import { createShownRecord } from "../response/shown-record.js";
import type { MockContext } from "../server/mock-context.js";
import type { JsonObject, StoredRecord } from "../store/record-store.js";
import { EACH, type Reference } from "./reference.js";
import { changeAt, schemaOfPlace } from "./referenced-values.js";

/** A list inside a record of the records that belong to it: the `books` of an author whose books have an `authorId`. */
export interface OtherEnd {
  /** The list, `EACH` at its end; its target has the records. */
  readonly list: Reference;
  /** The foreign key by which they name the record; `undefined`: they stand below it. */
  readonly by: Reference | undefined;
}

/** `value` with records that are there in its list, as many as it had, or as there are. */
export async function embedChildren(
  { schemas, states, fitting }: Pick<MockContext, "schemas" | "states" | "fitting">,
  owner: Resource,
  { list, by }: OtherEnd,
  { key, scope, value }: StoredRecord,
): Promise<JsonObject> {
  const { collection } = states.of(list.target);
  const readings = /^-?\d{1,15}$/.test(key) ? [key, Number(key)] : [key];
  const place = by && [...by.place, ...(by.inner ?? [])].map(String);
  const { records } = await collection.list(
    place ? { where: [{ property: place, operator: "in", value: readings }] } : { scope: [...scope, key] },
  );
  const schema = schemaOfPlace(schemas, owner.schema.json, list.place);
  const show = createShownRecord(schemas, list.target, schema);
  const before = list.place.slice(0, list.place.lastIndexOf(EACH));
  const embedded = changeAt(value, before, (old) => {
    if (!Array.isArray(old)) return old;
    return records
      .slice(0, Math.max(old.length, 1))
      .map((record) => fitting.fit(schema, show(record), { seed: recordSeed(list.target, record) }));
  }) as JsonObject;
  return schemas.validator(owner.schema, "response").isValid(embedded) ? embedded : value;
}

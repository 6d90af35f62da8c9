import { objectProperties, type RecordPlace, type Schema, type SchemaRegistry, schemaShape } from "@onespec/spec-core";
import type { RecordChange } from "../server/mock-context.js";

/** What happens to records. */
export type RecordEvent = Exclude<RecordChange["kind"], "acted">;

const WORDS: Readonly<Record<RecordEvent, ReadonlySet<string>>> = {
  created: new Set(["created", "create", "creation", "new", "added", "add", "inserted", "registered"]),
  updated: new Set(["updated", "update", "changed", "change", "modified", "edited", "edit", "patched"]),
  deleted: new Set(["deleted", "delete", "deletion", "removed", "remove", "destroyed"]),
};

/** The event that a name tells: `pet.created`, `newPet`, `pet_updated`. */
export function eventOfName(name: string): RecordEvent | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (Object.keys(WORDS) as RecordEvent[]).find((event) => words.some((word) => WORDS[event].has(word)));
}

/** `value` with the event in the properties beside the record that have a value for it: `{ type: "pet.updated", data }`. */
export function withEvent(
  schemas: SchemaRegistry,
  schema: Schema,
  value: unknown,
  kind: RecordChange["kind"],
  place: RecordPlace,
): unknown {
  // Properties of the record itself are the record's.
  if (kind === "acted" || place.length === 0 || typeof value !== "object" || value === null) return value;
  const told: [string, unknown][] = [];
  for (const property of objectProperties(schemas, schema.json).values()) {
    const { values } = schemaShape(schemas, property.schema);
    const fitting = values.find((one) => typeof one === "string" && eventOfName(one) === kind);
    if (fitting !== undefined && property.name !== place[0]) told.push([property.name, fitting]);
  }
  return told.length === 0 ? value : { ...value, ...Object.fromEntries(told) };
}

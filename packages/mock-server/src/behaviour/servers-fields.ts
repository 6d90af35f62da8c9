import { type Operation, objectProperties, type Resource, type SchemaRegistry } from "@onespec/spec-core";
import { writtenProperties } from "../response/written-properties.js";
import type { JsonObject } from "../store/record-store.js";

/**
 * Puts the fields that only the server writes (readOnly) back as they were. The body of an update need not declare them, and a patch is
 * not the record: what is readOnly cannot be taken out of them beforehand.
 */
export type ServersFields = (before: JsonObject, after: JsonObject) => JsonObject;

export function createServersFields(schemas: SchemaRegistry, operation: Operation, resource: Resource): ServersFields {
  const written = new Set(
    writtenProperties(schemas, operation)
      .filter(({ readOnly }) => !readOnly)
      .map(({ name }) => name),
  );
  const names = [...objectProperties(schemas, resource.schema.json).values()]
    .filter(({ name, readOnly }) => readOnly && !written.has(name))
    .map(({ name }) => name);
  return (before, after) => {
    if (names.every((name) => after[name] === before[name])) return after;
    const changed = names.filter((name) => after[name] !== before[name]);
    const kept = Object.entries(after).filter(([name]) => !changed.includes(name));
    const restored = changed.filter((name) => Object.hasOwn(before, name)).map((name) => [name, before[name]]);
    return Object.fromEntries([...kept, ...restored]);
  };
}

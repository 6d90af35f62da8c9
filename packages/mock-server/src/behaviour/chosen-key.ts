import type { Operation, Resource, SchemaRegistry } from "@onespec/spec-core";
import { objectProperties } from "@onespec/spec-core";
import { schemaAt } from "../response/schema-at.js";
import { writtenProperties } from "../response/written-properties.js";
import { keyInRecord } from "./record-key.js";

/**
 * Reads the id that a client chose for a new record: the request's schema must declare the id property, and not as readOnly.
 */
export function chosenKeyReader(
  schemas: SchemaRegistry,
  operation: Operation,
  resource: Resource,
): (written: unknown) => string | undefined {
  const [top, ...inner] = resource.id.property ?? [];
  if (top === undefined) return () => undefined;
  const isChoice = writtenProperties(schemas, operation).some((property) => {
    if (property.name !== top || property.readOnly) return false;
    if (inner.length === 0) return true;
    const holder = schemaAt(schemas, schemas.schemaOf(property.schema), inner.slice(0, -1));
    const last = holder && objectProperties(schemas, holder.json).get(inner.at(-1) ?? "");
    return last !== undefined && !last.readOnly;
  });
  return isChoice ? (written) => keyInRecord(resource, written) || undefined : () => undefined;
}

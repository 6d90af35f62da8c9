import type { SchemaData, SchemaObject } from "../../schema-data.js";
import { formatName } from "../keyword.js";
import { mapMembers } from "../on-wire.js";
import { reachedFrom } from "../types-of.js";

/**
 * Converts texts of 64-bit integers back to numbers, so that ids can be sent as they were read. Returns the same object
 * if nothing changes. Only operations whose bodies have such integers import it.
 */
export function exactIntegers(body: unknown, schema: SchemaData): unknown {
  return exact(body, () => [...reachedFrom(schema)]);
}

/** The schemas of a value. Evaluated only for texts of digits. */
type Reached = () => readonly SchemaObject[];

function exact(value: unknown, reached: Reached): unknown {
  if (typeof value === "string")
    return /^-?\d{1,19}$/.test(value) && isLongInteger(reached()) ? toInteger(value) : value;
  return mapMembers(value, (member, name) =>
    exact(member, () =>
      reached()
        .flatMap((schema) => memberOf(schema, name, Array.isArray(value)))
        .flatMap((schema) => [...reachedFrom(schema)]),
    ),
  );
}

function memberOf(
  { items, properties, additionalProperties }: SchemaObject,
  name: string,
  isItem: boolean,
): SchemaData | [] {
  if (isItem) return items ?? [];
  return (properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? [];
}

function isLongInteger(schemas: readonly SchemaObject[]): boolean {
  return (
    schemas.some((schema) => formatName(schema) === "int64") &&
    !schemas.some(({ type = [] }) => [type].flat().includes("string"))
  );
}

function toInteger(digits: string): number | bigint {
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : BigInt(digits);
}

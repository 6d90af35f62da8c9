import { isPlainObject } from "../../is-plain-object.js";
import type { SchemaData, SchemaObject } from "../../schema-data.js";
import { formatName } from "../keyword.js";
import { reachedFrom } from "../reached-from.js";

export type ExactIntegers = (body: unknown, schema: SchemaData) => unknown;

/**
 * Converts 64-bit integers from texts of digits to numbers, so that ids can be sent as they were read. Returns the same object if nothing
 * changes. Operations whose bodies have such integers bring it along.
 */
export const exactIntegers: ExactIntegers = (body, schema) => exact(body, () => [...reachedFrom(schema)]);

/** The schemas of a value. Evaluated only for texts of digits. */
type Reached = () => readonly SchemaObject[];

function exact(value: unknown, reached: Reached): unknown {
  if (typeof value === "string")
    return /^-?\d{1,19}$/.test(value) && isLongInteger(reached()) ? toInteger(value) : value;
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return value;
  const inner = (name: string): Reached => {
    const find = ({ items, properties, additionalProperties }: SchemaObject): SchemaData | [] =>
      (isList ? items : properties && Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? [];
    return () =>
      reached()
        .flatMap(find)
        .flatMap((schema) => [...reachedFrom(schema)]);
  };
  let copy: Record<string, unknown> | undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    const sent = exact(member, inner(name));
    if (sent === member) continue;
    copy ??= Object.assign(isList ? [] : Object.create(null), value) as Record<string, unknown>;
    copy[name] = sent;
  }
  return copy ?? value;
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

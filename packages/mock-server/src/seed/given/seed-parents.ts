import {
  objectProperties,
  type Parent,
  type RecordPlace,
  type Resource,
  type SchemaRegistry,
} from "@onespec/spec-core";
import { valueAtPlace, withValueAt } from "../../response/place-value.js";
import type { JsonObject } from "../../store/record-store.js";

/** A written record taken apart: which parents it names, and the rest. */
export interface PlacedSeed {
  /** Outermost first; `undefined` where it does not say. */
  readonly parents: readonly (string | undefined)[];
  readonly value: JsonObject;
  /** `$key` of a data file. */
  readonly key: string | undefined;
}

/**
 * A record names its parents by the path parameters (`bookId`), by the properties that repeat them (`book.id`), or by `$scope`, as the
 * data directory's files do. What is no property of the record is taken out of it.
 */
export function placeSeed(schemas: SchemaRegistry, owner: Resource, record: JsonObject): PlacedSeed {
  const declared = objectProperties(schemas, owner.schema.json);
  const { $scope, $key, ...rest } = declared.has("$scope") ? { ...record, $scope: undefined, $key: undefined } : record;
  const listed = Array.isArray($scope) ? $scope : [];
  const parents = owner.parents.map((parent, index) => textOf(placesOf(parent), rest) ?? scalarText(listed[index]));
  let value: unknown = rest;
  for (const { parameter } of owner.parents) {
    if (!declared.has(parameter) && Object.hasOwn(rest, parameter)) value = withValueAt(value, [parameter], undefined);
  }
  return { parents, value: value as JsonObject, key: scalarText($key) };
}

function placesOf({ parameter, property }: Parent): readonly RecordPlace[] {
  return property ? [property, [parameter]] : [[parameter]];
}

function textOf(places: readonly RecordPlace[], record: JsonObject): string | undefined {
  for (const place of places) {
    const text = scalarText(valueAtPlace(record, place));
    if (text !== undefined) return text;
  }
  return undefined;
}

function scalarText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

import type { JsonObject, StoredRecord } from "../record-store.js";

/** The key that a record itself tells. */
export type KeyOf = (value: JsonObject) => string | undefined;

/**
 * How a record stands in the readable file: as it is. What it does not say itself, its scope and a key that is not `keyOf`
 * its value, stands before its properties as `$scope` and `$key`. A record that has properties of these names of its own is
 * wrapped: `{"$key": …, "$scope": …, "$value": <record>}`.
 */
export function formatSnapshotRecord(record: StoredRecord, keyOf: KeyOf): string {
  const { key, scope, value } = record;
  const isPlain = !RESERVED.some((name) => Object.hasOwn(value, name));
  const saysKey = isPlain && keyOf(value) === key;
  if (saysKey && scope.length === 0) return JSON.stringify(value);
  return JSON.stringify({
    ...(saysKey ? {} : { $key: key }),
    ...(scope.length === 0 ? {} : { $scope: scope }),
    ...(isPlain ? value : { $value: value }),
  });
}

/** `key` is `undefined` when neither the line nor the record tells one; `undefined` for something that is no record. */
export function parseSnapshotRecord(
  line: unknown,
  keyOf: KeyOf,
): (Omit<StoredRecord, "key"> & { readonly key: string | undefined }) | undefined {
  if (!isObject(line)) return undefined;
  if (!RESERVED.some((name) => Object.hasOwn(line, name))) return { key: keyOf(line), scope: [], value: line };
  const { $key, $scope = [], $value, ...rest } = line;
  const value = $value ?? rest;
  if (!isObject(value) || ($value !== undefined && Object.keys(rest).length > 0)) return undefined;
  if (!Array.isArray($scope) || !$scope.every((part) => typeof part === "string")) return undefined;
  switch (typeof $key) {
    case "string":
      return { key: $key, scope: $scope, value };
    case "number":
      return { key: String($key), scope: $scope, value };
    case "undefined":
      return { key: keyOf(value), scope: $scope, value };
    default:
      return undefined;
  }
}

/** The key of a collection that names no other: the record's `id`. */
export function keyOfId(value: JsonObject): string | undefined {
  const id = Object.hasOwn(value, "id") ? value.id : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
}

const RESERVED = ["$key", "$scope", "$value"] as const;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

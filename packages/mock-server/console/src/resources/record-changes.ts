import type { JsonRecord } from "./model.js";

/** An operation of JSON Patch. @see RFC 6902 */
export interface PatchOperation {
  readonly op: "add" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

/**
 * The operations that turn `before` into `after`. Objects are compared property by property, other values as a whole.
 */
export function changesBetween(before: JsonRecord, after: JsonRecord, at = ""): readonly PatchOperation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name): readonly PatchOperation[] => {
    const path = `${at}/${pointerPart(name)}`;
    if (!Object.hasOwn(after, name)) return [{ op: "remove", path }];
    const [old, value] = [before[name], after[name]];
    if (Object.hasOwn(before, name)) {
      if (isSame(old, value)) return [];
      if (isRecord(old) && isRecord(value)) return changesBetween(old, value, path);
    }
    return [{ op: "add", path, value }];
  });
}

/** Applies the changes from `before` to `after` to another version of the record. */
export function rebased(before: JsonRecord, after: JsonRecord, other: JsonRecord): JsonRecord {
  const result: Record<string, unknown> = { ...other };
  for (const name of changedNames(before, after)) {
    if (!Object.hasOwn(after, name)) delete result[name];
    else {
      const [old, value, theirs] = [before[name], after[name], other[name]];
      const isInside = isRecord(old) && isRecord(value) && isRecord(theirs);
      result[name] = isInside ? rebased(old, value, theirs) : value;
    }
  }
  return result;
}

/** The names of the properties that differ. */
export function changedNames(before: JsonRecord, after: JsonRecord): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter(
    (name) => Object.hasOwn(before, name) !== Object.hasOwn(after, name) || !isSame(before[name], after[name]),
  );
}

export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  return isRecord(one) && isRecord(other) && changedNames(one, other).length === 0;
}

export function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import { isDeepStrictEqual } from "node:util";
import { RecordPatch } from "@onespec/http-contract";
import { isObject, parsePointer, type SchemaViolation } from "@onespec/spec-core";

/** RFC 7396 without the meaning of null: objects are merged, other values are replaced. */
export function mergeDeep(before: unknown, change: unknown): unknown {
  if (!isJsonObject(before) || !isJsonObject(change)) return change;
  const merged: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(change)) merged[name] = mergeDeep(before[name], value);
  return merged;
}

/** True for JSON objects. A Buffer of a binary field is not one. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Buffer.isBuffer(value);
}

/** The members with these names, as far as the record has them. */
export function pick(record: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(record, name) ? [[name, record[name]]] : [])));
}

/** The members that pass a test. */
export function membersWhere(
  record: Readonly<Record<string, unknown>>,
  test: (name: string, value: unknown) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => test(name, value)));
}

/** The members that have a value. */
export function definedMembers(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return membersWhere(record, (_, value) => value !== undefined);
}

/** The member at the top that a violation is about. */
export function memberOf({ path }: Pick<SchemaViolation, "path">): string {
  return parsePointer(path)[0] ?? "";
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Marks the members of a patch. Their objects replace the existing ones instead of being merged. A spread copies the
 * mark.
 */
const PATCHED: unique symbol = Symbol("patched");

export interface Patched {
  /** The members that the patch took away. */
  readonly removed: readonly string[];
  /** The status of a patch that leaves no valid record. */
  readonly status: number;
}

/**
 * The members that a `PATCH` changes: the body itself, or the result of a JSON Merge Patch or JSON Patch. A removed
 * member is `null`. Services get plain members in all cases.
 * @param read reads the current record
 * @throws ProblemError if the patch cannot be applied
 */
// biome-ignore lint/suspicious/noExplicitAny: bodies are checked by their schemas, as `request.body` is.
export async function changesOf(body: unknown, read: () => Promise<unknown>): Promise<any> {
  if (!(body instanceof RecordPatch)) return body;
  const current = await read();
  const before: Members = isJsonObject(current) ? current : {};
  const after = await body.appliedTo(before);
  const changed = membersWhere(after, (name, value) => !isDeepStrictEqual(before[name], value));
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const patched: Patched = { removed, status: body.status };
  return { ...Object.fromEntries(removed.map((name) => [name, null])), ...changed, [PATCHED]: patched };
}

/** The members after a patch has changed some and removed others. @param changes the result of `changesOf` */
export function patchedMembers(before: Members, changes: unknown, { removed }: Patched): Record<string, unknown> {
  const members = { ...before, ...(changes as Members) };
  return membersWhere(members, (name, value) => !(removed.includes(name) && value === null));
}

/** The effect of a patch, if the members come from one. */
export function patchOf(members: unknown): Patched | undefined {
  return isJsonObject(members) ? (members as { readonly [PATCHED]?: Patched })[PATCHED] : undefined;
}

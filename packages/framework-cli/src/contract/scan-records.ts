import type { Repository, Row, Scalar, Where } from "../database/repository.js";

/** Records that are held at a time. */
const SLICE = 500;

/** Reads all records that fulfil a condition, in the order of their key, a slice at a time. */
export async function* scanRecords(
  repository: Repository,
  fields: readonly string[],
  where: Where,
  key: string,
): AsyncGenerator<Row> {
  let slice = where;
  for (;;) {
    const rows = await repository.find({ fields, where: slice, order: [[key, "asc"]], limit: SLICE });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    slice = { and: [where, { [key]: { gt: last[key] as Scalar } }] };
  }
}

/** The records with these keys, in the order of the keys; those that are gone meanwhile are left out. */
export async function recordsInOrder(
  repository: Repository,
  fields: readonly string[],
  key: string,
  keys: readonly { readonly key: unknown }[],
): Promise<readonly Row[]> {
  const byKey = new Map<string, Row>();
  for (let at = 0; at < keys.length; at += SLICE) {
    const wanted = keys.slice(at, at + SLICE).map((one) => one.key as Scalar);
    for (const row of await repository.find({ fields, where: { [key]: { in: wanted } } }))
      byKey.set(String(row[key]), row);
  }
  return keys.flatMap((one) => {
    const row = byKey.get(String(one.key));
    return row === undefined ? [] : [row];
  });
}

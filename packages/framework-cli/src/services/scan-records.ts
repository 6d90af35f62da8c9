import type { OrderBy, Repository, Row, Scalar, Where } from "../database/repository.js";

/** Most records in memory at a time. */
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

/** The records with these keys, in the order of the keys. Skips records that were removed in the meantime. */
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

/**
 * A condition for the rows after (or before) a given row. A page by cursor uses it, so that skipped rows are not
 * counted. The last key of the order must be unique. Nulls come last in both directions, as in repositories.
 */
export function rowsBeside(side: "after" | "before", order: readonly OrderBy[], row: Row): Where {
  const same: Where[] = [];
  const alternatives = order.flatMap(([name, direction]): Where[] => {
    const before = [...same];
    const value = (row[name] ?? null) as Scalar;
    same.push({ [name]: value });
    // Nothing comes after null, and every value comes before it.
    if (value === null) return side === "after" ? [] : [{ and: [...before, { [name]: { isNull: false } }] }];
    const isGreater = (side === "after") === (direction === "asc");
    const beyond: Where = { [name]: isGreater ? { gt: value } : { lt: value } };
    return [{ and: [...before, side === "after" ? { or: [beyond, { [name]: { isNull: true } }] } : beyond] }];
  });
  return { or: alternatives };
}

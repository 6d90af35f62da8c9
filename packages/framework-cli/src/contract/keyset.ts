import type { OrderBy, Row, Scalar, Where } from "../database/repository.js";

/**
 * The rows that come after (or before) one row of an order, as a condition: what a page by cursor asks, without counting what was
 * passed over. The last key of the order must be unique. Nulls come last in both directions, as repositories have them.
 */
export function rowsBeside(side: "after" | "before", order: readonly OrderBy[], row: Row): Where {
  const alternatives: Where[] = [];
  const same: Where[] = [];
  for (const [name, direction] of order) {
    const value = (row[name] ?? null) as Scalar;
    const beside = besideValue(side, name, direction, value);
    if (beside !== undefined) alternatives.push({ and: [...same, beside] });
    same.push({ [name]: value });
  }
  return { or: alternatives };
}

function besideValue(
  side: "after" | "before",
  name: string,
  direction: "asc" | "desc",
  value: Scalar,
): Where | undefined {
  // Nothing comes after null, and all values before it.
  if (value === null) return side === "after" ? undefined : { [name]: { isNull: false } };
  const isGreater = (side === "after") === (direction === "asc");
  const beyond: Where = { [name]: isGreater ? { gt: value } : { lt: value } };
  return side === "after" ? { or: [beyond, { [name]: { isNull: true } }] } : beyond;
}

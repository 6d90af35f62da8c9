import { DatabaseError } from "../../../errors/database-error.js";
import type { SqlDialect } from "../../dialect.js";
import type { Statement } from "./run-sql.js";

/** The text after ORDER BY ..., with a leading space; empty for all records. `limit` is not 0. */
export function pageSql(
  limit: number | undefined,
  offset: number | undefined,
  dialect: SqlDialect,
  statement: Statement,
): string {
  const skip = offset === undefined || offset === 0 ? undefined : offset;
  if (limit === undefined && skip === undefined) return "";
  switch (dialect) {
    case "sqlite":
    case "postgres": {
      const take = limit === undefined ? (dialect === "sqlite" ? " LIMIT -1" : "") : ` LIMIT ${statement.bind(limit)}`;
      return `${take}${skip === undefined ? "" : ` OFFSET ${statement.bind(skip)}`}`;
    }
    // mysql2 sends numbers as doubles, which LIMIT does not take. They are checked whole numbers.
    case "mysql":
    case "mariadb":
      return ` LIMIT ${limit ?? "18446744073709551615"}${skip === undefined ? "" : ` OFFSET ${skip}`}`;
    case "mssql":
    case "oracle": {
      const from = dialect === "oracle" && skip === undefined ? "" : ` OFFSET ${statement.bind(skip ?? 0)} ROWS`;
      return limit === undefined ? from : `${from} FETCH NEXT ${statement.bind(limit)} ROWS ONLY`;
    }
  }
}

/** @throws DatabaseError VALUE_REFUSED */
export function checkPage(limit: number | undefined, offset: number | undefined): void {
  for (const [name, value] of [
    ["limit", limit],
    ["offset", offset],
  ] as const) {
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue;
    throw new DatabaseError("VALUE_REFUSED", `${name} must be a whole number, 0 or more.`);
  }
}

import type { ServerAddress } from "./server-address.js";
import { databaseError, networkFailure, type SqlFailure } from "./sql-failure.js";

/** `pg`'s DatabaseError carries the fields of the protocol's ErrorResponse. */
interface PgError extends Error {
  readonly code?: string;
  readonly detail?: string;
  readonly column?: string;
  readonly constraint?: string;
}

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
export function translatePostgresError(error: unknown, address: ServerAddress, sql?: string): unknown {
  if (!(error instanceof Error)) return error;
  return databaseError("PostgreSQL", address, failureOf(error), error, sql);
}

function failureOf(error: PgError): SqlFailure {
  const said = error.message;
  const { code = "", constraint } = error;
  switch (code) {
    case "23505":
      return { code: "UNIQUE_VIOLATION", said, columns: keyColumns(error), constraint };
    case "23503":
      return { code: "FOREIGN_KEY_VIOLATION", said, columns: keyColumns(error), constraint };
    case "23502":
      return { code: "VALUE_REFUSED", said, columns: error.column === undefined ? [] : [error.column] };
    case "23514":
      return { code: "VALUE_REFUSED", said, constraint };
    case "28P01":
    case "28000":
    case "42501":
      return { code: "ACCESS_DENIED", said };
    case "3D000":
      return { code: "UNAVAILABLE", said, databaseMissing: true };
  }
  // Class 22: data exceptions. 08, 53, 57P: connection, resources, shutdown.
  if (code.startsWith("22")) return { code: "VALUE_REFUSED", said };
  if (code.startsWith("08") || code.startsWith("53") || code.startsWith("57P")) return { code: "UNAVAILABLE", said };
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (/timeout|Connection terminated|not queryable/i.test(said)) return { code: "UNAVAILABLE", said };
  return { code: "QUERY_FAILED", said };
}

/** `Key (author_id, "Name")=(1, x) already exists.` */
function keyColumns({ detail = "" }: PgError): string[] {
  const list = /^Key \((.*?)\)=/.exec(detail)?.[1] ?? "";
  return list === "" ? [] : list.split(", ").map((name) => name.replace(/^"|"$/g, ""));
}

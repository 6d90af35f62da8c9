import type { ServerAddress } from "./server-address.js";
import { databaseError, networkFailure, type SqlFailure } from "./sql-failure.js";

/** `tedious`: a RequestError carries the server's number, a ConnectionError a code. Sequelize wraps both. */
interface MssqlError extends Error {
  readonly number?: number;
  readonly code?: string;
  readonly original?: Error;
}

/** @see https://learn.microsoft.com/sql/relational-databases/errors-events/database-engine-events-and-errors */
export function translateMssqlError(error: unknown, address: ServerAddress, sql?: string): unknown {
  if (!(error instanceof Error)) return error;
  return databaseError("SQL Server", address, failureOf(rootOf(error)), error, sql);
}

function rootOf(error: MssqlError): MssqlError {
  return error.original instanceof Error ? rootOf(error.original) : error;
}

function failureOf(error: MssqlError): SqlFailure {
  const said = error.message;
  switch (error.number) {
    // Violation of UNIQUE KEY constraint 'name'. / with unique index 'name'.
    case 2601:
    case 2627:
      return { code: "UNIQUE_VIOLATION", said, constraint: quoted(said, /(?:constraint|unique index) '([^']+)'/) };
    case 547: {
      const constraint = quoted(said, /constraint "([^"]+)"/);
      const columns = quoted(said, /column '([^']+)'/);
      return /CHECK constraint/.test(said)
        ? { code: "VALUE_REFUSED", said, constraint, columns: columns === undefined ? [] : [columns] }
        : { code: "FOREIGN_KEY_VIOLATION", said, constraint };
    }
    // NULL refused, text cut, overflow, conversion failed.
    case 515:
    case 2628: {
      const column = quoted(said, /column '([^']+)'/);
      return { code: "VALUE_REFUSED", said, columns: column === undefined ? [] : [column] };
    }
    case 220:
    case 241:
    case 245:
    case 8114:
    case 8115:
    case 8152:
      return { code: "VALUE_REFUSED", said };
    case 229:
    case 916:
    case 18456:
      return { code: "ACCESS_DENIED", said };
    case 911:
    case 4060:
      return { code: "UNAVAILABLE", said, databaseMissing: true };
  }
  if (error.code === "ELOGIN") {
    return /Cannot open database/.test(said)
      ? { code: "UNAVAILABLE", said, databaseMissing: true }
      : { code: "ACCESS_DENIED", said };
  }
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (
    /^E(SOCKET|TIMEOUT|CONNCLOSED|INSTLOOKUP)$/.test(error.code ?? "") ||
    error.name.startsWith("SequelizeConnection")
  ) {
    return { code: "UNAVAILABLE", said };
  }
  return { code: "QUERY_FAILED", said };
}

function quoted(text: string, pattern: RegExp): string | undefined {
  return pattern.exec(text)?.[1];
}

import type { ServerAddress } from "./server-address.js";
import { databaseError, networkFailure, type SqlFailure } from "./sql-failure.js";

/** What `mysql2` and `mariadb` tell alike. */
interface MysqlError extends Error {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlMessage?: string | null;
}

/** @see https://dev.mysql.com/doc/mysql-errors/8.0/en/server-error-reference.html */
export function translateMysqlError(
  error: unknown,
  product: "MySQL" | "MariaDB",
  address: ServerAddress,
  sql?: string,
): unknown {
  if (!(error instanceof Error)) return error;
  return databaseError(product, address, failureOf(rootOf(error)), error, sql);
}

/** The pool of `mariadb` wraps what kept it from connecting. */
function rootOf(error: MysqlError): MysqlError {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}

function failureOf(error: MysqlError): SqlFailure {
  const said = error.sqlMessage ?? error.message;
  switch (error.errno) {
    case 1062:
      // for key 'books.isbn' (MySQL 8) or 'isbn'
      return { code: "UNIQUE_VIOLATION", said, constraint: /for key '(?:[^'.]*\.)?([^']*)'/.exec(said)?.[1] };
    case 1216:
    case 1217:
    case 1451:
    case 1452:
      return { code: "FOREIGN_KEY_VIOLATION", said, columns: column(said, /FOREIGN KEY \(`([^`]*)`/) };
    case 1048:
    case 1364:
    case 1406:
    case 1264:
    case 1265:
    case 1292:
    case 1366:
      return {
        code: "VALUE_REFUSED",
        said,
        columns: column(said, /(?:[Cc]olumn|Field) [^'`]*['`](?:[^'`]*[.`]+)*([^'`]+)['`]/),
      };
    case 3819:
    case 4025:
      return { code: "VALUE_REFUSED", said, constraint: /(?:constraint '|CONSTRAINT `)([^'`]*)/.exec(said)?.[1] };
    case 1044:
    case 1045:
    case 1142:
    case 1698:
      return { code: "ACCESS_DENIED", said };
    case 1049:
      return { code: "UNAVAILABLE", said, databaseMissing: true };
    // Too many connections, shutdown, host blocked, killed, gone away, lost.
    case 1040:
    case 1053:
    case 1129:
    case 1203:
    case 1927:
    case 2006:
    case 2013:
      return { code: "UNAVAILABLE", said };
  }
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (/connection|timeout|pool is closed/i.test(`${error.code} ${error.message}`)) return { code: "UNAVAILABLE", said };
  return { code: "QUERY_FAILED", said };
}

function column(text: string, pattern: RegExp): string[] {
  const name = pattern.exec(text)?.[1];
  return name === undefined ? [] : [name];
}

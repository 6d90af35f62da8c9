import type { ServerAddress } from "./server-address.js";
import { databaseError, networkFailure, type SqlFailure } from "./sql-failure.js";

/** `oracledb` puts the number at the front of the message: `ORA-00001: ...`. Sequelize wraps it. */
interface OracleError extends Error {
  readonly original?: Error;
}

/** @see https://docs.oracle.com/en/error-help/db/ */
export function translateOracleError(error: unknown, address: ServerAddress, sql?: string): unknown {
  if (!(error instanceof Error)) return error;
  return databaseError("Oracle", address, failureOf(rootOf(error)), error, sql);
}

function rootOf(error: OracleError): OracleError {
  return error.original instanceof Error ? rootOf(error.original) : error;
}

function failureOf(error: Error): SqlFailure {
  const said = error.message.split("\n")[0] ?? "";
  const code = /\b(ORA|NJS)-(\d+)/.exec(said)?.slice(1).join("-");
  // (SHOP.BOOKS_ISBN) and ("SHOP"."books"."title")
  const constraint = /\((?:[^().]+\.)?([^().]+)\)/.exec(said)?.[1]?.replaceAll('"', "");
  const column = /\."([^".]+)"(?: |\)|$)/.exec(said)?.[1];
  const columns = column === undefined ? [] : [column];
  switch (code) {
    case "ORA-00001":
      return { code: "UNIQUE_VIOLATION", said, constraint };
    case "ORA-02291":
    case "ORA-02292":
      return { code: "FOREIGN_KEY_VIOLATION", said, constraint };
    case "ORA-02290":
      return { code: "VALUE_REFUSED", said, constraint };
    case "ORA-01400":
    case "ORA-01407":
    case "ORA-12899":
      return { code: "VALUE_REFUSED", said, columns };
    case "ORA-01438":
    case "ORA-01722":
    case "ORA-01426":
      return { code: "VALUE_REFUSED", said };
    // No user, no password.
    case "NJS-007":
    case "NJS-101":
    case "ORA-01017":
    case "ORA-28000":
    case "ORA-28001":
    case "ORA-01031":
    case "ORA-01045":
      return { code: "ACCESS_DENIED", said };
    // The listener knows no such service.
    case "ORA-12514":
    case "NJS-518":
      return { code: "UNAVAILABLE", said, databaseMissing: true };
  }
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (/^(ORA-(?:03113|03114|03135|125\d\d|01033|01034|01089)|NJS-5\d\d|NJS-003|NJS-040)/.test(code ?? "")) {
    return { code: "UNAVAILABLE", said };
  }
  if (error.name.startsWith("SequelizeConnection")) return { code: "UNAVAILABLE", said };
  return { code: "QUERY_FAILED", said };
}

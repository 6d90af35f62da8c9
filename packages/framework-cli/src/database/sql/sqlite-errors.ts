import { DatabaseError } from "../../errors/database-error.js";
import { databaseError, type SqlFailure } from "./sql-failure.js";

/**
 * SQLite tells by message which columns are at fault: `UNIQUE constraint failed: books.isbn`.
 *
 * @param place `SQLite in data.sqlite`
 */
export function translateSqliteError(error: unknown, place: string, sql?: string): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError) return error;
  return databaseError(place, undefined, failureOf(error), error, sql);
}

/** Another connection holds the file. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof DatabaseError ? error.cause : error;
  return cause instanceof Error && BUSY.test(cause.message);
}

const BUSY = /database (?:table |schema )?is locked/;

function failureOf(error: Error): SqlFailure {
  const said = error.message;
  const [, kind, places = ""] =
    /(UNIQUE|PRIMARY KEY|FOREIGN KEY|NOT NULL|CHECK) constraint failed(?:: (.*))?$/.exec(said) ?? [];
  const columns = places.split(", ").flatMap((each) => each.split(".")[1] ?? []);
  switch (kind) {
    case "UNIQUE":
    case "PRIMARY KEY": {
      // An index over an expression is told by its name.
      const index = /^index '(.*)'$/.exec(places)?.[1];
      return { code: "UNIQUE_VIOLATION", said, columns, ...(index !== undefined && { constraint: index }) };
    }
    case "FOREIGN KEY":
      return { code: "FOREIGN_KEY_VIOLATION", said };
    case "NOT NULL":
      return { code: "VALUE_REFUSED", said, columns };
    case "CHECK":
      return { code: "VALUE_REFUSED", said, constraint: places };
  }
  if (BUSY.test(said)) return { code: "UNAVAILABLE", said: "another process holds it for writing" };
  if (/unable to open database file|disk I\/O error|not a database|is full|readonly database/.test(said)) {
    return { code: "UNAVAILABLE", said };
  }
  if ("code" in error && (error.code === "EACCES" || error.code === "EROFS" || error.code === "ENOTDIR")) {
    return { code: "UNAVAILABLE", said };
  }
  return { code: "QUERY_FAILED", said };
}

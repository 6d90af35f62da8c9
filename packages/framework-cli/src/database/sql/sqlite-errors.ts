import { DatabaseError } from "../../errors/database-error.js";

/** SQLite tells by message which columns are at fault: `UNIQUE constraint failed: books.isbn`. */
export function translateSqliteError(error: unknown, sql: string): unknown {
  if (!(error instanceof Error)) return error;
  const [, kind, places = ""] =
    /^(UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed(?:: (.*))?$/.exec(error.message) ?? [];
  const fields = places.split(", ").flatMap((place) => place.split(".")[1] ?? []);
  switch (kind) {
    case "UNIQUE":
      return new DatabaseError("UNIQUE_VIOLATION", `There is another record with the same ${fields.join(" and ")}.`, {
        fields,
        cause: error,
      });
    case "FOREIGN KEY":
      return new DatabaseError(
        "FOREIGN_KEY_VIOLATION",
        "A record it refers to, or that refers to it, stands against it.",
        {
          cause: error,
        },
      );
    case "NOT NULL":
      return new DatabaseError("VALUE_REFUSED", `${fields.join(", ")} must have a value.`, { fields, cause: error });
    case "CHECK":
      return new DatabaseError("VALUE_REFUSED", `A value breaks the rule ${places}.`, { cause: error });
  }
  return new DatabaseError("QUERY_FAILED", `SQLite refused a statement: ${error.message}`, {
    hint: `The statement: ${sql.slice(0, 500)}`,
    cause: error,
  });
}

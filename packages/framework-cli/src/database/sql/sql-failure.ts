import { DatabaseError, type DatabaseErrorCode } from "../../errors/database-error.js";
import type { ServerAddress } from "./server-address.js";

/** What a driver's error tells, in words that belong to no database. Columns and constraints as the table spells them. */
export interface SqlFailure {
  readonly code: DatabaseErrorCode;
  /** What the server or the driver said. */
  readonly said: string;
  readonly columns?: readonly string[];
  readonly constraint?: string | undefined;
  /** The server knows no database of this name. */
  readonly databaseMissing?: boolean;
}

/** Of the operating system and of Node, the same with every driver. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there (connection refused)",
  ENOTFOUND: "there is no host of this name",
  EAI_AGAIN: "the name of the host cannot be looked up",
  ETIMEDOUT: "no answer in time",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
};

/** The first of an error and its causes that is about the network. */
export function networkFailure(error: Error): string | undefined {
  for (const each of chain(error)) {
    const code = "code" in each ? String(each.code) : "";
    const reason = UNREACHABLE[code] ?? UNREACHABLE[/\b(E[A-Z]{4,})\b/.exec(each.message)?.[1] ?? ""];
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function chain(error: Error): Error[] {
  const parts = error instanceof AggregateError ? error.errors.filter((each) => each instanceof Error) : [];
  return [error, ...(error.cause instanceof Error ? chain(error.cause) : []), ...parts.flatMap(chain)];
}

/** The error that users see. Holds no password and no values. */
export function databaseError(
  product: string,
  address: Pick<ServerAddress, "host" | "port" | "database" | "username"> | undefined,
  { code, said, columns = [], constraint, databaseMissing }: SqlFailure,
  cause: Error,
  sql?: string,
): DatabaseError {
  const details = { cause, fields: columns, ...(constraint !== undefined && { constraint }) };
  const place = address === undefined ? product : `${product} at ${address.host}:${address.port}`;
  const names = columns.join(" and ");
  switch (code) {
    case "UNIQUE_VIOLATION":
      return new DatabaseError(code, `There is another record with the same ${names || constraint || "key"}.`, details);
    case "FOREIGN_KEY_VIOLATION":
      return new DatabaseError(
        code,
        "A record it refers to is missing, or another record still refers to it.",
        details,
      );
    case "VALUE_REFUSED":
      return new DatabaseError(code, `${place} refused a value: ${said}.`, details);
    case "UNAVAILABLE":
      return databaseMissing
        ? new DatabaseError(code, `${place} has no database ${address?.database ?? ""}.`, {
            ...details,
            hint: "Create it with db:create, or correct the name in config/database.js.",
          })
        : new DatabaseError(code, `${place} cannot be reached: ${said}.`, {
            ...details,
            hint:
              address === undefined
                ? "Let the file and its folder be read and written, or name another file in config/database.js."
                : "Start the database, or correct host and port in config/database.js.",
          });
    case "ACCESS_DENIED":
      return new DatabaseError(code, `${place} refuses the user ${address?.username ?? "(none)"}: ${said}.`, {
        ...details,
        hint: "Correct username and password in config/database.js, or the rights of that user.",
      });
    default:
      return new DatabaseError(code, `${place} refused a statement: ${said}`, {
        ...details,
        ...(sql !== undefined && { hint: `The statement: ${sql.slice(0, 500)}` }),
      });
  }
}

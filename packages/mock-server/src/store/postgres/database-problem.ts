import { StoreError, type StoreErrorCode } from "../store-error.js";
import type { PostgresAddress } from "./postgres-address.js";

/** An error of PostgreSQL, the driver or the network as a `StoreError` with a hint. Other errors, which are bugs, stay as they are. */
export function databaseProblem(error: unknown, { shown, schema }: PostgresAddress): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const problem = (name: StoreErrorCode, message: string, hint: string): StoreError =>
    new StoreError(name, message, { hint, cause: error });
  // https://www.postgresql.org/docs/current/errcodes-appendix.html
  switch (code) {
    case "28P01":
    case "28000":
      return problem(
        "STORE_REFUSED",
        `PostgreSQL at ${shown} rejected the connection: ${error.message}.`,
        "Check the user and password in --store; the password may also be in the environment variable PGPASSWORD.",
      );
    case "3D000":
      return problem(
        "STORE_REFUSED",
        `At ${shown}: ${error.message}.`,
        "Create it with createdb, or name another one.",
      );
    case "42501":
      return problem(
        "STORE_REFUSED",
        `The user lacks a permission at ${shown}: ${error.message}.`,
        `Grant CREATE on the database, or name a schema that the user owns: --store "postgres://...?schema=..." (now ${schema}).`,
      );
    case "25006":
      return problem(
        "STORE_REFUSED",
        `PostgreSQL at ${shown} is read-only: ${error.message}.`,
        "Name the primary server.",
      );
    case "53100":
      return problem("STORE_FULL", `The disk of PostgreSQL at ${shown} is full.`, "Free some space there.");
    case "42P01":
    case "3F000":
      return problem(
        "STORE_CHANGED",
        `Tables of the schema ${schema} at ${shown} are missing: ${error.message}.`,
        "The next request creates them again, empty.",
      );
    default:
      return isUnreachable(code, error)
        ? problem(
            "STORE_UNREACHABLE",
            `PostgreSQL at ${shown} cannot be reached: ${reasonOf(error)}.`,
            "Check that it runs, and the host and port in --store.",
          )
        : error;
  }
}

/** Connection exceptions (08), insufficient resources (53), operator intervention (57), and errors of the network and the driver. */
function isUnreachable(code: string, { message }: Error): boolean {
  return (
    /^(?:08|53|57)/.test(code) ||
    code === "55P03" ||
    /^E[A-Z_]{3,}$/.test(code) ||
    /timeout|Connection terminated|Client has encountered a connection error|not queryable|SSL|self.signed|certificate/i.test(
      message,
    )
  );
}

function reasonOf(error: Error): string {
  // Several addresses of one name were tried: the parts have the reasons.
  const part = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const text = part instanceof Error ? part.message : String(part);
  return (text || ("code" in error ? String(error.code) : "no answer")).replace(/\.$/, "");
}

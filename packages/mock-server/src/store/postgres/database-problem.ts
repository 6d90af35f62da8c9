import { StoreError, type StoreErrorCode } from "../store-error.js";
import type { PostgresAddress } from "./postgres-address.js";

/**
 * Turns an error of PostgreSQL, the driver or the network into a `StoreError` with a hint. Returns other errors, which
 * are bugs, unchanged.
 */
export function databaseProblem(error: unknown, address: PostgresAddress): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  const found = explained("code" in error ? String(error.code) : "", error, address);
  return found ? new StoreError(found[0], found[1], { hint: found[2], cause: error }) : error;
}

/** @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
function explained(
  code: string,
  error: Error,
  { shown, schema }: PostgresAddress,
): readonly [code: StoreErrorCode, message: string, hint: string] | undefined {
  const { message } = error;
  switch (code) {
    case "28P01":
    case "28000":
      return [
        "STORE_REFUSED",
        `PostgreSQL at ${shown} rejected the connection: ${message}.`,
        "Check the user and password in --store; the password may also be in the environment variable PGPASSWORD.",
      ];
    case "3D000":
      return ["STORE_REFUSED", `At ${shown}: ${message}.`, "Create it with createdb, or name another one."];
    case "42501":
      return [
        "STORE_REFUSED",
        `The user lacks a permission at ${shown}: ${message}.`,
        `Grant CREATE on the database, or name a schema that the user owns: --store "postgres://...?schema=..." (now ${schema}).`,
      ];
    case "25006":
      return ["STORE_REFUSED", `PostgreSQL at ${shown} is read-only: ${message}.`, "Name the primary server."];
    case "53100":
      return ["STORE_FULL", `The disk of PostgreSQL at ${shown} is full.`, "Free some space there."];
    case "42P01":
    case "3F000":
      return [
        "STORE_CHANGED",
        `Tables of the schema ${schema} at ${shown} are missing: ${message}.`,
        "The next request creates them again, empty.",
      ];
  }
  if (!isUnreachable(code, error)) return undefined;
  return [
    "STORE_UNREACHABLE",
    `PostgreSQL at ${shown} cannot be reached: ${reasonOf(error)}.`,
    "Check that it runs, and the host and port in --store.",
  ];
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
  // If a host name has several addresses, each attempt has its own reason.
  const part = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const text = part instanceof Error ? part.message : String(part);
  return (text || ("code" in error ? String(error.code) : "no answer")).replace(/\.$/, "");
}

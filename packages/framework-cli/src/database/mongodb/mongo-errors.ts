import { DatabaseError } from "../../errors/database-error.js";
import { databaseError, networkFailure, type SqlFailure } from "../sql/sql-failure.js";
import type { MongoAddress } from "./mongo-address.js";

/** The driver's errors carry the server's answer. */
interface MongoError extends Error {
  readonly code?: number | string;
  readonly keyPattern?: Readonly<Record<string, unknown>>;
  readonly hasErrorLabel?: (label: string) => boolean;
  readonly writeErrors?: readonly { readonly errmsg?: string; readonly err?: { readonly errmsg?: string } }[];
}

/** @see https://www.mongodb.com/docs/manual/reference/error-codes/ */
export function translateMongoError(error: unknown, address: MongoAddress): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseError || !/^(Mongo|BSON)/.test(error.name)) return error;
  const failure = failureOf(error);
  if (failure.code === "TRANSACTIONS_UNSUPPORTED") return transactionsUnsupported(error);
  return databaseError("MongoDB", address, failure, error);
}

export function transactionsUnsupported(cause?: Error): DatabaseError {
  return new DatabaseError("TRANSACTIONS_UNSUPPORTED", "This MongoDB server is standalone: it has no transactions.", {
    hint: "Start it as a replica set of one: mongod --replSet rs0, then rs.initiate().",
    cause,
  });
}

/** A duplicate key, with its index if the server names it. Columns are spelled as in documents. */
function failureOf(error: MongoError): SqlFailure {
  const said = error.message;
  switch (error.code) {
    case 11000:
    case 11001:
      return duplicate(error);
    case 112:
      return { code: "WRITE_CONFLICT", said };
    case 121:
      return { code: "VALUE_REFUSED", said };
    case 2:
      // FerretDB keeps no lists in lists.
      if (/nested arrays/i.test(said)) return { code: "VALUE_REFUSED", said };
      break;
    case 13:
    case 18:
    case 8000:
      return { code: "ACCESS_DENIED", said };
    case 20:
    case 263:
      return /transaction/i.test(said) ? { code: "TRANSACTIONS_UNSUPPORTED", said } : { code: "QUERY_FAILED", said };
  }
  // Servers on SQLite report it with SQLite's words.
  if (/UNIQUE constraint failed/.test(said)) return duplicate(error);
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (
    /^Mongo(ServerSelection|Network|NotConnected|Topology|Pool|Parse|ClientClosed|MissingCredentials)/.test(error.name)
  ) {
    return { code: "UNAVAILABLE", said };
  }
  if (error.name.startsWith("BSON")) return { code: "VALUE_REFUSED", said };
  return { code: "QUERY_FAILED", said };
}

function duplicate(error: MongoError): SqlFailure {
  const texts = [error.message, ...(error.writeErrors ?? []).map((each) => each.errmsg ?? each.err?.errmsg ?? "")];
  const told = texts.map((text) => / index: (.{1,200}?) dup key:/.exec(text)?.[1]).find((name) => name !== undefined);
  return {
    code: "UNIQUE_VIOLATION",
    said: "duplicate key",
    columns: Object.keys(error.keyPattern ?? {}),
    constraint: told,
  };
}

/** The server rejected a command, which ends a transaction; not the driver, before it sent one. */
export function isServerError(error: unknown): boolean {
  const cause = error instanceof DatabaseError ? error.cause : error;
  return cause instanceof Error && /^Mongo(Server|BulkWrite|WriteConcern)Error$/.test(cause.name);
}

/** The server asks to try the whole transaction again: another one was quicker. */
export function isTransient(error: unknown): boolean {
  return hasLabel(error, "TransientTransactionError");
}

/** Nobody knows whether the commit arrived: it may be sent again. */
export function isUnknownCommit(error: unknown): boolean {
  return hasLabel(error, "UnknownTransactionCommitResult");
}

function hasLabel(error: unknown, label: string): boolean {
  if (!(error instanceof Error)) return false;
  return (error as MongoError).hasErrorLabel?.(label) === true || hasLabel(error.cause, label);
}

import { DatabaseError, type DatabaseErrorCode } from "../../errors/database-error.js";
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

const CODES: Readonly<Record<string, DatabaseErrorCode>> = {
  112: "WRITE_CONFLICT",
  121: "VALUE_REFUSED",
  13: "ACCESS_DENIED",
  18: "ACCESS_DENIED",
  8000: "ACCESS_DENIED",
};

function failureOf(error: MongoError): SqlFailure {
  const { message: said, code = "" } = error;
  const known = CODES[code];
  if (known !== undefined) return { code: known, said };
  // Servers on SQLite report it with SQLite's words.
  if (code === 11000 || code === 11001 || /UNIQUE constraint failed/.test(said)) return duplicate(error);
  // FerretDB cannot store nested lists.
  if (code === 2 && /nested arrays/i.test(said)) return { code: "VALUE_REFUSED", said };
  if ((code === 20 || code === 263) && /transaction/i.test(said)) return { code: "TRANSACTIONS_UNSUPPORTED", said };
  const unreachable = networkFailure(error);
  if (unreachable !== undefined) return { code: "UNAVAILABLE", said: unreachable };
  if (UNAVAILABLE.test(error.name)) return { code: "UNAVAILABLE", said };
  if (error.name.startsWith("BSON")) return { code: "VALUE_REFUSED", said };
  return { code: "QUERY_FAILED", said };
}

const UNAVAILABLE = /^Mongo(ServerSelection|Network|NotConnected|Topology|Pool|Parse|ClientClosed|MissingCredentials)/;

/** A duplicate key, with its index if the server names it. Columns have their names in documents. */
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

/** True if the server rejected a command, which ends a transaction. False if the driver failed before it sent one. */
export function isServerError(error: unknown): boolean {
  const cause = error instanceof DatabaseError ? error.cause : error;
  return cause instanceof Error && /^Mongo(Server|BulkWrite|WriteConcern)Error$/.test(cause.name);
}

/** The server asks to try the whole transaction again: another one was quicker. */
export function isTransient(error: unknown): boolean {
  return hasLabel(error, "TransientTransactionError");
}

/** True if it is unknown whether the commit arrived. It may be sent again. */
export function isUnknownCommit(error: unknown): boolean {
  return hasLabel(error, "UnknownTransactionCommitResult");
}

function hasLabel(error: unknown, label: string): boolean {
  if (!(error instanceof Error)) return false;
  return (error as MongoError).hasErrorLabel?.(label) === true || hasLabel(error.cause, label);
}

import { type Problem, type ProblemDetail, RecordPatch, SentFile, validationStatus } from "@onespec/http-contract";
import { foldName, isObject } from "@onespec/spec-core";
import { HttpError } from "../../action/reply.js";
import { refusedByModel } from "../../database/sql/sequelize/model-violations.js";
import { DatabaseError, type FieldViolation } from "../../errors/database-error.js";
import { FrameworkError } from "../../errors/framework-error.js";
import type { ActionCall } from "./action-call.js";

/**
 * The problem for an error that a handler, policy or service throws. `undefined` for unexpected errors.
 * @param call the call that failed. An invalid value that only code can have set is not the client's mistake.
 */
export function problemOfThrown(error: unknown, call?: ActionCall): Problem | undefined {
  if (error instanceof HttpError) {
    const { status, message, details, headers } = error;
    if (!Number.isInteger(status) || status < 400 || status > 599) return undefined;
    // A detail that is a text becomes the message.
    const told = details.map((each) => (isObject(each) ? (each as ProblemDetail) : { message: String(each) }));
    return { status, code: codeOf(status), message, details: told, headers };
  }
  if (error instanceof FrameworkError && error.code === "RECORD_INCOMPLETE") {
    const message =
      "The application does not set a value that the answer needs, or stores one that the answer cannot show.";
    return { status: 501, code: codeOf(501), message: "Not implemented", details: [{ message }] };
  }
  const database = error instanceof DatabaseError ? error : ofSequelize(error);
  return database && call && isSetByCode(database, call) ? undefined : problemOfDatabase(database, call);
}

/**
 * True if the application's code caused the error: the request names neither the field nor the option, or it has no
 * body and none of the rejected values.
 */
function isSetByCode({ code, fields, option, violations }: DatabaseError, call: ActionCall): boolean {
  const { query, params, operation } = call;
  if (option !== undefined) return !option.split(", ").some((name) => mentions(call, name));
  if (code === "UNKNOWN_FIELD") return fields.length > 0 && !fields.some((name) => mentions(call, name));
  if (code !== "VALUE_REFUSED" || violations.length === 0) return false;
  if (operation.method === "get" || operation.requestBody !== undefined) return false;
  const names = new Set(Object.keys({ ...query, ...params }).map(foldName));
  return violations.every(
    ({ field, isSentence }) =>
      field !== undefined && isSentence !== true && !names.has(foldName(field.replace(/\/.*/s, ""))),
  );
}

/** True if the request has the text anywhere, such as in `sort=-name`. */
function mentions({ query, params, body }: ActionCall, text: string): boolean {
  // The content of patches and files cannot be searched.
  if (body instanceof RecordPatch || body instanceof SentFile) return true;
  const sent = JSON.stringify([query, params, body], (_, value) => (typeof value === "bigint" ? String(value) : value));
  const written = JSON.stringify(text).slice(1, -1);
  // A query may contain JSON, whose texts are then escaped twice.
  return sent.includes(written) || sent.includes(JSON.stringify(written).slice(1, -1));
}

/** Errors of Sequelize's models, which services call without a repository. */
function ofSequelize(thrown: unknown): DatabaseError | undefined {
  const error = validationOfBulk(thrown) ?? thrown;
  if (!(error instanceof Error) || !error.name.startsWith("Sequelize")) return undefined;
  const { errors = [] } = error as Error & {
    readonly errors?: readonly { readonly path?: string | null; readonly message: string }[];
  };
  const fields = errors.flatMap(({ path }) => path ?? []);
  const said = errors.length === 0 ? error.message : errors.map(({ message }) => message).join("; ");
  switch (error.name) {
    case "SequelizeValidationError":
      return refusedByModel(error);
    case "SequelizeUniqueConstraintError":
      return new DatabaseError("UNIQUE_VIOLATION", said, { fields });
    case "SequelizeForeignKeyConstraintError":
      return new DatabaseError(
        "FOREIGN_KEY_VIOLATION",
        "sql" in error && /^\s*DELETE\b/i.test(String(error.sql))
          ? "The record cannot be removed: another record still refers to it."
          : "A record that it refers to does not exist.",
      );
    case "SequelizeOptimisticLockError":
      return new DatabaseError("WRITE_CONFLICT", "Another transaction changed the record. Read it again.");
  }
  // A TimeoutError is SQLite that another transaction has locked.
  const isAway = /^Sequelize(?:Connection|Host|TimeoutError)/.test(error.name);
  return isAway ? new DatabaseError("UNAVAILABLE", "The database does not answer.") : undefined;
}

/** `bulkCreate` throws an AggregateError: a ValidationError for each record that the model rejects. */
function validationOfBulk(error: unknown): Error | undefined {
  if (!(error instanceof Error) || error.name !== "AggregateError") return undefined;
  const { errors = [] } = error as Error & { readonly errors?: readonly { readonly errors?: unknown }[] };
  const ofRecords = errors.map((each) => each.errors);
  const isValidation = (each: unknown): each is Error & { readonly errors: readonly object[] } =>
    each instanceof Error && each.name === "SequelizeValidationError";
  if (ofRecords.length === 0 || !ofRecords.every(isValidation)) return undefined;
  return Object.assign(new Error(error.message, { cause: error }), {
    name: "SequelizeValidationError",
    errors: ofRecords.flatMap((each) => each.errors),
  });
}

function problemOfDatabase(error: DatabaseError | undefined, call: ActionCall | undefined): Problem | undefined {
  if (error === undefined) return undefined;
  switch (error.code) {
    case "UNIQUE_VIOLATION":
      return refused(409, "Conflict", error, "unique", call);
    case "FOREIGN_KEY_VIOLATION":
      return refused(409, "Conflict", error, "reference", call);
    case "VALUE_REFUSED":
      return refused(call ? validationStatus(call.operation) : 400, "Validation failed", error, "value", call);
    case "UNKNOWN_FIELD":
      return refused(400, "Validation failed", error, "field", call);
    case "WRITE_CONFLICT":
      return refused(409, "Conflict", error, "concurrent", call);
    case "UNAVAILABLE":
      return {
        status: 503,
        code: "unavailable",
        message: "Service unavailable",
        details: [{ message: "The database does not answer; try again." }],
        headers: { "retry-after": "1" },
      };
    case "DRIVER_MISSING":
    case "ACCESS_DENIED":
    case "UNKNOWN_ENTITY":
    case "TRANSACTIONS_UNSUPPORTED":
    case "SEQUELIZE_UNSUPPORTED":
    case "QUERY_FAILED":
      return undefined;
  }
}

function refused(
  status: number,
  title: string,
  { message, fields, violations }: DatabaseError,
  keyword: string,
  call: ActionCall | undefined,
): Problem {
  const told: readonly FieldViolation[] =
    violations.length > 0
      ? violations
      : fields.length > 0
        ? fields.map((field) => ({ field, reason: message }))
        : [{ reason: message }];
  const details = told.map(({ field, reason }) => {
    return { ...placeOf(field, call), message: reason, keyword };
  });
  return { status, code: codeOf(status), message: title, details };
}

/** The part of the request that names the field. Without a field and a body, it is the record in the path. */
function placeOf(field: string | undefined, call: ActionCall | undefined): Partial<ProblemDetail> {
  if (call === undefined || call.operation.requestBody !== undefined)
    return { in: "body", path: field === undefined ? "" : `/${field}` };
  const { parameters } = call.operation.template;
  const name = field ?? parameters.at(-1);
  if (name === undefined) return {};
  const part = parameters.includes(name) ? "path" : Object.hasOwn(call.query, name) ? "query" : undefined;
  return { ...(part && { in: part }), path: `/${name}` };
}

function codeOf(status: number): string {
  return status === 404
    ? "not-found"
    : status === 409
      ? "conflict"
      : status === 400 || status === 422
        ? "validation-failed"
        : `status-${status}`;
}

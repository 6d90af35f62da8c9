import { CodedError } from "@onespec/spec-core/errors";

/**
 * The message of a thrown value. Sequelize's own errors only say "Validation error", so the driver's error inside is
 * used.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CodedError) return error.message;
  const { original, errors } = error as { readonly original?: unknown; readonly errors?: unknown };
  // An AggregateError has no message. Sequelize's `bulkCreate` throws one, with an error for each record.
  if (error.name === "AggregateError" && Array.isArray(errors) && errors.length > 0)
    return `AggregateError of ${errors.length}: ${[...new Set(errors.map(innerMessageOf))].slice(0, MOST_MESSAGES).join("; ")}`;
  return `${error.name}: ${original instanceof Error ? original.message : error.message}`;
}

const MOST_MESSAGES = 5;

/** Only the message, for errors of our own code or the runtime. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's message without the call and the path that Node adds. */
export function systemReason(error: unknown): string {
  return error instanceof Error ? (error.message.split(",", 1)[0] ?? "") : String(error);
}

/** Sequelize's BulkRecordError has no message. The record's error is in `errors`. */
function innerMessageOf(error: unknown): string {
  const { errors: inner } = Object(error) as { readonly errors?: unknown };
  return messageOf(inner instanceof Error ? inner : error);
}

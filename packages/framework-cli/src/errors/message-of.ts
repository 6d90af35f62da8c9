import { CodedError } from "@onespec/spec-core";

/** The message of anything that was thrown. Sequelize's errors say "Validation error"; those of the driver in them say more. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof CodedError) return error.message;
  const { original } = error as { readonly original?: unknown };
  return `${error.name}: ${original instanceof Error ? original.message : error.message}`;
}

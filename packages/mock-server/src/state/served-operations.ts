import type { ApiDescription, Operation } from "@onespec/spec-core";

/** The operations that can be served, and those that cannot because of errors in the description. */
export interface ServedOperations {
  readonly operations: readonly Operation[];
  readonly skipped: readonly SkippedOperation[];
}

/** An operation that cannot be served, and why. */
export interface SkippedOperation {
  readonly operation: Operation;
  readonly reason: string;
}

export function servedOperations({ operations, errors }: ApiDescription): ServedOperations {
  const broken = new Map<string, string>();
  for (const { operations: ids, message } of errors) {
    for (const id of ids ?? []) if (!broken.has(id)) broken.set(id, message);
  }
  const skipped = operations.flatMap((operation) => {
    const reason = broken.get(operation.id);
    return reason === undefined ? [] : [{ operation, reason }];
  });
  return { operations: operations.filter(({ id }) => !broken.has(id)), skipped };
}

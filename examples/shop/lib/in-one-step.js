import { DatabaseError } from "@onespec/framework-cli";

/**
 * In a transaction. On a MongoDB that stands alone there are none: its first statement is rejected, and the work is done without.
 * Elsewhere nothing is ever kept of half the work.
 */
export async function inOneStep(context, work) {
  try {
    return await context.transaction(work);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "TRANSACTIONS_UNSUPPORTED") return work();
    throw error;
  }
}

import { DatabaseError } from "../errors/database-error.js";
import type { Database } from "./database.js";

/** Does the work in a transaction, if the database has them: a standalone MongoDB has none. */
export async function inTransaction<T>(database: Pick<Database, "transaction">, work: () => Promise<T>): Promise<T> {
  try {
    return await database.transaction(work);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === "TRANSACTIONS_UNSUPPORTED") return work();
    throw error;
  }
}

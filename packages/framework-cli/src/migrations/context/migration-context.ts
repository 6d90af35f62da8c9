import type { Dialect } from "../../database/dialect.js";
import type { Rows } from "../target/rows.js";
import type { Schema } from "./schema.js";

/** What `up` and `down` of a migration are given. */
export interface MigrationContext {
  /** Changes of structure, the same on every database. */
  readonly schema: Schema;
  /**
   * Work on rows. Where structure cannot be rolled back, each step is carried out once: what is done is not repeated after a crash.
   * @param name tells it from the other steps of the file
   */
  step(name: string, work: (data: StepContext) => unknown): Promise<void>;
  readonly dialect: Dialect;
}

export interface StepContext {
  /** The rows of a table, the same on every SQL database. */
  rows(table: string): Rows;
  /** A statement in the database's own language. */
  query(text: string, parameters?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  readonly dialect: Dialect;
}
